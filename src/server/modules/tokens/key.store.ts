import type { UserKey } from '#contracts/users.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { KeySettings } from './key.rules.ts';
import { ENABLED, type Waiting } from './token.store.ts';

/** A key by the token that it has now. */
export interface KeyRow extends KeySettings {
  readonly idKey: number;
  readonly first: boolean;
  readonly sealed: Buffer;
  readonly valid: boolean;
  readonly made: Date;
}

/** The keys of an account, the first one first, the others by age. */
export const findKeys = async (db: Executor, accountId: number): Promise<readonly KeyRow[]> => {
  const { rows } = await db.query<KeyRow>(
    `select coalesce(key_id, id) as "idKey", name, first, sealed, valid, addresses, daily_limit as "dailyLimit",
        expires_at as "expiresAt", inserted_at as made
      from api_token where account_id = $1 and retired_at is null order by first desc, 1`,
    [accountId],
  );
  return rows;
};

interface WithKeys extends Pick<KeyRow, 'sealed' | 'valid'> {
  readonly id: number;
  readonly keyName: string;
  readonly keys: readonly UserKey[];
}

/** A token of an account that serves, of its first key where none is named, beside all keys; null when there is none. */
export const findWithKeys = async (
  db: Executor,
  accountId: number,
  tokenId: number | null,
  at: Date,
): Promise<WithKeys | null> => {
  const { rows } = await db.query<WithKeys & Record<string, unknown>>(
    `select id, sealed, valid, name as "keyName",
        (select jsonb_agg(jsonb_build_object('idToken', k.id, 'name', k.name, 'isFirst', k.first::int,
            'isValid', k.valid::int) order by k.first desc, coalesce(k.key_id, k.id))
          from api_token k where k.account_id = $1 and k.retired_at is null) as keys
      from api_token where account_id = $1 and (retired_at is null or retired_at > $3)
        and case when $2::bigint is null then first and retired_at is null else id = $2 end`,
    [accountId, tokenId, at],
  );
  return rows[0] ?? null;
};

interface FormerRow {
  readonly idKey: number;
  readonly sealed: Buffer;
  readonly until: Date;
}

/** The older tokens of an account's keys that serve at a moment, those that end last first. */
export const findFormer = async (db: Executor, accountId: number, at: Date): Promise<readonly FormerRow[]> => {
  const { rows } = await db.query<FormerRow>(
    `select coalesce(key_id, id) as "idKey", sealed, retired_at as until from api_token
      where account_id = $1 and retired_at > $2 order by retired_at desc, id desc`,
    [accountId, at],
  );
  return rows;
};

export interface NewKey {
  readonly accountId: number;
  readonly hash: Buffer;
  readonly sealed: Buffer;
  readonly ip: string;
  readonly at: Date;
}

/** Makes a key; answers its id. */
export const insertKey = async (
  tx: Executor,
  { accountId, hash, sealed, ip, at }: NewKey,
  { name, dailyLimit, addresses, expiresAt }: KeySettings,
): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(
    `insert into api_token (account_id, hash, sealed, ip, inserted_at, first, name, addresses, expires_at, daily_limit)
      values ($1, $2, $3, $4, $5, false, $6, $7, $8, $9) returning id`,
    [accountId, hash, sealed, ip, at, name, addresses, expiresAt, dailyLimit],
  );
  return rows[0]?.id ?? 0;
};

/** Sets the bounds of all tokens of a key that serve. */
export const changeKey = async (
  tx: Executor,
  idKey: number,
  { name, dailyLimit, addresses, expiresAt }: KeySettings,
  at: Date,
): Promise<void> => {
  await tx.query(
    `update api_token set name = $2, addresses = $3, expires_at = $4, daily_limit = $6
      where (id = $1 or key_id = $1) and (retired_at is null or retired_at > $5)`,
    [idKey, name, addresses, expiresAt, at, dailyLimit],
  );
};

/** No token of a key serves longer than until a moment. */
export const endKey = async (tx: Executor, idKey: number, until: Date): Promise<void> => {
  await tx.query(
    `update api_token set retired_at = $2
      where (id = $1 or key_id = $1) and (retired_at is null or retired_at > $2)`,
    [idKey, until],
  );
};

/** Of the older tokens of a key that serve at a moment only so many go on, the latest ones. */
export const endOldest = async (tx: Executor, idKey: number, most: number, at: Date): Promise<void> => {
  await tx.query(
    `update api_token set retired_at = $3 where id in
      (select id from api_token where (id = $1 or key_id = $1) and retired_at > $3 order by id desc offset $2)`,
    [idKey, most, at],
  );
};

/** The next token of a key whose last one has been retired. */
export const insertNext = async (
  tx: Executor,
  idKey: number,
  { accountId, hash, sealed, ip, at }: NewKey,
): Promise<void> => {
  await tx.query(
    `insert into api_token (account_id, hash, sealed, ip, inserted_at, first, name, key_id, addresses, expires_at, daily_limit)
      select $2, $3, $4, $5, $6, first, name, $1, addresses, expires_at, daily_limit
      from api_token where (id = $1 or key_id = $1) and account_id = $2 order by id desc limit 1`,
    [idKey, accountId, hash, sealed, ip, at],
  );
};

/** What a key is called; null when there is none. */
export const findKeyName = async (db: Executor, idKey: number): Promise<string | null> => {
  const { rows } = await db.query<{ name: string }>(
    'select name from api_token where coalesce(key_id, id) = $1 and retired_at is null',
    [idKey],
  );
  return rows[0]?.name ?? null;
};

interface Ending {
  readonly tokenId: number;
  readonly accountId: number;
  readonly email: string;
  readonly name: string;
  readonly expiresAt: Date;
}

/** Keys that serve and end between two moments, by their tokens, those after an id. */
export const findEnding = async (
  db: Executor,
  {
    from,
    to,
    after,
    limit,
  }: { readonly from: Date; readonly to: Date; readonly after: number; readonly limit: number },
): Promise<readonly Ending[]> => {
  const { rows } = await db.query<Ending & Record<string, unknown>>(
    `select t.id as "tokenId", t.account_id as "accountId", a.email, t.name, t.expires_at as "expiresAt"
      from api_token t join account a on a.id = t.account_id
      where t.expires_at > $1 and t.expires_at <= $2 and t.id > $3 and t.retired_at is null and t.valid
        and a.deleted_at is null and a.disabled_at is null
      order by t.id limit $4`,
    [from, to, after, limit],
  );
  return rows;
};

export interface TokenState extends Waiting {
  readonly id: number;
  readonly sealed: Buffer;
  /** Another has taken its place, or its account was deleted. */
  readonly retired: boolean;
  readonly valid: boolean;
  readonly expiresAt: Date | null;
}

/** Tokens, live and retired, and how they stand. */
export const findStates = async (db: Executor, ids: readonly number[], at: Date): Promise<readonly TokenState[]> => {
  const { rows } = await db.query<TokenState>(
    `select t.id, t.sealed, coalesce(t.retired_at <= $2, false) as retired, ${ENABLED} as valid, t.expires_at as "expiresAt",
        a.delete_at is not null as leaving, a.unconfirmed
      from api_token t join account a on a.id = t.account_id where t.id = any($1::bigint[])`,
    [ids, at],
  );
  return rows;
};
