import type { ImportAsk } from '#server/modules/catalog/import/import.service.ts';
import { importForRun } from '#server/modules/catalog/import/told.ts';
import { createDatabase, type Database } from '#server/platform/db/database.ts';
import { workOffRun } from '#server/platform/tasks/thread.ts';
import { createImport } from './import.ts';
import { logOfRun } from './run-log.ts';

/** What is copied to the thread. */
export interface ImportOrder extends Pick<Database, 'connection' | 'kind'> {
  readonly ask: Omit<ImportAsk, 'signal' | 'onProgress'>;
}

workOffRun<ImportOrder>(async ({ connection, kind, ask }, context) => {
  const log = logOfRun(context);
  const db = createDatabase({ connection, kind, poolSize: 1, log });
  try {
    await importForRun(createImport(db, log), ask, context);
  } finally {
    await db.close();
  }
});
