import type { UserToken } from '#contracts/account.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { daysBefore, utcDay } from '#server/kernel/utc-day.ts';
import type { Requests, UsageOf } from '#server/modules/accounts/usage.ts';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { statusOf } from './key.rules.ts';
import type { Tokens } from './token.service.ts';

export interface UserTokenOptions {
  readonly db: Executor;
  readonly tokens: Tokens;
  readonly configuration: Pick<Configuration, 'number'>;
  readonly usage: UsageOf;
  readonly requests: Pick<Requests, 'byDay' | 'last'>;
  readonly now: () => Date;
}

/** What a user sees and does about the own API token. */
export const createUserToken = ({ db, tokens, configuration, usage, requests, now }: UserTokenOptions) => {
  /** The requests of an account, of the days that it is shown. */
  const requestsOf = async (accountId: number): Promise<UserToken['requests']> => {
    const today = now();
    const first = daysBefore(today, configuration.number('USER_REQUESTS_DAYS') - 1);
    const counted = await requests.byDay(accountId, { from: utcDay(first), to: utcDay(today) });
    return counted.map(({ date, requests: count }) => ({ date, requests: count }));
  };

  /** The token and its requests; an account without a token gets one, asked for from `ip`. */
  const show = async (accountId: number, ip: string): Promise<UserToken> => {
    const { token, valid, expiresAt } = await tokens.liveOf(db, accountId, ip);
    const { limit, used, remaining } = await usage(accountId, await tokens.limitOfAccount(accountId));
    const last = await requests.last(accountId);
    return {
      token,
      status: statusOf({ valid, expiresAt, waits: await tokens.waits(accountId) }, now()),
      requestsDays: configuration.number('USER_REQUESTS_DAYS'),
      requests: await requestsOf(accountId),
      limit,
      used,
      remaining,
      lastUsed: last && { date: last.at.toISOString(), ip: last.ip },
    };
  };

  const invalidate = async (accountId: number, ip: string): Promise<string> => {
    if ((await tokens.waits(accountId)) === 'LEAVING') throw failure('account_leaving');
    await tokens.replace(accountId, ip);
    return 'Token invalidated';
  };

  return { show, requestsOf, invalidate };
};

export type UserTokenPage = ReturnType<typeof createUserToken>;
