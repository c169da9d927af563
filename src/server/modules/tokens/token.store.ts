import { PLAN_LASTS, PLAN_REQUESTS } from '#server/modules/plans/plan.sql.ts';
import type { Executor } from '#server/platform/db/database.ts';

/** What a limit follows from: what an account is, was given, and has by its plan. */
interface Standing {
  readonly role: string;
  readonly maxRequests: number;
  readonly planRequests: number | null;
}

export interface TokenOwner extends Standing {
  readonly tokenId: number;
  readonly accountId: number;
  readonly valid: boolean;
  /** The address of the account has still to be confirmed. */
  readonly unconfirmed: boolean;
  readonly maxRegs: number;
  /** Ms after which the plan is another one, if nobody changes it before. */
  readonly planLasts: number | null;
  /** When another token has taken its place for good. */
  readonly retiresAt: Date | null;
  readonly expiresAt: Date | null;
  /** Where calls may come from; empty: anywhere. */
  readonly addresses: readonly string[];
  /** Of its key; null where the account's limit alone holds. */
  readonly dailyLimit: number | null;
  readonly keyId: number;
}

/** Whether neither a token, nor the first key of its account, nor the account is disabled. */
export const ENABLED = `t.valid and a.disabled_at is null and not exists (select from api_token f
          where f.account_id = t.account_id and f.first and f.retired_at is null and not f.valid)`;

/** The account behind the hash of a token that serves; null when there is none, or a deleted one. */
export const findToken = async (db: Executor, tokenHash: Buffer, at: Date): Promise<TokenOwner | null> => {
  const { rows } = await db.query<TokenOwner>({
    name: 'token_owner',
    text: `select t.id as "tokenId", t.account_id as "accountId", a.unconfirmed, a.max_regs as "maxRegs", a.role,
        ${ENABLED} as valid,
        t.retired_at as "retiresAt", t.expires_at as "expiresAt", t.addresses,
        t.daily_limit as "dailyLimit", coalesce(t.key_id, t.id) as "keyId",
        a.max_requests as "maxRequests", ${PLAN_REQUESTS('a.id')} as "planRequests",
        ${PLAN_LASTS('a.id')} as "planLasts"
      from api_token t join account a on a.id = t.account_id
      where t.hash = $1 and (t.retired_at is null or t.retired_at > $2) and a.deleted_at is null
        and a.delete_at is null`,
    values: [tokenHash, at],
  });
  return rows[0] ?? null;
};

/** Whether an account is to be deleted, and whether its address has still to be confirmed: its tokens are refused meanwhile. */
export interface Waiting {
  readonly leaving: boolean;
  readonly unconfirmed: boolean;
}

/** What an account waits for. */
export const findWaiting = async (db: Executor, accountId: number): Promise<Waiting> => {
  const { rows } = await db.query<Waiting>(
    'select delete_at is not null as leaving, unconfirmed from account where id = $1',
    [accountId],
  );
  return rows[0] ?? { leaving: false, unconfirmed: false };
};

/** What the limit of an account follows from; null when there is no such account. */
export const findStanding = async (db: Executor, accountId: number): Promise<Standing | null> => {
  const { rows } = await db.query<Standing>(
    `select a.role, a.max_requests as "maxRequests", ${PLAN_REQUESTS('a.id')} as "planRequests"
      from account a where a.id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
};

export interface LiveToken {
  readonly sealed: Buffer;
  readonly valid: boolean;
  readonly expiresAt: Date | null;
}

/** The token of an account's first key that has not been replaced, disabled or not; null when there is none. */
export const findLive = async (db: Executor, accountId: number): Promise<LiveToken | null> => {
  const { rows } = await db.query<LiveToken>(
    `select sealed, valid, expires_at as "expiresAt" from api_token
      where account_id = $1 and first and retired_at is null`,
    [accountId],
  );
  return rows[0] ?? null;
};

export interface NewToken {
  readonly accountId: number;
  readonly hash: Buffer;
  readonly sealed: Buffer;
  readonly ip: string | null;
}

/**
 * The token of the first key, with what its user has set for that; an end that has passed is forgotten. Nothing when the
 * account has one by now, perhaps from a transaction that was waited for.
 */
export const insertToken = async (db: Executor, { accountId, hash, sealed, ip }: NewToken, at: Date): Promise<void> => {
  await db.query(
    `insert into api_token (account_id, hash, sealed, ip, name, key_id, addresses, daily_limit, expires_at)
      select $1, $2, $3, $4, coalesce(last.name, 'Default'), last.key_id, coalesce(last.addresses, '{}'),
        last.daily_limit, last.expires_at
      from (select 1) one left join lateral (
        select name, coalesce(key_id, id) as key_id, addresses, daily_limit, case when expires_at > $5 then expires_at end as expires_at
          from api_token where account_id = $1 and first order by id desc limit 1) last on true
      on conflict (account_id) where retired_at is null and first do nothing`,
    [accountId, hash, sealed, ip, at],
  );
};

/** Retires what serves of an account's first key, if it is not disabled. */
export const retireToken = async (db: Executor, accountId: number, at: Date): Promise<void> => {
  await db.query(
    `update api_token set retired_at = $2
      where account_id = $1 and first and (retired_at is null or retired_at > $2) and valid`,
    [accountId, at],
  );
};

/** The id of a token, live or retired; null when there is none. */
export const findTokenId = async (db: Executor, hash: Buffer): Promise<number | null> => {
  const { rows } = await db.query<{ id: number }>('select id from api_token where hash = $1', [hash]);
  return rows[0]?.id ?? null;
};

/** Whether there is a token with this id, live or retired. */
export const isTokenId = async (db: Executor, id: number): Promise<boolean> => {
  const { rows } = await db.query('select 1 from api_token where id = $1', [id]);
  return rows.length > 0;
};

/** The account of a token that serves, and the id of that; null when there is none. */
export const findLiveOwner = async (
  db: Executor,
  tokenId: number,
  at: Date,
): Promise<{ readonly accountId: number; readonly idToken: number } | null> => {
  const { rows } = await db.query<{ accountId: number; idToken: number }>(
    `select account_id as "accountId", id as "idToken" from api_token
      where id = $1 and (retired_at is null or retired_at > $2)`,
    [tokenId, at],
  );
  return rows[0] ?? null;
};

interface LiveOf extends Pick<LiveToken, 'sealed' | 'valid'> {
  readonly id: number;
  readonly accountId: number;
}

/** The tokens of the first keys of accounts, of those that have one. */
export const findLiveOf = async (db: Executor, accountIds: readonly number[]): Promise<readonly LiveOf[]> => {
  const { rows } = await db.query<LiveOf>(
    `select id, account_id as "accountId", sealed, valid from api_token
      where account_id = any($1::bigint[]) and first and retired_at is null`,
    [accountIds],
  );
  return rows;
};

/** Retires the tokens of an account that is deleted, and forgets where they were asked for and may be used; answers their ids. */
export const buryTokens = async (tx: Executor, accountId: number, at: Date): Promise<readonly number[]> => {
  const { rows } = await tx.query<{ id: number }>(
    `update api_token set ip = null, addresses = '{}', name = '', retired_at = least(retired_at, $2), valid = false
      where account_id = $1 returning id`,
    [accountId, at],
  );
  return rows.map(({ id }) => id);
};

/** Of all tokens of the key that serve; false when the one that is meant does not any more. */
export const setValid = async (tx: Executor, tokenId: number, valid: boolean, at: Date): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update api_token t set valid = $2 from api_token meant
      where meant.id = $1 and (meant.retired_at is null or meant.retired_at > $3)
        and t.account_id = meant.account_id and coalesce(t.key_id, t.id) = coalesce(meant.key_id, meant.id)
        and (t.retired_at is null or t.retired_at > $3)`,
    [tokenId, valid, at],
  );
  return (rowCount ?? 0) > 0;
};

export interface RegisteredToken {
  readonly id: number;
  readonly sealed: Buffer;
  readonly email: string;
  readonly ip: string | null;
  readonly at: Date;
  readonly valid: boolean;
}

/** The ids of the tokens of a calendar day, of today when it is null, as the time zone means it: newest first. */
export const tokensOfDay = async (db: Executor, day: string | null, timeZone: string): Promise<readonly number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `with asked as (select coalesce($1::date, (now() at time zone $2)::date) as day)
      select t.id from asked, api_token t
      where t.inserted_at >= asked.day::timestamp at time zone $2
        and t.inserted_at < (asked.day + 1)::timestamp at time zone $2
      order by t.inserted_at desc, t.id desc`,
    [day, timeZone],
  );
  return rows.map(({ id }) => id);
};

/** Tokens by their ids, in the same order, none of deleted users. */
export const findRegistered = async (db: Executor, ids: readonly number[]): Promise<readonly RegisteredToken[]> => {
  const { rows } = await db.query<RegisteredToken>(
    `select t.id, t.sealed, a.email, t.ip, t.inserted_at as at, t.valid and (t.retired_at is null or t.retired_at > now()) as valid
      from unnest($1::bigint[]) with ordinality asked (id, place) join api_token t using (id)
        join account a on a.id = t.account_id
      where a.deleted_at is null order by asked.place`,
    [ids],
  );
  return rows;
};

/** Every token that an account has had, the latest first. */
export const findAllOf = async (db: Executor, accountId: number) => {
  const { rows } = await db.query<{ idToken: number; sealed: Buffer } & Record<string, unknown>>(
    `select id as "idToken", sealed, name, ip, addresses, daily_limit as "dailyLimit", valid::int as "isValid",
        wire_time(inserted_at) as "insertDate",
        wire_time(expires_at) as "expiresAt", wire_time(retired_at) as "retiredAt"
      from api_token where account_id = $1 order by id desc`,
    [accountId],
  );
  return rows;
};
