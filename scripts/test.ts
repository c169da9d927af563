import { createVitest, type SerializedError, type TestModule } from 'vitest/node';

/**
 * The whole run: every test, and once more, alone, the files of which something failed. Of thousands of tests one meets
 * a slow moment of the machine; a file that is run anew starts from nothing, as a test that is tried again does not.
 * Where more files failed than a moment explains, or something failed outside of them, there is no second try.
 */
const MOST_FILES = 5;

const vitest = await createVitest('test', { watch: false });
const failed = ({ testModules }: { testModules: readonly TestModule[] }) =>
  testModules.filter((module) => module.state() === 'failed');

try {
  const first = await vitest.start();
  const again = failed(first);
  // A test that fails leaves behind what it was waiting for, and that fails later by itself.
  const outside = first.unhandledErrors.filter(
    (error) => !again.some(({ moduleId }) => moduleId === (error as SerializedError).VITEST_TEST_PATH),
  );
  if (again.length > 0 && again.length <= MOST_FILES && outside.length === 0) {
    vitest.config.maxWorkers = 1;
    const second = await vitest.runTestSpecifications(again.map((module) => module.toTestSpecification()));
    process.exitCode = failed(second).length === 0 && second.unhandledErrors.length === 0 ? 0 : 1;
  }
} finally {
  await vitest.exit();
}
