import type { CallCount } from '#server/modules/tokens/key-usage.rules.ts';
import type { Executor } from '#server/platform/db/database.ts';

export interface TokenCall extends CallCount {
  readonly tokenId: number;
}

/** Adds what tokens were answered, in an order that is the same for every writer. */
export const addCalls = async (db: Executor, calls: readonly TokenCall[]): Promise<void> => {
  await db.query(
    `insert into call_count as c (token_id, day, call, code, requests, elapsed_us, slowest_us)
      select * from unnest($1::bigint[], $2::date[], $3::text[], $4::smallint[], $5::int[], $6::bigint[], $7::int[]) n
        order by 1, 2, 3, 4
      on conflict (token_id, day, call, code) do update
        set requests = c.requests + excluded.requests, elapsed_us = c.elapsed_us + excluded.elapsed_us,
          slowest_us = greatest(c.slowest_us, excluded.slowest_us)`,
    [
      calls.map(({ tokenId }) => tokenId),
      calls.map(({ day }) => day),
      calls.map(({ call }) => call),
      calls.map(({ code }) => code),
      calls.map(({ requests }) => requests),
      calls.map(({ elapsedUs }) => elapsedUs),
      calls.map(({ slowestUs }) => slowestUs),
    ],
  );
};

/** Forgets the days before one, yyyy-mm-dd. */
export const dropCalls = async (db: Executor, before: string): Promise<void> => {
  await db.query('delete from call_count where day < $1', [before]);
};

/** What the tokens of an account's key were answered from a day on, yyyy-mm-dd. */
export const callsOfKey = async (
  db: Executor,
  accountId: number,
  idKey: number,
  from: string,
): Promise<readonly CallCount[]> => {
  const { rows } = await db.query<CallCount>(
    `select c.day, c.call, c.code, sum(c.requests) as requests, sum(c.elapsed_us)::float8 as "elapsedUs",
        max(c.slowest_us) as "slowestUs"
      from api_token t join call_count c on c.token_id = t.id
      where t.account_id = $1 and coalesce(t.key_id, t.id) = $2 and c.day >= $3
      group by c.day, c.call, c.code order by c.day desc, c.call, c.code`,
    [accountId, idKey, from],
  );
  return rows;
};

/** What every token of an account was answered, as its owner reads it. */
export const callsOfAccount = async (db: Executor, accountId: number): Promise<readonly object[]> => {
  const { rows } = await db.query(
    `select t.id as "idToken", to_char(c.day, 'YYYY-MM-DD') as date, nullif(c.call, '') as call, c.code, c.requests,
        round(c.elapsed_us / 1000.0 / c.requests, 3)::float8 as ms, c.slowest_us / 1000.0::float8 as "slowestMs"
      from api_token t join call_count c on c.token_id = t.id
      where t.account_id = $1 order by c.day desc, t.id desc, c.call, c.code`,
    [accountId],
  );
  return rows;
};
