import { randomBytes } from 'node:crypto';
import type { OwnSession } from '#contracts/own.api.ts';
import type { SignInRole } from '#contracts/session.ts';
import { type Failure, failure } from '#server/kernel/failure.ts';
import { networkOf } from '#server/kernel/network.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { createTrusted, type Found } from '#server/platform/db/trusted.ts';
import type { Authenticate, Caller } from '#server/platform/http/route.ts';
import {
  type Claims,
  ownSessionView,
  readToken,
  SESSION_DAYS,
  sessionKey,
  signClaims,
  TOKEN_LIFE,
} from './session.rules.ts';
import {
  deleteNumbered,
  deleteOthers,
  deleteSession,
  deleteSessions,
  findSession,
  insertSession,
  listSessions,
  rememberAddress,
  renameSession,
  type SessionRow,
  sweepSessions,
  touchSession,
} from './session.store.ts';

/** Sessions that a node knows at once. */
const KNOWN = 20_000;
/** Own sessions that are shown. */
const LISTED = 100;
const DAY_MS = 86_400_000;

export interface SessionOptions {
  readonly db: Executor;
  readonly secret: string;
  readonly now: () => Date;
  /** Whether `invalidate` has been called for all that has changed until a moment ago. */
  readonly isCurrent?: () => boolean;
  /** Milliseconds of a clock that is never set back. */
  readonly ticks?: () => number;
}

/** Whose session it is. */
export interface SessionOwner {
  readonly id: number;
  readonly role: SignInRole;
  readonly version: number;
  readonly disabled: boolean;
}

/** A person in one of their sessions. */
export interface InSession {
  readonly accountId: number;
  readonly sessionId: string;
}

interface Known {
  readonly row: SessionRow;
  readonly caller: Caller;
}

const refused = (reason: 'session_missing' | 'session_invalid' | 'session_expired'): Failure =>
  failure(reason, undefined, { headers: { 'WWW-Authenticate': 'Bearer realm="kinodex"' } });

const knownOf = (sessionId: string, row: SessionRow): Known => {
  const { accountId, email, role, maxRegs, signedInAt } = row;
  const person = { sessionId, email, role, signedInAt };
  return { row, caller: { maxRegs, accountId, tokenId: null, limit: null, person } };
};

const newId = (): string => randomBytes(18).toString('base64url');

/** Sessions of people: opening, knowing and ending them. */
export const createSessions = ({ db, secret, now, ...trust }: SessionOptions) => {
  const key = sessionKey(secret);
  const known = createTrusted<Known>({ max: KNOWN, ...trust });
  const { invalidate } = known;

  const seconds = (): number => Math.floor(now().getTime() / 1_000);

  const tokenFor = (owner: Omit<SessionOwner, 'disabled'>, sid: string, endsAt: Date): string => {
    const iat = seconds();
    const exp = Math.min(iat + TOKEN_LIFE, Math.floor(endsAt.getTime() / 1_000));
    return signClaims({ exp, iat, sub: String(owner.id), role: owner.role, sid, ver: owner.version }, key);
  };

  const claimsOf = (token: string): Claims => {
    const claims = readToken(token, key, seconds());
    if (claims === 'invalid') throw refused('session_invalid');
    if (claims === 'expired') throw refused('session_expired');
    return claims;
  };

  /** Throws unless a token still says what is true of its session. */
  const checkClaims = ({ sub, role, ver }: Claims, row: SessionRow): void => {
    if (String(row.accountId) !== sub || row.role !== role || row.version !== ver) throw refused('session_invalid');
    if (row.endsAt <= now()) throw refused('session_expired');
  };

  const judged = (claims: Claims, { row, caller }: Known, access: 'session' | 'admin'): Caller => {
    checkClaims(claims, row);
    if (access === 'admin' && row.role !== 'ADMIN') throw failure('forbidden');
    return caller;
  };

  const lookUp = async (claims: Claims, access: 'session' | 'admin'): Promise<Caller> => {
    const look = async (): Promise<Found<Known>> => {
      const row = await findSession(db, claims.sid);
      if (!row) throw refused('session_invalid');
      return { found: knownOf(claims.sid, row) };
    };
    return judged(claims, await known.read(claims.sid, look), access);
  };

  const claimsIn = (authorization: string | undefined): Claims => {
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw refused('session_missing');
    return claimsOf(token);
  };

  /** Knows administrators by the same text, for what goes on after a call: until when their token holds. */
  const admit = async (authorization: string | undefined): Promise<{ readonly until: Date }> => {
    const claims = claimsIn(authorization);
    const found = known.get(claims.sid);
    if (found) judged(claims, found, 'admin');
    else await lookUp(claims, 'admin');
    return { until: new Date(claims.exp * 1_000) };
  };

  /** Knows people by `Authorization: Bearer` and nothing else; at once when the session is known. */
  const authenticate =
    (access: 'session' | 'admin'): Authenticate =>
    ({ headers }) => {
      const claims = claimsIn(headers.authorization);
      const found = known.get(claims.sid);
      return found ? judged(claims, found, access) : lookUp(claims, access);
    };

  /** Opens a session for somebody who has just proved who they are. Answers its token. Throws `account_disabled`. */
  const open = async (
    executor: Executor,
    owner: SessionOwner,
    ip: string | null,
    agent: string | null = null,
  ): Promise<string> => {
    if (owner.disabled) throw failure('account_disabled');
    const signedInAt = now();
    const endsAt = new Date(signedInAt.getTime() + SESSION_DAYS * DAY_MS);
    const id = newId();
    await insertSession(executor, { id, accountId: owner.id, signedInAt, endsAt, ip, agent });
    if (ip !== null) await rememberAddress(executor, owner.id, networkOf(ip), signedInAt);
    await sweepSessions(executor, signedInAt);
    return tokenFor(owner, id, endsAt);
  };

  /** A new token of a session, never beyond the session's end. Throws `session_invalid` and `session_expired`. */
  const refresh = async (token: string): Promise<string> => {
    const claims = claimsOf(token);
    const row = await findSession(db, claims.sid);
    if (!row) throw refused('session_invalid');
    checkClaims(claims, row);
    await touchSession(db, claims.sid, now());
    return tokenFor({ id: row.accountId, role: row.role, version: row.version }, claims.sid, row.endsAt);
  };

  /** Ends a session, here at once and elsewhere within a second. */
  const end = async (sessionId: string): Promise<void> => {
    await deleteSession(db, sessionId);
    invalidate();
  };

  /** Ends the sessions of an account, as part of a larger step; after it, `invalidate` makes this node see it at once. */
  const endAll = (executor: Executor, accountId: number): Promise<void> => deleteSessions(executor, accountId, null);

  /** The sessions of a person, the one that asks first. */
  const list = async ({ accountId, sessionId }: InSession): Promise<readonly OwnSession[]> => {
    const rows = await listSessions(db, { accountId, current: sessionId, now: now(), limit: LISTED });
    return rows.map(ownSessionView);
  };

  /** Ends a session of a person by its number. Throws `session_unknown`. */
  const endOne = async ({ accountId }: InSession, number: number): Promise<void> => {
    if (!(await deleteNumbered(db, accountId, number))) throw failure('session_unknown');
    invalidate();
  };

  /** Ends all sessions of a person but the one that asks, as part of a larger step, as `endAll`. */
  const endOthersIn = (executor: Executor, { accountId, sessionId }: InSession): Promise<void> =>
    deleteSessions(executor, accountId, sessionId);

  /** Ends all sessions of a person but the one that asks. Throws `session_invalid` where another one has ended it meanwhile. */
  const endOthers = async ({ accountId, sessionId }: InSession): Promise<void> => {
    const isThere = await deleteOthers(db, accountId, sessionId);
    invalidate();
    if (!isThere) throw refused('session_invalid');
  };

  /**
   * Ends every session of an account, the one it is asked in too, which goes on under another `sid`: answers its new token.
   * Part of a larger step, as `endAll`. Throws `session_invalid` when it was ended meanwhile.
   */
  const replace = async (executor: Executor, owner: SessionOwner, sessionId: string): Promise<string> => {
    const sid = newId();
    const row = await renameSession(executor, { id: sessionId, accountId: owner.id, newId: sid });
    if (!row) throw refused('session_invalid');
    await deleteSessions(executor, owner.id, sid);
    return tokenFor(owner, sid, row.endsAt);
  };

  return { open, authenticate, admit, refresh, end, endAll, list, endOne, endOthers, endOthersIn, replace, invalidate };
};

export type Sessions = ReturnType<typeof createSessions>;
