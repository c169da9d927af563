import { hash } from 'node:crypto';
import { visible } from '#contracts/session.ts';
import { type Failure, failure } from '#server/kernel/failure.ts';
import { PEOPLE_CHANGED } from '#server/modules/accounts/account.events.ts';
import { holdAccount } from '#server/modules/accounts/account.service.ts';
import { limitOf } from '#server/modules/plans/limit.rules.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { byKeys, viewed } from '#server/platform/db/steps.ts';
import { createTrusted, type Found } from '#server/platform/db/trusted.ts';
import { membersOf } from '#server/platform/http/address.ts';
import type { Caller } from '#server/platform/http/route.ts';
import { statusOf, type Waits } from './key.rules.ts';
import { findStates, findWithKeys, type TokenState } from './key.store.ts';
import { looksLikeToken, tokenHash } from './token.rules.ts';
import { newToken, seal, unseal } from './token.secret.ts';
import {
  buryTokens,
  findAllOf,
  findLive,
  findLiveOf,
  findLiveOwner,
  findRegistered,
  findStanding,
  findToken,
  findTokenId,
  findWaiting,
  insertToken,
  isTokenId,
  retireToken,
  setValid,
  type TokenOwner,
  tokensOfDay,
  type Waiting,
} from './token.store.ts';

/** Tokens that a node knows at once. */
const KNOWN = 50_000;
/** A live token that is neither to be found nor to be made has been replaced in between; more often is no accident. */
const ISSUE_TRIES = 5;

export interface TokenOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly secret: string;
  readonly now?: () => Date;
  /** Whether `invalidate` has been called for all that has changed until a moment ago. */
  readonly isCurrent?: () => boolean;
  /** Whether tokens wait until the address of their account is confirmed. */
  readonly confirms?: () => boolean;
}

const refused = (reason: 'token_missing' | 'token_invalid' | 'token_disabled' | 'token_expired'): Failure =>
  failure(reason, undefined, { headers: { 'WWW-Authenticate': 'Bearer realm="kinodex"' } });

/** The number of a token's row: what pages name it by, so that no address holds a token. */
const TOKEN_ID = /^\d{1,15}$/;

/** Who calls with a token, and the bounds of its key, which are held against every call. */
interface Bounded {
  readonly caller: Caller;
  /** In ms; null: not yet. */
  readonly retiresAt: number | null;
  readonly expiresAt: number | null;
  /** Whether calls may come from an address. */
  readonly takes: ((ip: string) => boolean) | null;
}
type Known = Bounded | 'disabled' | 'unconfirmed';

const knownOf = (owner: TokenOwner, confirms: boolean): Known => {
  if (!owner.valid) return 'disabled';
  if (owner.unconfirmed && confirms) return 'unconfirmed';
  const { maxRegs, accountId, tokenId, retiresAt, expiresAt, addresses, dailyLimit, keyId } = owner;
  const key = dailyLimit === null ? null : { id: keyId, limit: dailyLimit };
  return {
    caller: { maxRegs, accountId, tokenId, limit: limitOf(owner), person: null, ...(key && { key }) },
    retiresAt: retiresAt?.getTime() ?? null,
    expiresAt: expiresAt?.getTime() ?? null,
    takes: addresses.length === 0 ? null : membersOf(addresses),
  };
};

/** API tokens: whom one belongs to, making and replacing them. */
export const createTokens = ({
  db,
  secret,
  now = () => new Date(),
  isCurrent,
  confirms = () => false,
}: TokenOptions) => {
  const known = createTrusted<Known>({ max: KNOWN, isCurrent });

  /** Looks at the clock each time: what is known may be older than the end of a token. */
  const judged = (found: Known, ip: string | undefined): Caller => {
    if (found === 'disabled') throw refused('token_disabled');
    if (found === 'unconfirmed') throw failure('address_unconfirmed');
    const { caller, retiresAt, expiresAt, takes } = found;
    if (retiresAt !== null && retiresAt <= now().getTime()) throw refused('token_invalid');
    if (expiresAt !== null && expiresAt <= now().getTime()) throw refused('token_expired');
    if (takes !== null && ip !== undefined && !takes(ip)) throw failure('address_refused');
    return caller;
  };

  const lookUp = async (token: string, key: string, ip: string | undefined): Promise<Caller> => {
    const look = async (): Promise<Found<Known>> => {
      const owner = await findToken(db, tokenHash(token), now());
      if (!owner) throw refused('token_invalid');
      return { found: knownOf(owner, confirms()), lasts: owner.planLasts };
    };
    return judged(await known.read(key, look), ip);
  };

  /**
   * Who calls with a token from an address; at once when it is known. Throws `token_missing`, `_invalid`, `_disabled`,
   * `_expired`, `address_unconfirmed`, `address_refused`.
   */
  const authenticate = (token: string | undefined, ip?: string): Caller | Promise<Caller> => {
    if (!token) throw refused('token_missing');
    const key = hash('sha256', token, 'base64');
    const found = known.get(key);
    if (found !== undefined) return judged(found, ip);
    if (!looksLikeToken(token)) throw refused('token_invalid');
    return lookUp(token, key, ip);
  };

  /** The token of an account's first key and whether it is valid; one is made, for `ip`, when there is none. */
  const liveOf = async (executor: Executor, accountId: number, ip: string | null) => {
    for (let tries = 0; tries < ISSUE_TRIES; tries++) {
      const live = await findLive(executor, accountId);
      if (live) return { token: unseal(live.sealed, secret), valid: live.valid, expiresAt: live.expiresAt };
      const token = newToken();
      const made = { accountId, hash: tokenHash(token), sealed: seal(token, secret), ip };
      // Whoever made it, it is read again, with the end that its user has set for the key.
      await insertToken(executor, made, now());
    }
    throw new Error(`the token of account ${accountId} was replaced each time it was read`);
  };

  /** The live token of an account, even one that is disabled; a new one when there is none. */
  const issue = async (executor: Executor, accountId: number, ip: string | null = null): Promise<string> =>
    (await liveOf(executor, accountId, ip)).token;

  /** Retires the tokens of the first key of an account and makes a new one. Throws `token_locked` when an administrator disabled it. */
  const replace = (accountId: number, ip: string | null): Promise<string> =>
    db.transaction(async (tx) => {
      // Whoever rotates a key holds the account too.
      if (!(await holdAccount(tx, accountId))) throw failure('session_invalid');
      await retireToken(tx, accountId, now());
      const { token, valid } = await liveOf(tx, accountId, ip);
      if (!valid) throw failure('token_locked');
      await publish(tx, PEOPLE_CHANGED);
      return token;
    });

  /** A sealed token again; empty when it was sealed under a secret that is lost, so that a list can still be shown. */
  const shown = (sealed: Buffer): string => {
    try {
      return unseal(sealed, secret);
    } catch {
      return '';
    }
  };

  const waitOf = ({ leaving, unconfirmed }: Waiting): Waits | null =>
    leaving ? 'LEAVING' : confirms() && unconfirmed ? 'UNCONFIRMED' : null;

  /** Why the tokens of an account are refused for now; null: they are not. */
  const waits = async (accountId: number, executor: Executor = db): Promise<Waits | null> =>
    waitOf(await findWaiting(executor, accountId));

  /** Tokens, live and retired, and how they stand, by their ids. */
  const byIds = async (ids: readonly number[]) => {
    const at = now();
    const statusNow = ({ retired, ...token }: TokenState) =>
      retired ? 'RETIRED' : statusOf({ ...token, waits: waitOf(token) }, at);
    const found = ids.length === 0 ? [] : await findStates(db, [...new Set(ids)], at);
    return new Map(found.map((one) => [one.id, { token: shown(one.sealed), status: statusNow(one) }] as const));
  };

  /** Every token that an account has had, the latest first. */
  const ofAccount = async (accountId: number) =>
    (await findAllOf(db, accountId)).map(({ sealed, ...row }) => ({ ...row, token: shown(sealed) }));

  /** The id of a token, live or retired, that is given whole or by its id; null when it is none. */
  const idOf = async (token: string): Promise<number | null> => {
    if (TOKEN_ID.test(token)) return (await isTokenId(db, Number(token))) ? Number(token) : null;
    return looksLikeToken(token) ? findTokenId(db, tokenHash(token)) : null;
  };

  /** The id and the visible part of a token that is given whole or by its id. Throws `token_unknown`. */
  const nameOf = async (text: string): Promise<{ readonly idToken: number; readonly visible: string }> => {
    const idToken = await idOf(text);
    if (idToken === null) throw failure('token_unknown');
    return { idToken, visible: visible((await byIds([idToken])).get(idToken)?.token ?? '') };
  };

  /** The account of a live token, given whole or by its id, and that id; null for what is none. */
  const ownerOf = async (token: string) => {
    const id = await idOf(token);
    return id === null ? null : findLiveOwner(db, id, now());
  };

  /** A live token of an account, of its first key where none is named, and all its keys; null when there is none. */
  const withKeys = async (executor: Executor, accountId: number, idToken: number | null) => {
    const found = await findWithKeys(executor, accountId, idToken, now());
    return found && { ...found, token: shown(found.sealed) };
  };

  /** Lets a live token, given whole or by its id, be used or not; false when it is none any more. */
  const allow = async (tx: Executor, token: string, valid: boolean): Promise<boolean> => {
    const id = await idOf(token);
    return id !== null && setValid(tx, id, valid, now());
  };

  /** The live tokens of accounts and whether they are valid. An account without one is left out: none is made. */
  const liveTokens = async (
    executor: Executor,
    accountIds: readonly number[],
  ): Promise<ReadonlyMap<number, { readonly id: number; readonly token: string; readonly valid: boolean }>> =>
    new Map(
      (await findLiveOf(executor, accountIds)).map(({ id, accountId, sealed, valid }) => [
        accountId,
        { id, token: shown(sealed), valid },
      ]),
    );

  /** Tokens that were made on a day of a time zone, yyyy-mm-dd, null: today; newest first, none of deleted users. */
  const registered = async (day: string | null, timeZone: string) => {
    const steps = byKeys(await tokensOfDay(db, day, timeZone), (ids) => findRegistered(db, ids));
    return viewed(steps, (rows) => rows.map(({ sealed, ...row }) => ({ token: shown(sealed), ...row })));
  };

  /** Requests a UTC day of an account; null: no limit. */
  const limitOfAccount = async (accountId: number): Promise<number | null> => {
    const standing = await findStanding(db, accountId);
    return standing ? limitOf(standing) : 0;
  };

  return {
    ...{ waits, authenticate, issue, liveOf, replace },
    ...{ shown, byIds, ofAccount, idOf, nameOf, ownerOf, withKeys, liveTokens, registered },
    setValid: allow,
    /** Part of the step that deletes an account. */
    bury: buryTokens,
    limitOfAccount,
    /** Drops what is known of every token: the next call of each reads it again. */
    invalidate: known.invalidate,
  };
};

export type Tokens = ReturnType<typeof createTokens>;
