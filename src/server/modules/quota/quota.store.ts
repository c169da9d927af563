import type { Executor } from '#server/platform/db/database.ts';

/** Whose day: `day` counts days since 1970-01-01, UTC. */
interface DayOf {
  readonly accountId: number;
  readonly day: number;
}

const DAY = (place: string): string => `date '1970-01-01' + ${place}::int`;

/** Hands out `amount` of a day, unless that would pass the limit: what is handed out since, or null. */
export const reserve = async (
  db: Executor,
  { accountId, day }: DayOf,
  amount: number,
  limit: number,
): Promise<number | null> => {
  const { rows } = await db.query<{ reserved: number }>({
    name: 'quota_reserve',
    text: `insert into quota_day as q (account_id, day, reserved)
        select $1::bigint, ${DAY('$2')}, $3::int where $3::int <= $4::bigint
      on conflict (account_id, day) do update set reserved = q.reserved + excluded.reserved
        where q.reserved::bigint + excluded.reserved <= $4::bigint
      returning reserved`,
    values: [accountId, day, amount, limit],
  });
  return rows[0]?.reserved ?? null;
};

/** Adds what was handed out while the table could not be told. An account that is gone owes nothing. */
export const addReserved = async (db: Executor, { accountId, day }: DayOf, amount: number): Promise<void> => {
  await db.query(
    `insert into quota_day as q (account_id, day, reserved)
        select a.id, ${DAY('$2')}, $3::int from account a where a.id = $1
      on conflict (account_id, day) do update set reserved = q.reserved + excluded.reserved`,
    [accountId, day, amount],
  );
};

/** What has been handed out of a day. */
export const findReserved = async (db: Executor, { accountId, day }: DayOf): Promise<number> => {
  const { rows } = await db.query<{ reserved: number }>({
    name: 'quota_reserved',
    text: `select reserved from quota_day where account_id = $1 and day = ${DAY('$2')}`,
    values: [accountId, day],
  });
  return rows[0]?.reserved ?? 0;
};

/** Takes up to `amount` back of what was handed out, leaving at least what is unspent. */
export const lower = async (
  db: Executor,
  { accountId, day }: DayOf,
  amount: number,
  unspent: number,
): Promise<void> => {
  await db.query(
    `update quota_day set reserved = reserved - greatest(least($3::int, reserved - $4::int), 0)
      where account_id = $1 and day = ${DAY('$2')}`,
    [accountId, day, amount, unspent],
  );
};

/** Puts back what was handed out and never spent. */
export const putBack = async (db: Executor, unspent: readonly (DayOf & { readonly left: number })[]): Promise<void> => {
  await db.query(
    `update quota_day q set reserved = greatest(q.reserved - u.left_over, 0)
      from unnest($1::bigint[], $2::int[], $3::int[]) u (account_id, day, left_over)
      where q.account_id = u.account_id and q.day = ${DAY('u.day')}`,
    [unspent.map((one) => one.accountId), unspent.map((one) => one.day), unspent.map((one) => one.left)],
  );
};

/** Requests of a day with any token of an account, without those that a manager took back. */
export const countRequests = async (db: Executor, { accountId, day }: DayOf): Promise<number> => {
  const { rows } = await db.query<{ used: number }>(
    `select greatest(coalesce(sum(c.requests - c.cleared), 0), 0)::int as used
      from api_token t join request_count c on c.token_id = t.id
      where t.account_id = $1 and c.day = ${DAY('$2')}`,
    [accountId, day],
  );
  return rows[0]?.used ?? 0;
};
