import type { Executor } from '#server/platform/db/database.ts';
import { insertNotification, type NewNotification } from './notification.store.ts';

/** What administrators should know. People stand in it by the ids of their accounts, never by address or token. */
export interface Notice extends Omit<NewNotification, 'detail'> {
  readonly detail?: string;
}

/** Tells administrators something, within the step that it tells of. */
export const notify = (tx: Executor, { message, detail = '', level }: Notice): Promise<void> =>
  insertNotification(tx, { message, detail: detail === '' ? null : detail, level });

export type Notify = typeof notify;
