import { Type } from 'typebox';
import { counted } from '#server/kernel/counted.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import { countOldRuns, deleteOldRuns } from './clean.store.ts';

const DAY = 86_400_000;
/** Ended runs of each task that are always kept: the list shows as many. */
const KEPT = 20;

interface Parts {
  /** The lines of the log, which are kept as long. */
  readonly logTable: {
    readonly sweep: (signal: AbortSignal, progress: (deleted: number) => void) => Promise<number>;
  };
  readonly db: Executor;
  /** How many days runs are kept. */
  readonly days: () => number;
  readonly now: () => Date;
}

/** Deletes lines of the log, and runs of tasks with what they said, that are older than LOGS_DAYS. */
export const cleanLogs = ({ db, logTable, days, now }: Parts): TaskType =>
  taskType({
    name: 'CLEAN_LOGS',
    summary: 'Deletes lines of the log, and runs of tasks with what they said, that are older than is kept.',
    category: 'cron',
    arguments: Type.Object({}),
    firstCron: '0 17 3 * * *',
    run: async (_, { signal, progress, log }) => {
      const before = new Date(now().getTime() - days() * DAY);
      const total = await countOldRuns(db, before, KEPT);
      let deleted = 0;
      progress(0, total);
      for (let some = total; some > 0; ) {
        signal.throwIfAborted();
        some = await deleteOldRuns(db, before, KEPT);
        deleted += some;
        progress(deleted, Math.max(total, deleted));
      }
      log(`${counted(deleted, 'run', 'runs')} of more than ${days()} days deleted.`);
      const lines = await logTable.sweep(signal, (some) => progress(deleted + some));
      log(`${counted(lines, 'line', 'lines')} of the log of more than ${days()} days deleted.`);
      progress(deleted + lines, deleted + lines);
    },
  });
