import type { Executor } from '#server/platform/db/database.ts';

export interface NewNotification {
  readonly message: string;
  readonly detail: string | null;
  readonly level: 'INFO' | 'WARN' | 'ERROR';
}

export const insertNotification = async (db: Executor, { message, detail, level }: NewNotification): Promise<void> => {
  await db.query('insert into notification (message, detail, level) values ($1, $2, $3)', [message, detail, level]);
};
