import type { Notification } from '#contracts/notification.api.ts';
import { failure, invalid } from '#server/kernel/failure.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { downwards } from '#server/platform/db/steps.ts';
import { dropHeld, hold } from './held.store.ts';
import { NOTIFICATIONS_CHANGED } from './notification.events.ts';
import { insertNotification, type NewNotification } from './notification.store.ts';
import {
  deleteAll,
  type Filter,
  markAll,
  markOne,
  readLast,
  readNaming,
  readNotifications,
  readRange,
  readUnread,
  readWithin,
  removeAll,
  removeOne,
} from './view.store.ts';

/** What administrators should know. People stand in it by the ids of their accounts, never by address or token. */
export interface Notice extends Omit<NewNotification, 'detail'> {
  readonly detail?: string;
}

/** Tells administrators something, within the step that it tells of. */
export const notify = async (tx: Executor, { message, detail = '', level }: Notice): Promise<void> => {
  await insertNotification(tx, { message, detail: detail === '' ? null : detail, level });
  await publish(tx, NOTIFICATIONS_CHANGED);
};

export type Notify = typeof notify;

/** The same of what goes on: once until it has `passed`, on whatever node. */
export const notifyOnce = async (tx: Executor, cause: string, notice: Notice): Promise<void> => {
  if (await hold(tx, cause)) await notify(tx, notice);
};

/** What was told once is over: it is told again when it comes again, not within so many minutes. */
export const passed = (tx: Executor, cause: string, leastMinutes = 0): Promise<void> =>
  dropHeld(tx, cause, leastMinutes);

const MOST_TOLD = 1_000;

/** What administrators were told of an account, the latest first. */
export const toldOf = (db: Executor, accountId: number): Promise<readonly Notification[]> =>
  readNaming(db, accountId, MOST_TOLD);

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** Notifications as administrators read them. */
export const createNotifications = ({ db }: { readonly db: Pick<Database, 'query' | 'transaction'> }) => {
  /** Changes some, and tells of it where any has changed. */
  const change = (work: (tx: Executor) => Promise<number>): Promise<number> =>
    db.transaction(async (tx) => {
      const changed = await work(tx);
      if (changed > 0) await publish(tx, NOTIFICATIONS_CHANGED);
      return changed;
    });
  return {
    list: (filter: Filter, slice: Slice) => readNotifications(db, filter, slice),
    /** Every one that matches, the newest first. */
    walk: async (filter: Filter) => downwards(await readRange(db), (stretch) => readWithin(db, filter, stretch)),
    last: async () => ({ records: await readLast(db), unread: await readUnread(db) }),
    unread: () => readUnread(db),
    /** Throws `notification_unknown`, also for one that was removed and is not brought back. */
    mark: (id: number, how: { readonly read?: boolean | undefined; readonly back: boolean }): Promise<Notification> => {
      if (how.read === undefined && !how.back) throw invalid('read', 'is required');
      return db.transaction(async (tx) => {
        const marked = await markOne(tx, id, { read: how.read ?? null, back: how.back });
        if (marked === null) throw failure('notification_unknown');
        await publish(tx, NOTIFICATIONS_CHANGED);
        return marked;
      });
    },
    markAll: () => change(markAll),
    remove: async (id: number): Promise<void> => {
      if ((await change((tx) => removeOne(tx, id))) === 0) throw failure('notification_unknown');
    },
    removeAll: () => change(removeAll),
    deleteAll: () => change(deleteAll),
  };
};

export type Notifications = ReturnType<typeof createNotifications>;
