import { defineConfig } from 'vitest/config';
import { PATIENCE } from './test/support/patience.ts';
import reporter from './test/support/reporter.ts';
import { LongFirst } from './test/support/sequencer.ts';
import { findExternalServer } from './test/support/server.ts';

const tests = ['src/**/*.test.ts', 'test/**/*.test.ts'];
/**
 * What is asked of a PostgreSQL of the operator's as well, where one answers: the platform's parts, every endpoint, what nodes
 * share, what moves much at once, and whatever has a model that random steps are held against.
 */
const serverTests = [
  'test/openapi.answers.db.test.ts',
  'src/server/platform/{bus,db}/**/*.db.test.ts',
  'src/server/app/**/{doctor,replicas}.db.test.ts',
  'src/server/modules/**/{model,*.model}.db.test.ts',
  'src/server/modules/{quota,tasks}/**/*.db.test.ts',
  'src/server/modules/billing/crash.db.test.ts',
  'src/server/modules/catalog/dump/dump.db.test.ts',
  'src/server/modules/catalog/import/{import.service,merge}.db.test.ts',
  'src/server/modules/search/{reindex,search}.db.test.ts',
];

const project = (name: string, include: string[]) => ({
  extends: true as const,
  test: { name, include, globalSetup: ['test/support/global.ts'] },
});

export default defineConfig(async () => {
  const external = await findExternalServer();
  if (external === null)
    console.log('skipped: no PostgreSQL (set TEST_DATABASE_URL to run the database tests on a server as well)');
  return {
    test: {
      pool: 'forks',
      isolate: false,
      maxWorkers: 3,
      sequence: { sequencer: LongFirst },
      setupFiles: ['test/support/seed.ts'],
      // Tests have no limits of time of their own: what has hung ends here, and what is slow does not.
      testTimeout: 5 * PATIENCE,
      hookTimeout: 10 * PATIENCE,
      expect: { poll: { timeout: PATIENCE } },
      reporters: ['default', reporter()],
      projects: [project('embedded', tests), ...(external === null ? [] : [project('server', serverTests)])],
    },
  };
});
