import type { AddressRequests, DayRange, DayRequests, LastRequest } from '#server/modules/accounts/usage.ts';
import type { Executor } from '#server/platform/db/database.ts';

/** Requests a day of an account by every token it has had, newest first; days without any are left out. */
export const requestsByDay = async (
  db: Executor,
  accountId: number,
  { from, to }: DayRange,
): Promise<readonly DayRequests[]> => {
  const { rows } = await db.query<DayRequests>(
    `select c.day as date, sum(c.requests) as requests
      from api_token t join request_count c on c.token_id = t.id
      where t.account_id = $1 and c.day between $2 and $3
      group by c.day having sum(c.requests) > 0 order by c.day desc`,
    [accountId, from, to],
  );
  return rows;
};

/** The same by network address: newest first, most of a day first. */
export const requestsByAddress = async (
  db: Executor,
  accountId: number,
  { from, to }: DayRange,
): Promise<readonly AddressRequests[]> => {
  const { rows } = await db.query<AddressRequests>(
    `select c.day as date, c.ip, sum(c.requests) as requests
      from api_token t join request_count c on c.token_id = t.id
      where t.account_id = $1 and c.day between $2 and $3
      group by c.day, c.ip having sum(c.requests) > 0 order by c.day desc, sum(c.requests) desc, c.ip`,
    [accountId, from, to],
  );
  return rows;
};

/** When and from where an account last used any of its tokens; null when it never did. */
export const lastRequest = async (db: Executor, accountId: number): Promise<LastRequest | null> => {
  // Only the newest day of each token is read: a busy token has many addresses a day.
  const { rows } = await db.query<LastRequest>(
    `select c.last_at as at, c.ip from api_token t
      join request_count c on c.token_id = t.id
        and c.day = (select max(newest.day) from request_count newest where newest.token_id = t.id)
      where t.account_id = $1 order by c.last_at desc limit 1`,
    [accountId],
  );
  return rows[0] ?? null;
};

/** The same of each key, by any token that it has had. */
export const lastByKey = async (
  db: Executor,
  accountId: number,
): Promise<readonly (LastRequest & { readonly idKey: number })[]> => {
  const { rows } = await db.query<LastRequest & { idKey: number }>(
    `select distinct on (coalesce(t.key_id, t.id)) coalesce(t.key_id, t.id) as "idKey", c.last_at as at, c.ip
      from api_token t join request_count c on c.token_id = t.id
        and c.day = (select max(newest.day) from request_count newest where newest.token_id = t.id)
      where t.account_id = $1 order by coalesce(t.key_id, t.id), c.last_at desc`,
    [accountId],
  );
  return rows;
};
