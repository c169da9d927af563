import type { Executor } from '#server/platform/db/database.ts';

export interface NewNotification {
  readonly message: string;
  readonly detail: string | null;
  readonly level: 'INFO' | 'WARN' | 'ERROR';
}

export const insertNotification = async (db: Executor, { message, detail, level }: NewNotification): Promise<void> => {
  await db.query('insert into notification (message, detail, level) values ($1, $2, $3)', [message, detail, level]);
};

const DELETED_AT_ONCE = 5_000;

/** How many notifications were made before a moment. */
export const countNotifications = async (db: Executor, before: Date): Promise<number> => {
  const { rows } = await db.query<{ n: number }>('select count(*) as n from notification where inserted_at < $1', [
    before,
  ]);
  return rows[0]?.n ?? 0;
};

/** Deletes some of those; answers how many, 0 when there are no more. */
export const deleteNotifications = async (db: Executor, before: Date): Promise<number> => {
  const { rowCount } = await db.query(
    `delete from notification where id in (select id from notification where inserted_at < $1 limit ${DELETED_AT_ONCE})`,
    [before],
  );
  return rowCount ?? 0;
};
