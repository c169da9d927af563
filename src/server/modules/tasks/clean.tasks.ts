import { Type } from 'typebox';
import { counted } from '#server/kernel/counted.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import { countOldRuns, deleteOldRuns } from './clean.store.ts';

const DAY = 86_400_000;
/** Ended runs of each task that are always kept: the list shows as many. */
const KEPT = 20;

interface Parts {
  readonly db: Executor;
  /** How many days runs are kept. */
  readonly days: () => number;
  readonly now: () => Date;
}

/** Deletes the runs of tasks that are older than LOGS_DAYS, with their lines. */
export const cleanLogs = ({ db, days, now }: Parts): TaskType =>
  taskType({
    name: 'CLEAN_LOGS',
    summary: 'Deletes runs of tasks, and what they said, that are older than is kept.',
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
    },
  });
