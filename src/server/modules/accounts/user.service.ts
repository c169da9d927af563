import { isEmail } from '#contracts/email.ts';
import type { UserRecord } from '#contracts/users.api.ts';
import { failure, refusedAt, unchangedSince } from '#server/kernel/failure.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { viewed } from '#server/platform/db/steps.ts';
import { PEOPLE_CHANGED } from './account.events.ts';
import type { Accounts } from './account.service.ts';
import { holdAccount, isTaken } from './account.store.ts';
import type { Requests, UsageOf } from './usage.ts';
import { calendarDay, dayIn, daysAsked, nobodyNamed, type RequestsAsked, type WhoAsked } from './user.rules.ts';
import { changeUser, findUser, suggestUsers, type UserRow } from './user.store.ts';
import type { UserTokens } from './user.tokens.ts';

const SUGGESTIONS = 10;

export interface UserOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly tokens: UserTokens;
  readonly accounts: Pick<Accounts, 'remove' | 'endSessions'>;
  readonly usage: UsageOf;
  readonly requests: Pick<Requests, 'byDay' | 'byAddress'>;
  readonly now: () => Date;
  /** SERVER_TIME_ZONE, an IANA name: whose days `registered` means. */
  readonly timeZone: string;
}

export interface UserChangeAsked {
  readonly token: string;
  readonly email?: string;
  readonly isValid?: number;
  readonly maxRequests?: number;
  readonly version?: number;
}

const bit = (flag: boolean): number => (flag ? 1 : 0);

/** What administrators see and do about users. Every call throws `user_unknown` for one that nothing matches. */
export const createUsers = ({ db, tokens, accounts, usage, requests, now, timeZone }: UserOptions) => {
  const ownerOf = async (token: string) => {
    const owner = await tokens.ownerOf(token);
    if (owner === null) throw failure('user_unknown');
    return owner;
  };

  /** The user, and which of the tokens was named. */
  const whoIs = async ({ token, email }: WhoAsked) => {
    if (token === undefined && email === undefined) throw nobodyNamed();
    const owner = token === undefined ? null : await ownerOf(token);
    const user = await findUser(db, { accountId: owner?.accountId ?? null, email: email ?? null });
    if (!user) throw failure('user_unknown');
    return { user, idToken: owner?.idToken ?? null };
  };
  const userOf = async (who: WhoAsked): Promise<UserRow> => (await whoIs(who)).user;

  const spentOf = async (accountId: number) => {
    const limit = await tokens.limitOfAccount(accountId);
    return { limit, used: (await usage(accountId, limit)).used };
  };

  /** The record with the token that is named, else with that of the first key. */
  const recordOf = async (user: UserRow, idToken: number | null): Promise<UserRecord> => {
    const { accountId, email, role, ip, registeredAt, maxRequests, version } = user;
    const [live, { limit, used }] = await Promise.all([tokens.withKeys(db, accountId, idToken), spentOf(accountId)]);
    return {
      token: live?.token ?? '',
      email,
      ip,
      registrationDate: registeredAt.toISOString(),
      isValid: bit(live?.valid ?? false),
      maxRequests,
      role,
      limit,
      used,
      idToken: live?.id ?? null,
      keyName: live?.keyName ?? null,
      keys: [...(live?.keys ?? [])],
      version,
    };
  };

  const show = async (who: WhoAsked): Promise<UserRecord> => {
    const { user, idToken } = await whoIs(who);
    return recordOf(user, idToken);
  };

  /** A number is more likely the beginning of an address than the id of a token. */
  const byWholeToken = async (text: string) => (/^\d+$/.test(text) ? null : tokens.ownerOf(text));

  const suggest = async (text: string): Promise<readonly { email: string; token: string }[]> => {
    const owner = await byWholeToken(text);
    const found = await suggestUsers(db, { text, accountId: owner?.accountId ?? null, limit: SUGGESTIONS });
    const live = await tokens.liveTokens(
      db,
      found.map(({ accountId }) => accountId),
    );
    return found.map(({ accountId, email }) => ({
      email,
      token: accountId === owner?.accountId ? text : (live.get(accountId)?.token ?? ''),
    }));
  };

  /** An address that stays is not judged: it may be older than the rule. */
  const judgeEmail = (email: string | undefined, present: UserRow): void => {
    if (email === undefined || email === present.email || isEmail(email)) return;
    const message = 'Email must be a valid email address';
    throw failure('invalid_body', message, { details: [{ field: 'email', message }] });
  };

  /**
   * Changes what is given. Throws `invalid_body` for what is no address, `email_taken` for another's, and
   * `changed_meanwhile` where the record has another version than the one that is named.
   */
  const change = async ({ token, email, isValid, maxRequests, version }: UserChangeAsked): Promise<UserRecord> => {
    const { accountId, idToken } = await ownerOf(token);
    const changed = async (tx: Transaction): Promise<UserRow | null> => {
      await holdAccount(tx, accountId);
      const present = await findUser(tx, { accountId, email: null });
      if (!present) throw failure('user_unknown');
      judgeEmail(email, present);
      if (version !== undefined && version !== present.version) return present;
      const valid = bit((await tokens.withKeys(tx, accountId, idToken))?.valid ?? false);
      const renamed = await changeUser(tx, accountId, {
        email: email ?? null,
        maxRequests: maxRequests ?? null,
        more: isValid !== undefined && isValid !== valid,
      });
      // A session speaks for an address: its owner signs in again with the new one.
      if (renamed) await accounts.endSessions(tx, accountId);
      if (isValid !== undefined && !(await tokens.setValid(tx, token, isValid === 1))) throw failure('user_unknown');
      await publish(tx, PEOPLE_CHANGED);
      return null;
    };
    const newer = await db.transaction(changed).catch((error: unknown) => {
      throw isTaken(error) ? refusedAt('email', 'email_taken', error) : error;
    });
    // What a record tells is read outside of the transaction, since counters have connections of their own.
    if (newer) unchangedSince(version, await recordOf(newer, idToken));
    const kept = await findUser(db, { accountId, email: null });
    if (!kept) throw failure('user_unknown');
    return recordOf(kept, idToken);
  };

  /** Throws `last_admin` for the one administrator that is left. */
  const remove = async (email: string): Promise<string> => {
    await db.transaction((tx) => accounts.remove(tx, email));
    return 'User removed';
  };

  const some = <Row>(rows: readonly Row[]): readonly Row[] => {
    if (rows.length === 0) throw failure('requests_unknown');
    return rows;
  };

  /** Requests a UTC day by every token that the user has had; `requests_unknown` when there are none. */
  const requestsToken = async (asked: RequestsAsked) => {
    const days = daysAsked(asked, now());
    const rows = await requests.byDay((await userOf(asked)).accountId, days);
    return some(rows).map((row) => ({ dateOfRequest: row.date, numberOfRequest: row.requests }));
  };

  const requestsIp = async (asked: RequestsAsked) => {
    const days = daysAsked(asked, now());
    const rows = await requests.byAddress((await userOf(asked)).accountId, days);
    return some(rows).map((row) => ({ dateOfRequest: row.date, ip: row.ip, numberOfRequest: row.requests }));
  };

  /** The same by address with its share of all of them, a day a step. */
  const sharesIp = async (asked: RequestsAsked) => {
    const days = daysAsked(asked, now());
    const { accountId } = await userOf(asked);
    const counted = some(await requests.byDay(accountId, days));
    const all = counted.reduce((sum, { requests: count }) => sum + count, 0);
    const dayOf = async (date: string) =>
      (await requests.byAddress(accountId, { from: date, to: date })).map((row) => ({
        dateOfRequest: date,
        ip: row.ip,
        numberOfRequest: row.requests,
        share: Math.round((row.requests / all) * 10_000) / 10_000,
      }));
    return (async function* () {
      for (const { date } of counted) yield await dayOf(date);
    })();
  };

  /** Makes every node read a user's token again. */
  const evict = async (token: string): Promise<string> => {
    await userOf({ token });
    await publish(db, PEOPLE_CHANGED);
    return 'Cache cleared';
  };

  /** The server's time, and which day it is there. */
  const clock = () => {
    const at = now();
    return { now: at.toISOString(), timeZone, today: dayIn(at, timeZone) };
  };

  /** Tokens that were registered on a day: yyyymmdd, or `today`. */
  const registered = async (date: string) =>
    viewed(await tokens.registered(date === 'today' ? null : calendarDay(date), timeZone), (rows) =>
      rows.map(({ id, token, email, ip, at, valid }) => ({
        token,
        email,
        ip,
        registrationDate: at.toISOString(),
        isValid: bit(valid),
        idToken: id,
      })),
    );

  return { show, suggest, change, remove, requestsToken, requestsIp, sharesIp, evict, clock, registered };
};

export type Users = ReturnType<typeof createUsers>;
