import type { Reporter, SerializedError, TestModule } from 'vitest/node';

interface Result {
  readonly passed: number;
  readonly failed: readonly string[];
}

const resultOf = (module: TestModule): Result => {
  const names = (state: 'passed' | 'failed') =>
    [...module.children.allTests(state)].map((test) => `${module.relativeModuleId} > ${test.fullName}`);
  const failed = names('failed');
  // A file that could not be loaded has no tests to count.
  const whole = module.state() === 'failed' && failed.length === 0 ? [module.relativeModuleId] : [];
  return { passed: names('passed').length, failed: [...failed, ...whole] };
};

/** What the names of skipped tests say in `(skipped: …)`, each once. */
const skips = (modules: readonly TestModule[]): string[] => {
  const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
  const found = skipped.flatMap(({ fullName }) => /\(skipped: (.+?)\)/.exec(fullName)?.[1] ?? []);
  return [...new Set(found)];
};

/**
 * Prints `N passed, N failed` as the very last line, also when the run could not begin. What failed and passed when its
 * file was run once more counts as passed, and is named: the run holds, and it is to be looked at.
 */
export default (): Reporter => {
  const results = new Map<TestModule['id'], Result>();
  const firstFailures = new Map<TestModule['id'], readonly string[]>();
  let errors: readonly SerializedError[] = [];

  process.once('exit', (code) => {
    const all = [...results.values()];
    const failed = all.reduce((sum, one) => sum + one.failed.length, errors.length);
    for (const [id, names] of firstFailures)
      for (const name of names.filter((one) => !results.get(id)?.failed.includes(one)))
        process.stdout.write(`passed at the second try: ${name}\n`);
    const passed = all.reduce((sum, one) => sum + one.passed, 0);
    process.stdout.write(`${passed} passed, ${failed || (code === 0 ? 0 : 1)} failed\n`);
  });
  return {
    onTestRunEnd: (modules, unhandled) => {
      errors = unhandled;
      for (const module of modules) {
        const before = results.get(module.id);
        if (before !== undefined) firstFailures.set(module.id, before.failed);
        results.set(module.id, resultOf(module));
      }
      for (const reason of skips(modules)) process.stdout.write(`skipped: ${reason}\n`);
    },
  };
};
