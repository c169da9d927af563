import type { Executor } from '#server/platform/db/database.ts';

export interface NewIdentity {
  readonly accountId: number;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly at: Date;
}

/** Links somebody of a provider to an account; null where either is linked already. */
export const insertIdentity = async (
  tx: Executor,
  { accountId, issuer, subject, email, at }: NewIdentity,
): Promise<number | null> => {
  const { rows } = await tx.query<{ id: number }>(
    `insert into identity (account_id, issuer, subject, email, linked_at) values ($1, $2, $3, $4, $5)
      on conflict do nothing returning id`,
    [accountId, issuer, subject, email, at],
  );
  return rows[0]?.id ?? null;
};

export interface Linked {
  readonly identityId: number;
  readonly accountId: number;
}

/** Whose account somebody of a provider is. */
export const findLinked = async (db: Executor, issuer: string, subject: string): Promise<Linked | null> => {
  const { rows } = await db.query<Linked & Record<string, unknown>>(
    `select i.id as "identityId", i.account_id as "accountId" from identity i join account a on a.id = i.account_id
      where i.issuer = $1 and i.subject = $2 and a.deleted_at is null`,
    [issuer, subject],
  );
  return rows[0] ?? null;
};

/** Notes a sign-in, with the address that the provider said. */
export const noteUse = async (
  tx: Executor,
  id: number,
  { email, at }: { readonly email: string | null; readonly at: Date },
): Promise<void> => {
  await tx.query('update identity set used_at = $2, email = coalesce($3, email) where id = $1', [id, at, email]);
};

/** The account that it is linked to; null where it is so no more. */
export const ownerOf = async (db: Executor, id: number): Promise<number | null> => {
  const { rows } = await db.query<{ accountId: number }>(
    'select account_id as "accountId" from identity where id = $1',
    [id],
  );
  return rows[0]?.accountId ?? null;
};

export interface IdentityRow {
  readonly idIdentity: number;
  readonly issuer: string;
  readonly email: string | null;
  readonly linkedAt: Date;
  readonly usedAt: Date | null;
}

export const listIdentities = async (db: Executor, accountId: number): Promise<readonly IdentityRow[]> => {
  const { rows } = await db.query<IdentityRow & Record<string, unknown>>(
    `select id as "idIdentity", issuer, email, linked_at as "linkedAt", used_at as "usedAt" from identity
      where account_id = $1 order by linked_at, id`,
    [accountId],
  );
  return rows;
};

/** False where the account has no such one. */
export const deleteIdentity = async (tx: Executor, accountId: number, id: number): Promise<boolean> => {
  const { rowCount } = await tx.query('delete from identity where account_id = $1 and id = $2', [accountId, id]);
  return rowCount === 1;
};

/** Whether somebody signs in to an account by a provider. */
export const hasIdentity = async (db: Executor, accountId: number): Promise<boolean> => {
  const { rows } = await db.query('select 1 from identity where account_id = $1 limit 1', [accountId]);
  return rows.length > 0;
};
