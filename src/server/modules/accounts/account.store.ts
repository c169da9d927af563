import type { SignInRole } from '#contracts/session.ts';
import type { Executor, Transaction } from '#server/platform/db/database.ts';
import { LOCKS } from '#server/platform/db/locks.ts';

/** For whoever adds, removes or counts administrators: the last one is then last for everybody. */
export const lockAdministrators = async (tx: Transaction): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock($1)', [LOCKS.administrators]);
};

/** An account that is not deleted. */
export interface AccountRow {
  readonly id: number;
  readonly email: string;
  readonly role: SignInRole;
  /** PHC string; null: nobody can sign in. */
  readonly password: string | null;
  readonly version: number;
  readonly darkTheme: boolean;
  readonly maxRegs: number;
  /** The address has still to be confirmed. */
  readonly unconfirmed: boolean;
  /** Nobody signs in to it. */
  readonly disabled: boolean;
  /** When it is deleted, as its owner wishes; null: it stays. */
  readonly deleteAt: Date | null;
}

const READ = `select id, email, role, password, version, dark_theme as "darkTheme", max_regs as "maxRegs", unconfirmed,
    disabled_at is not null as disabled, delete_at as "deleteAt"
  from account where deleted_at is null`;

export const findByEmail = async (db: Executor, email: string): Promise<AccountRow | null> => {
  const { rows } = await db.query<AccountRow>(`${READ} and lower(email) = lower($1)`, [email]);
  return rows[0] ?? null;
};

export const findById = async (db: Executor, id: number): Promise<AccountRow | null> => {
  const { rows } = await db.query<AccountRow>(`${READ} and id = $1`, [id]);
  return rows[0] ?? null;
};

/** The account as it stands, kept so until the transaction ends; null when the password is not `password` any more. */
export const holdUnchanged = async (tx: Transaction, id: number, password: string): Promise<AccountRow | null> => {
  const { rows } = await tx.query<AccountRow>(`${READ} and id = $1 and password = $2 for share`, [id, password]);
  return rows[0] ?? null;
};

/** The account of an address, kept from changes of others until the transaction ends. */
export const holdByEmail = async (tx: Transaction, email: string): Promise<AccountRow | null> => {
  const { rows } = await tx.query<AccountRow>(`${READ} and lower(email) = lower($1) for update`, [email]);
  return rows[0] ?? null;
};

export const holdById = async (tx: Transaction, id: number): Promise<AccountRow | null> => {
  const { rows } = await tx.query<AccountRow>(`${READ} and id = $1 for update`, [id]);
  return rows[0] ?? null;
};

/** Whether a statement has failed because somebody else has the address. */
export const isTaken = (error: unknown): boolean => {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  return code === '23505' && constraint === 'account_email';
};

/** Gives an account another address, after which no link for a change of it holds; `confirmed` when its mail is read. */
export const setEmail = async (tx: Executor, id: number, email: string, confirmed: boolean): Promise<void> => {
  await tx.query(
    `with gone as (delete from account_link where account_id = $1)
     update account set email = $2, unconfirmed = unconfirmed and not $3, record_version = record_version + 1
       where id = $1`,
    [id, email, confirmed],
  );
};

interface NewAccount {
  readonly email: string;
  readonly password: string | null;
  readonly role: SignInRole;
  readonly ip: string | null;
}

/** The id of a new account; null when the address is taken. */
export const insertAccount = async (db: Executor, account: NewAccount): Promise<number | null> => {
  const { rows } = await db.query<{ id: number }>(
    `insert into account (email, password, role, ip) values ($1, $2, $3, $4)
       on conflict ((lower(email))) do nothing returning id`,
    [account.email, account.password, account.role, account.ip],
  );
  return rows[0]?.id ?? null;
};

/** Keeps the SHA-256 of what gives an account its first password; false when it has one. */
export const setInvitation = async (db: Executor, id: number, code: Buffer, endsAt: Date): Promise<boolean> => {
  const { rows } = await db.query(
    `update account set invitation = $2, invitation_ends_at = $3
       where id = $1 and password is null and deleted_at is null returning id`,
    [id, code, endsAt],
  );
  return rows.length > 0;
};

interface Invited {
  readonly email: string;
  readonly code: Buffer;
  readonly now: Date;
}

/** The account that an invitation ($2) for an address ($1) is good for at a moment ($3). */
const INVITED = `lower(email) = lower($1) and invitation = $2 and invitation_ends_at > $3
  and password is null and deleted_at is null`;

/** Whether an invitation would give its account a first password. */
export const isInvited = async (db: Executor, { email, code, now }: Invited): Promise<boolean> => {
  const { rows } = await db.query(`select 1 from account where ${INVITED}`, [email, code, now]);
  return rows.length > 0;
};

interface Redeemed extends Invited {
  readonly password: string;
  readonly ip: string | null;
}

/** Gives an account its first password, once; answers its id, null when the invitation is not its own or over. */
export const redeemInvitation = async (
  db: Executor,
  { email, code, password, ip, now }: Redeemed,
): Promise<number | null> => {
  const { rows } = await db.query<{ id: number }>(
    `with redeemed as (
       update account set password = $4, ip = coalesce(ip, $5), invitation = null, invitation_ends_at = null
         where ${INVITED} returning id),
       gone as (delete from account_link where purpose = 'password' and account_id in (select id from redeemed))
     select id from redeemed`,
    [email, code, now, password, ip],
  );
  return rows[0]?.id ?? null;
};

/** Requests a day; 0 leaves it to the plan. */
export const setMaxRequests = async (db: Executor, accountId: number, maxRequests: number): Promise<void> => {
  await db.query('update account set max_requests = $2 where id = $1', [accountId, maxRequests]);
};

/** Sets a password, after which no link to choose one or another address holds; `ending` also makes every session token worthless. */
export const setPassword = async (db: Executor, id: number, password: string, ending: boolean): Promise<void> => {
  await db.query(
    `with gone as (delete from account_link where account_id = $1 and purpose in ('password', 'email'))
     update account set password = $2, version = version + $3 where id = $1 and deleted_at is null`,
    [id, password, ending ? 1 : 0],
  );
};

/** Whoever registers confirms the address before more can be done. */
export const setUnconfirmed = async (tx: Executor, id: number): Promise<void> => {
  await tx.query('update account set unconfirmed = true where id = $1', [id]);
};

export const setConfirmed = async (tx: Executor, id: number): Promise<void> => {
  await tx.query(
    `with gone as (delete from account_link where account_id = $1 and purpose = 'address')
     update account set unconfirmed = false where id = $1`,
    [id],
  );
};

/** Changes the role; session tokens that name the former one are worthless. */
export const updateRole = async (db: Executor, id: number, role: SignInRole): Promise<void> => {
  await db.query('update account set role = $2, version = version + 1 where id = $1', [id, role]);
};

/** Those who can sign in. */
export const countAdministrators = async (db: Executor): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from account where role = 'ADMIN' and deleted_at is null and disabled_at is null`,
  );
  return rows[0]?.count ?? 0;
};

/** Whether there is no administrator beside one, of those that stay and can sign in: one who was only invited cannot. */
export const isLastAdministrator = async (db: Executor, id: number): Promise<boolean> => {
  const { rows } = await db.query(
    `select 1 from account where role = 'ADMIN' and deleted_at is null and delete_at is null
      and disabled_at is null and password is not null and id <> $1 limit 1`,
    [id],
  );
  return rows.length === 0;
};

/** Leaves of an account what payments and audited requests point to: its id. */
export const buryAccount = async (tx: Transaction, id: number, now: Date): Promise<void> => {
  await tx.query(
    `update account set email = 'deleted-' || id, password = null, invitation = null, ip = null, role = 'USER',
       version = version + 1, delete_at = null, deleted_at = $2 where id = $1`,
    [id, now],
  );
  await tx.query('delete from known_address where account_id = $1', [id]);
  await tx.query('delete from account_link where account_id = $1', [id]);
  await tx.query('delete from second_factor where account_id = $1', [id]);
  await tx.query('delete from identity where account_id = $1', [id]);
};

/**
 * Keeps others from changing an account, and what it holds, until the transaction ends; false when there is none or it is
 * deleted. Rows that only name the account, such as sessions, need not wait for that.
 */
export const holdAccount = async (tx: Executor, id: number): Promise<boolean> => {
  const { rows } = await tx.query<{ there: boolean }>(
    'select deleted_at is null as there from account where id = $1 for no key update',
    [id],
  );
  return rows[0]?.there ?? false;
};

/** The addresses of accounts by their ids; those of deleted ones say so. */
export const readEmails = async (db: Executor, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<{ id: number; email: string }>('select id, email from account where id = any($1)', [
    ids,
  ]);
  return new Map(rows.map(({ id, email }) => [id, email]));
};
