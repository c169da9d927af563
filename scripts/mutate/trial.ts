/** Tries mutants in a copy of the tree, one after the other: one test runner and one database server for all of them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { PATIENCE } from '#test/support/patience.ts';
import { ROOT } from './areas.ts';
import { apply, type Mutant } from './mutants.ts';

export interface Task {
  readonly file: string;
  /** None to see that the tests are green without. */
  readonly mutant: Mutant | null;
  readonly turns: readonly (readonly string[])[];
}

const vitest = await createVitest({
  config: false,
  root: ROOT,
  watch: false,
  include: ['{src,test}/**/*.test.ts'],
  globalSetup: ['test/support/global.ts'],
  pool: 'forks',
  isolate: false,
  maxWorkers: 1,
  bail: 1,
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  expect: { poll: { timeout: 5_000 } },
  reporters: [{}],
  silent: true,
});
await vitest.standalone();
const specifications = new Map((await vitest.globTestSpecifications()).map((one) => [one.moduleId, one]));

const areGreen = async (turns: Task['turns']): Promise<boolean> => {
  for (const tests of turns) {
    const paths = new Set(tests.map((test) => join(ROOT, test)));
    const wanted = [...paths].flatMap((path) => specifications.get(path) ?? []);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted);
    // Those of earlier runs are among them.
    const ran = testModules.filter(({ moduleId }) => paths.has(moduleId));
    const isGreen = ran.length === tests.length && ran.every((module) => module.ok());
    if (!isGreen || unhandledErrors.length > 0) return false;
  }
  return true;
};

process.on('message', async ({ file, mutant, turns }: Task) => {
  const path = join(ROOT, file);
  const source = readFileSync(path, 'utf8');
  const write = (text: string): void => {
    writeFileSync(path, text);
    vitest.invalidateFile(path);
  };
  if (mutant !== null) write(apply(source, mutant));
  const green = await areGreen(turns).catch(() => false);
  if (mutant !== null) write(source);
  process.send?.({ green });
});
process.on('disconnect', () => void vitest.close().finally(() => process.exit()));
process.send?.({ ready: true });
