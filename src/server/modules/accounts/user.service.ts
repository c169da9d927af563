import { isEmail } from '#contracts/email.ts';
import type { UserRecord } from '#contracts/users.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database } from '#server/platform/db/database.ts';
import { PEOPLE_CHANGED } from './account.events.ts';
import type { Accounts } from './account.service.ts';
import { holdAccount } from './account.store.ts';
import type { Requests, UsageOf } from './usage.ts';
import { calendarDay, daysAsked, nobodyNamed, type RequestsAsked, type WhoAsked } from './user.rules.ts';
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
}

const bit = (flag: boolean): number => (flag ? 1 : 0);

const isTaken = (error: unknown): boolean => {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  return code === '23505' && constraint === 'account_email';
};

/** What administrators see and do about users. Every call throws `user_unknown` for one that nothing matches. */
export const createUsers = ({ db, tokens, accounts, usage, requests, now, timeZone }: UserOptions) => {
  const ownerOf = async (token: string): Promise<number> => {
    const accountId = await tokens.ownerOf(token);
    if (accountId === null) throw failure('user_unknown');
    return accountId;
  };

  const userOf = async ({ token, email }: WhoAsked): Promise<UserRow> => {
    if (token === undefined && email === undefined) throw nobodyNamed();
    const accountId = token === undefined ? null : await ownerOf(token);
    const found = await findUser(db, { accountId, email: email ?? null });
    if (!found) throw failure('user_unknown');
    return found;
  };

  const recordOf = async ({ accountId, email, role, ip, registeredAt, maxRequests }: UserRow): Promise<UserRecord> => {
    const live = (await tokens.liveTokens(db, [accountId])).get(accountId);
    const limit = await tokens.limitOfAccount(accountId);
    const { used } = await usage(accountId, limit);
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
    };
  };

  const show = async (who: WhoAsked): Promise<UserRecord> => recordOf(await userOf(who));

  const suggest = async (text: string): Promise<readonly { email: string; token: string }[]> => {
    const found = await suggestUsers(db, { text, accountId: await tokens.ownerOf(text), limit: SUGGESTIONS });
    const live = await tokens.liveTokens(
      db,
      found.map(({ accountId }) => accountId),
    );
    return found.map(({ accountId, email }) => ({ email, token: live.get(accountId)?.token ?? '' }));
  };

  /** Changes what is given. Throws `invalid_body` for what is no address, `email_taken` for another's. */
  const change = async ({ token, email, isValid, maxRequests }: UserChangeAsked): Promise<UserRecord> => {
    if (email !== undefined && !isEmail(email)) {
      const message = 'Email must be a valid email address';
      throw failure('invalid_body', message, { details: [{ field: 'email', message }] });
    }
    const accountId = await ownerOf(token);
    try {
      await db.transaction(async (tx) => {
        if (!(await holdAccount(tx, accountId))) throw failure('user_unknown');
        const renamed = await changeUser(tx, accountId, { email: email ?? null, maxRequests: maxRequests ?? null });
        // A session speaks for an address: its owner signs in again with the new one.
        if (renamed) await accounts.endSessions(tx, accountId);
        if (isValid !== undefined && !(await tokens.setValid(tx, token, isValid === 1))) throw failure('user_unknown');
        await publish(tx, PEOPLE_CHANGED);
      });
    } catch (error) {
      throw isTaken(error) ? failure('email_taken', undefined, { cause: error }) : error;
    }
    return show({ token });
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

  /** Makes every node read a user's token again. */
  const evict = async (token: string): Promise<string> => {
    await userOf({ token });
    await publish(db, PEOPLE_CHANGED);
    return 'Cache cleared';
  };

  /** Tokens that were registered on a day: yyyymmdd, or `today`. */
  const registered = async (date: string) =>
    (await tokens.registered(date === 'today' ? null : calendarDay(date), timeZone)).map(
      ({ token, email, ip, at, valid }) => ({
        token,
        email,
        ip,
        registrationDate: at.toISOString(),
        isValid: bit(valid),
      }),
    );

  return { show, suggest, change, remove, requestsToken, requestsIp, evict, registered };
};

export type Users = ReturnType<typeof createUsers>;
