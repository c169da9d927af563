import type { FastifyRequest } from 'fastify';
import { accountHooks } from '#server/app/account-hooks.ts';
import { Failure } from '#server/kernel/failure.ts';
import { createMail } from '#server/modules/mail/mail.service.ts';
import { createPlans } from '#server/modules/plans/plan.service.ts';
import { createTokens } from '#server/modules/tokens/token.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Authenticate, Caller } from '#server/platform/http/route.ts';
import { silentLog } from '#test/support/log.ts';
import { createReader } from '../configuration/reader.rules.ts';
import { ACCOUNT_SETTINGS } from './account.config.ts';
import type { AccountOptions } from './account.parts.ts';
import { createAccounts } from './account.service.ts';
import { createPasswords } from './password.ts';
import { createSessions } from './session.service.ts';

export const SECRET = 'a secret of at least 32 characters';
export const MINUTE = 60_000;

/** The accounts of a database with a clock that stands still until it is moved, and a count of compared passwords. */
export const accountsOn = (db: Database, changed: Partial<AccountOptions> = {}) => {
  let at = Date.UTC(2026, 0, 1);
  const now = () => new Date(at);
  const settings = new Map(ACCOUNT_SETTINGS.map(({ key, value }) => [key, value]));
  const real = createPasswords({ secret: SECRET });
  const mail = createMail({ isOn: true, now });
  const compared: (string | null)[] = [];
  const fresh: (readonly [accountId: number, ip: string | null])[] = [];
  const sessions = createSessions({ db, secret: SECRET, now, ticks: () => at });
  const accounts = createAccounts({
    db,
    secret: SECRET,
    log: silentLog,
    configuration: createReader(ACCOUNT_SETTINGS, (key) => settings.get(key)),
    sessions,
    now,
    triesClock: now,
    signUp: 'open',
    mail,
    publicUrl: 'https://films.example',
    onNew: async (_tx, accountId, ip) => void fresh.push([accountId, ip]),
    onGone: accountHooks({ plans: createPlans(), tokens: createTokens({ db, secret: SECRET }), mail }).onGone,
    passwords: {
      hash: real.hash,
      verify: (phc, text) => {
        compared.push(phc);
        return real.verify(phc, text);
      },
    },
    ...changed,
  });
  return {
    accounts,
    sessions,
    /** The hashes that passwords were compared with. */
    compared,
    /** The accounts that were made, with where they were asked for. */
    fresh,
    now,
    later: (ms: number): void => {
      at += ms;
    },
    set: (key: string, value: string) => settings.set(key, value),
  };
};

/** What a request with this header would be taken for. */
export const callerOf = async (authenticate: Authenticate, authorization: string | undefined): Promise<Caller> =>
  authenticate({ headers: { authorization } } as FastifyRequest);

/** The failure that a piece of work ends in. */
export const failureOf = async (work: () => unknown): Promise<Failure> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it did not fail');
};
