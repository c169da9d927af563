import { Type } from 'typebox';
import { counted } from '#server/kernel/counted.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import { dropHeldBefore } from './held.store.ts';
import { countNotifications, deleteNotifications } from './notification.store.ts';

const DAY = 86_400_000;

interface Parts {
  readonly db: Executor;
  /** How many days notifications are kept. */
  readonly days: () => number;
  readonly now: () => Date;
}

/** Deletes the notifications that are older than NOTIFICATIONS_DAYS, those that were removed among them. */
export const cleanNotifications = ({ db, days, now }: Parts): TaskType =>
  taskType({
    name: 'CLEAN_NOTIFICATIONS',
    summary: 'Deletes notifications that are older than is kept.',
    category: 'other',
    arguments: Type.Object({}),
    firstCron: '0 27 3 * * *',
    run: async (_, { signal, progress, log }) => {
      const before = new Date(now().getTime() - days() * DAY);
      const total = await countNotifications(db, before);
      let deleted = 0;
      progress(0, total);
      for (let some = total; some > 0; ) {
        signal.throwIfAborted();
        some = await deleteNotifications(db, before);
        deleted += some;
        progress(deleted, Math.max(total, deleted));
      }
      await dropHeldBefore(db, before);
      log(`${counted(deleted, 'notification', 'notifications')} of more than ${days()} days deleted.`);
    },
  });
