import type { Executor } from '#server/platform/db/database.ts';

/** Has an account deleted at a moment, or earlier where it was asked for before; answers when. */
export const setDeletion = async (tx: Executor, id: number, at: Date): Promise<Date> => {
  const { rows } = await tx.query<{ deleteAt: Date }>(
    'update account set delete_at = coalesce(delete_at, $2) where id = $1 returning delete_at as "deleteAt"',
    [id, at],
  );
  return rows[0]?.deleteAt ?? at;
};

export const clearDeletion = async (tx: Executor, id: number): Promise<void> => {
  await tx.query('update account set delete_at = null where id = $1 and deleted_at is null', [id]);
};

/** Accounts whose time is over, after an id. */
export const readDue = async (db: Executor, now: Date, after: number, limit: number): Promise<readonly number[]> => {
  const { rows } = await db.query<{ id: number }>(
    'select id from account where delete_at <= $1 and deleted_at is null and id > $2 order by id limit $3',
    [now, after, limit],
  );
  return rows.map(({ id }) => id);
};

export const countDue = async (db: Executor, now: Date): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from account where delete_at <= $1 and deleted_at is null',
    [now],
  );
  return rows[0]?.n ?? 0;
};
