import type { Executor } from '#server/platform/db/database.ts';

/** Whose day, an account's or below 0 a key's: `day` counts days since 1970-01-01, UTC. */
interface DayOf {
  readonly accountId: number;
  readonly day: number;
}
const isOfKey = ({ accountId }: DayOf): boolean => accountId < 0;
const idOf = ({ accountId }: DayOf): number => Math.abs(accountId);

const DAY = (place: string): string => `date '1970-01-01' + ${place}::int`;

const RESERVE = {
  name: 'quota_reserve',
  text: `insert into quota_day as q (account_id, day, reserved)
      select $1::bigint, ${DAY('$2')}, $3::int where $3::int <= $4::bigint
    on conflict (account_id, day) do update set reserved = q.reserved + excluded.reserved
      where q.reserved::bigint + excluded.reserved <= $4::bigint
    returning reserved`,
};
const RESERVE_OF_KEY = {
  name: 'quota_reserve_key',
  text: `insert into key_day as q (key_id, day, reserved)
      select $1::bigint, ${DAY('$2')}, $3::int where $3::int <= $4::bigint
    on conflict (key_id, day) do update set reserved = q.reserved + excluded.reserved
      where q.reserved::bigint + excluded.reserved <= $4::bigint
    returning reserved`,
};

/** Hands out `amount` of a day, unless that would pass the limit: what is handed out since, or null. */
export const reserve = async (db: Executor, whose: DayOf, amount: number, limit: number): Promise<number | null> => {
  const { rows } = await db.query<{ reserved: number }>({
    ...(isOfKey(whose) ? RESERVE_OF_KEY : RESERVE),
    values: [idOf(whose), whose.day, amount, limit],
  });
  return rows[0]?.reserved ?? null;
};

/** Adds what was handed out while the table could not be told. An account or a key that is gone owes nothing. */
export const addReserved = async (db: Executor, whose: DayOf, amount: number): Promise<void> => {
  await db.query(
    isOfKey(whose)
      ? `insert into key_day as q (key_id, day, reserved)
          select t.id, ${DAY('$2')}, $3::int from api_token t where t.id = $1
        on conflict (key_id, day) do update set reserved = q.reserved + excluded.reserved`
      : `insert into quota_day as q (account_id, day, reserved)
          select a.id, ${DAY('$2')}, $3::int from account a where a.id = $1
        on conflict (account_id, day) do update set reserved = q.reserved + excluded.reserved`,
    [idOf(whose), whose.day, amount],
  );
};

const RESERVED = {
  name: 'quota_reserved',
  text: `select reserved from quota_day where account_id = $1 and day = ${DAY('$2')}`,
};
const RESERVED_OF_KEY = {
  name: 'quota_reserved_key',
  text: `select reserved from key_day where key_id = $1 and day = ${DAY('$2')}`,
};

/** What has been handed out of a day. */
export const findReserved = async (db: Executor, whose: DayOf): Promise<number> => {
  const { rows } = await db.query<{ reserved: number }>({
    ...(isOfKey(whose) ? RESERVED_OF_KEY : RESERVED),
    values: [idOf(whose), whose.day],
  });
  return rows[0]?.reserved ?? 0;
};

/** Takes up to `amount` back of what was handed out of an account's day, leaving at least what is unspent. */
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

const PUT_BACK = `update quota_day q set reserved = greatest(q.reserved - u.left_over, 0)
  from unnest($1::bigint[], $2::int[], $3::int[]) u (account_id, day, left_over)
  where q.account_id = u.account_id and q.day = ${DAY('u.day')}`;
const PUT_BACK_OF_KEYS = `update key_day q set reserved = greatest(q.reserved - u.left_over, 0)
  from unnest($1::bigint[], $2::int[], $3::int[]) u (key_id, day, left_over)
  where q.key_id = u.key_id and q.day = ${DAY('u.day')}`;

/** Puts back what was handed out and never spent. */
export const putBack = async (db: Executor, unspent: readonly (DayOf & { readonly left: number })[]): Promise<void> => {
  const put = async (text: string, those: typeof unspent): Promise<void> => {
    if (those.length === 0) return;
    await db.query(text, [those.map(idOf), those.map(({ day }) => day), those.map(({ left }) => left)]);
  };
  await put(
    PUT_BACK,
    unspent.filter((one) => !isOfKey(one)),
  );
  await put(PUT_BACK_OF_KEYS, unspent.filter(isOfKey));
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
