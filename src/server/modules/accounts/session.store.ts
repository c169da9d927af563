import type { SignInRole } from '#contracts/session.ts';
import { publishSql } from '#server/platform/bus/event.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { PEOPLE_CHANGED } from './account.events.ts';

/** Where every node hears that something about people has changed. */

/** A session with what its account is at this moment. */
export interface SessionRow {
  readonly accountId: number;
  readonly email: string;
  readonly role: SignInRole;
  readonly version: number;
  readonly maxRegs: number;
  readonly signedInAt: Date;
  readonly endsAt: Date;
}

/** A session by its id; null when it was ended or its account is deleted. */
export const findSession = async (db: Executor, id: string): Promise<SessionRow | null> => {
  const { rows } = await db.query<{
    account_id: number;
    email: string;
    role: SignInRole;
    version: number;
    max_regs: number;
    signed_in_at: Date;
    ends_at: Date;
  }>({
    name: 'session',
    text: `select s.account_id, a.email, a.role, a.version, a.max_regs, s.signed_in_at, s.ends_at
             from session s join account a on a.id = s.account_id where s.id = $1 and a.deleted_at is null`,
    values: [id],
  });
  const [row] = rows;
  if (!row) return null;
  const { account_id, email, role, version, max_regs, signed_in_at, ends_at } = row;
  return {
    accountId: account_id,
    email,
    role,
    version,
    maxRegs: max_regs,
    signedInAt: signed_in_at,
    endsAt: ends_at,
  };
};

interface NewSession {
  readonly id: string;
  readonly accountId: number;
  readonly signedInAt: Date;
  readonly endsAt: Date;
  readonly ip: string | null;
  readonly agent: string | null;
}

export const insertSession = async (
  db: Executor,
  { id, accountId, signedInAt, endsAt, ip, agent }: NewSession,
): Promise<void> => {
  await db.query(
    `insert into session (id, account_id, signed_in_at, seen_at, ends_at, ip, agent) values ($1, $2, $3, $3, $4, $5, $6)`,
    [id, accountId, signedInAt, endsAt, ip, agent],
  );
};

export const touchSession = async (db: Executor, id: string, now: Date): Promise<void> => {
  await db.query('update session set seen_at = $2 where id = $1', [id, now]);
};

/** A session as its owner sees it. */
export interface OwnSessionRow {
  readonly number: number;
  readonly signedInAt: Date;
  readonly seenAt: Date;
  readonly endsAt: Date;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly current: boolean;
}

interface OfAccount {
  readonly accountId: number;
  /** The `id` of the one that asks. */
  readonly current: string;
}

export const listSessions = async (
  db: Executor,
  { accountId, current, now, limit }: OfAccount & { readonly now: Date; readonly limit: number },
): Promise<readonly OwnSessionRow[]> => {
  const { rows } = await db.query<OwnSessionRow>(
    `select number, signed_in_at as "signedInAt", seen_at as "seenAt", ends_at as "endsAt", ip, agent, id = $2 as current
       from session where account_id = $1 and ends_at > $3 order by id = $2 desc, seen_at desc, number desc limit $4`,
    [accountId, current, now, limit],
  );
  return rows;
};

/** Ends a session of an account by its number and tells every node; false when there is none. */
export const deleteNumbered = async (db: Executor, accountId: number, number: number): Promise<boolean> => {
  const { rows } = await db.query(
    `with gone as (delete from session where account_id = $1 and number = $2 returning 1)
     select ${publishSql(PEOPLE_CHANGED)} from gone`,
    [accountId, number],
  );
  return rows.length > 0;
};

/** Gives a session another id; answers when it ends, null when it was ended meanwhile. */
export const renameSession = async (
  db: Executor,
  { id, accountId, newId }: { readonly id: string; readonly accountId: number; readonly newId: string },
): Promise<{ readonly endsAt: Date } | null> => {
  const { rows } = await db.query<{ endsAt: Date }>(
    'update session set id = $3 where id = $1 and account_id = $2 returning ends_at as "endsAt"',
    [id, accountId, newId],
  );
  return rows[0] ?? null;
};

/** Removes sessions that are over, some at a time. */
export const sweepSessions = async (db: Executor, now: Date): Promise<void> => {
  await db.query(
    `delete from session where id in
       (select id from session where ends_at <= $1 order by ends_at limit 100 for update skip locked)`,
    [now],
  );
};

/** Ends a session and tells every node. */
export const deleteSession = async (db: Executor, id: string): Promise<void> => {
  await db.query(`with gone as (delete from session where id = $1) select ${publishSql(PEOPLE_CHANGED)}`, [id]);
};

/** Ends the sessions of an account, all but one when that is named, and tells every node. */
export const deleteSessions = async (db: Executor, accountId: number, except: string | null): Promise<void> => {
  await db.query(
    `with gone as (delete from session where account_id = $1 and id is distinct from $2) select ${publishSql(PEOPLE_CHANGED)}`,
    [accountId, except],
  );
};

/**
 * Ends the sessions of an account but one that still goes on, and tells every node; false, and nothing, where that one was
 * ended. The account is held: of two that end each other the first one stays.
 */
export const deleteOthers = async (db: Executor, accountId: number, own: string): Promise<boolean> => {
  const { rows } = await db.query(
    `with held as (select id from account where id = $1 for no key update),
       mine as (select id from session where id = $2 and account_id = (select id from held) for update),
       gone as (delete from session where account_id = $1 and id <> $2 and exists (select from mine))
     select ${publishSql(PEOPLE_CHANGED)} from mine`,
    [accountId, own],
  );
  return rows.length > 0;
};

/** Places that an account has signed in from: so many are kept, the latest ones. */
const KEPT_ADDRESSES = 100;

export const rememberAddress = async (db: Executor, accountId: number, network: string, now: Date): Promise<void> => {
  await db.query(
    `insert into known_address (account_id, ip, seen_at) values ($1, $2, $3)
       on conflict (account_id, ip) do update set seen_at = greatest(known_address.seen_at, excluded.seen_at)`,
    [accountId, network, now],
  );
  await db.query(
    `delete from known_address where account_id = $1 and ip in
       (select ip from known_address where account_id = $1 order by seen_at desc, ip offset $2)`,
    [accountId, KEPT_ADDRESSES],
  );
};

export const isKnownAddress = async (db: Executor, accountId: number, network: string): Promise<boolean> => {
  const { rows } = await db.query('select 1 from known_address where account_id = $1 and ip = $2', [
    accountId,
    network,
  ]);
  return rows.length > 0;
};
