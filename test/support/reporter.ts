import type { Reporter, SerializedError, TestModule } from 'vitest/node';

const count = (
  modules: readonly TestModule[],
  errors: readonly SerializedError[],
): { passed: number; failed: number } => {
  let passed = 0;
  let failed = errors.length;
  for (const module of modules) {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const failedHere = states.filter((state) => state === 'failed').length;
    passed += states.filter((state) => state === 'passed').length;
    // A file that could not be loaded has no tests to count.
    failed += failedHere || (module.state() === 'failed' ? 1 : 0);
  }
  return { passed, failed };
};

/** What the names of skipped tests say in `(skipped: …)`, each once. */
const skips = (modules: readonly TestModule[]): string[] => {
  const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
  const found = skipped.flatMap(({ fullName }) => /\(skipped: (.+?)\)/.exec(fullName)?.[1] ?? []);
  return [...new Set(found)];
};

/** Tests that failed once and then passed: the run holds, and they are to be looked at. */
const secondTries = (modules: readonly TestModule[]): string[] =>
  modules.flatMap((module) =>
    [...module.children.allTests('passed')]
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
  );

/** Prints `N passed, N failed` as the very last line of the run, also when it could not begin. */
export default (): Reporter => {
  let counted = { passed: 0, failed: 0 };
  process.once('exit', (code) => {
    const failed = counted.failed || (code === 0 ? 0 : 1);
    process.stdout.write(`${counted.passed} passed, ${failed} failed\n`);
  });
  return {
    onTestRunEnd: (modules, errors) => {
      counted = count(modules, errors);
      for (const reason of skips(modules)) process.stdout.write(`skipped: ${reason}\n`);
      for (const test of secondTries(modules)) process.stdout.write(`passed at the second try: ${test}\n`);
    },
  };
};
