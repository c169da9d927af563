import { exportCatalogue } from '#server/modules/catalog/dump/export.service.ts';
import type { ExportAsk } from '#server/modules/catalog/dump/export.tasks.ts';
import { createDatabase, type Database } from '#server/platform/db/database.ts';
import { workOffRun } from '#server/platform/tasks/thread.ts';
import { logOfRun } from './run-log.ts';
import { VERSION } from './version.ts';

/** What is copied to the thread. */
export interface ExportOrder extends Pick<Database, 'connection' | 'kind'> {
  readonly ask: ExportAsk;
  readonly dataFolder: string;
  readonly at: Date;
}

workOffRun<ExportOrder>(async ({ connection, kind, ask, dataFolder, at }, context) => {
  const db = createDatabase({ connection, kind, poolSize: 1, log: logOfRun(context) });
  try {
    await exportCatalogue({ ...ask, db, version: VERSION, now: () => at }, dataFolder, context);
  } finally {
    await db.close();
  }
});
