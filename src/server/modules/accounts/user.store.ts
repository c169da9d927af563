import { literal } from '#server/kernel/like.ts';
import type { Executor } from '#server/platform/db/database.ts';

export interface UserRow {
  readonly accountId: number;
  readonly email: string;
  readonly role: 'USER' | 'ADMIN';
  readonly ip: string | null;
  readonly registeredAt: Date;
  readonly maxRequests: number;
  readonly version: number;
}

/** What has to be true of a user, all of it; null says nothing. */
export interface Who {
  readonly accountId: number | null;
  readonly email: string | null;
}

/** The user, unless deleted; null when there is none. */
export const findUser = async (db: Executor, { accountId, email }: Who): Promise<UserRow | null> => {
  const { rows } = await db.query<UserRow>(
    `select id as "accountId", email, role, ip, inserted_at as "registeredAt", max_requests as "maxRequests",
        record_version as version
      from account
      where deleted_at is null and ($1::bigint is null or id = $1) and ($2::text is null or lower(email) = lower($2))
        and ($1::bigint is not null or $2::text is not null)`,
    [accountId, email],
  );
  return rows[0] ?? null;
};

export interface Suggested {
  readonly accountId: number;
  readonly email: string;
}

/** Users whose address contains a text, those first that begin with it, and one who is found otherwise. */
export const suggestUsers = async (
  db: Executor,
  { text, accountId, limit }: { readonly text: string; readonly accountId: number | null; readonly limit: number },
): Promise<readonly Suggested[]> => {
  const { rows } = await db.query<Suggested>(
    `select id as "accountId", email from account
      where deleted_at is null and (email ilike '%' || $1 || '%' or id = $2)
      order by (email ilike $1 || '%') desc, lower(email) limit $3`,
    [literal(text), accountId, limit],
  );
  return rows;
};

/** What an administrator may change of a user; null leaves it as it is. */
export interface UserChange {
  readonly email: string | null;
  readonly maxRequests: number | null;
  /** Something of the record changes that stands elsewhere. */
  readonly more: boolean;
}

/** Answers whether the user has another address now. */
export const changeUser = async (tx: Executor, accountId: number, change: UserChange): Promise<boolean> => {
  const { rows } = await tx.query<{ renamed: boolean }>(
    `update account a set email = coalesce($2, a.email), max_requests = coalesce($3, a.max_requests),
        record_version = a.record_version
          + (coalesce($2, a.email) <> a.email or coalesce($3, a.max_requests) <> a.max_requests or $4)::int
      from account before where a.id = $1 and before.id = a.id returning a.email <> before.email as renamed`,
    [accountId, change.email, change.maxRequests, change.more],
  );
  return rows[0]?.renamed ?? false;
};
