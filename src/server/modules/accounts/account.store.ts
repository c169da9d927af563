import type { Executor } from '#server/platform/db/database.ts';

/** The account of an address, made when there is none: role USER, without a password until one is set. */
export const ensureAccount = async (db: Executor, email: string): Promise<number> => {
  await db.query('insert into account (email) values ($1) on conflict ((lower(email))) do nothing', [email]);
  const { rows } = await db.query<{ id: number }>('select id from account where lower(email) = lower($1)', [email]);
  const [row] = rows;
  if (!row) throw new Error(`the account of ${email} vanished while it was made`);
  return row.id;
};

/** Requests a day; 0 leaves it to the plan. */
export const setMaxRequests = async (db: Executor, accountId: number, maxRequests: number): Promise<void> => {
  await db.query('update account set max_requests = $2 where id = $1', [accountId, maxRequests]);
};
