import type { Executor } from '#server/platform/db/database.ts';

export interface UserRow {
  readonly accountId: number;
  readonly email: string;
  readonly role: 'USER' | 'ADMIN';
  readonly ip: string | null;
  readonly registeredAt: Date;
  readonly maxRequests: number;
}

/** What has to be true of a user, all of it; null says nothing. */
export interface Who {
  /** The hash of a live token. */
  readonly hash: Buffer | null;
  readonly email: string | null;
}

/** The user, unless deleted; null when there is none. */
export const findUser = async (db: Executor, { hash, email }: Who): Promise<UserRow | null> => {
  const { rows } = await db.query<UserRow>(
    `select a.id as "accountId", a.email, a.role, a.ip, a.inserted_at as "registeredAt", a.max_requests as "maxRequests"
      from account a left join api_token t on t.account_id = a.id and t.retired_at is null
      where a.deleted_at is null and ($1::bytea is null or t.hash = $1) and ($2::text is null or lower(a.email) = lower($2))
        and ($1::bytea is not null or $2::text is not null)`,
    [hash, email],
  );
  return rows[0] ?? null;
};

export interface Suggested {
  readonly accountId: number;
  readonly email: string;
  readonly sealed: Buffer | null;
}

/** Users whose address contains a text, those first that begin with it, and the one whose live token has the hash. */
export const suggestUsers = async (
  db: Executor,
  { text, hash, limit }: { readonly text: string; readonly hash: Buffer | null; readonly limit: number },
): Promise<readonly Suggested[]> => {
  const { rows } = await db.query<Suggested>(
    `select a.id as "accountId", a.email, t.sealed
      from account a left join api_token t on t.account_id = a.id and t.retired_at is null
      where a.deleted_at is null and (a.email ilike '%' || $1 || '%' or t.hash = $2)
      order by (a.email ilike $1 || '%') desc, lower(a.email) limit $3`,
    [text.replace(/[\\%_]/g, '\\$&'), hash, limit],
  );
  return rows;
};

/** The account behind the hash of a live token, held until the end of the transaction; null when there is none. */
export const holdUser = async (tx: Executor, hash: Buffer): Promise<number | null> => {
  const { rows } = await tx.query<{ id: number }>(
    `select a.id from account a join api_token t on t.account_id = a.id
      where t.hash = $1 and t.retired_at is null and a.deleted_at is null for no key update of a`,
    [hash],
  );
  return rows[0]?.id ?? null;
};

/** What an administrator may change of a user; null leaves it as it is. */
export interface UserChange {
  readonly email: string | null;
  readonly maxRequests: number | null;
}

/** Answers whether the user has another address now. */
export const changeUser = async (tx: Executor, accountId: number, change: UserChange): Promise<boolean> => {
  const { rows } = await tx.query<{ renamed: boolean }>(
    `update account a set email = coalesce($2, a.email), max_requests = coalesce($3, a.max_requests)
      from account before where a.id = $1 and before.id = a.id returning a.email <> before.email as renamed`,
    [accountId, change.email, change.maxRequests],
  );
  return rows[0]?.renamed ?? false;
};

/** False when the token has been replaced meanwhile. */
export const setValid = async (tx: Executor, hash: Buffer, valid: boolean): Promise<boolean> => {
  const { rowCount } = await tx.query('update api_token set valid = $2 where hash = $1 and retired_at is null', [
    hash,
    valid,
  ]);
  return rowCount === 1;
};

export interface RegisteredToken {
  readonly sealed: Buffer;
  readonly email: string;
  readonly ip: string | null;
  readonly at: Date;
  readonly valid: boolean;
}

/** Tokens that were made on a day of a time zone, newest first, without those of deleted users. */
/** Tokens of a calendar day, of today when it is null, as the time zone means it. */
export const tokensOfDay = async (
  db: Executor,
  day: string | null,
  timeZone: string,
): Promise<readonly RegisteredToken[]> => {
  const { rows } = await db.query<RegisteredToken>(
    `with asked as (select coalesce($1::date, (now() at time zone $2)::date) as day)
      select t.sealed, a.email, t.ip, t.inserted_at as at, t.valid and t.retired_at is null as valid
      from asked, api_token t join account a on a.id = t.account_id
      where a.deleted_at is null and t.inserted_at >= asked.day::timestamp at time zone $2
        and t.inserted_at < (asked.day + 1)::timestamp at time zone $2
      order by t.inserted_at desc, t.id desc`,
    [day, timeZone],
  );
  return rows;
};
