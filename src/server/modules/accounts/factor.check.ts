import type { KeyObject } from 'node:crypto';
import { type Failure, failure } from '#server/kernel/failure.ts';
import { keyFor } from '#server/kernel/keys.ts';
import { unsealed } from '#server/kernel/seal.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { limitsOf } from './account.config.ts';
import type { AccountParts } from './account.parts.ts';
import type { AccountRow } from './account.store.ts';
import { recoveryHash, stepOf } from './factor.codes.ts';
import { findFactor, takeRecovery, takeStep } from './factor.store.ts';
import { createThrottle, tooManyTries } from './throttle.service.ts';

type Account = Pick<AccountRow, 'id'>;

interface GivenCode {
  readonly code: string | undefined;
  /** From where. */
  readonly ip: string | null;
}

export type CheckParts = Pick<AccountParts, 'db' | 'configuration' | 'passwords' | 'tries' | 'now' | 'secret'>;

export const factorKey = (secret: string): KeyObject => keyFor(secret, 'kinodex second factor');

const needed = (): Failure =>
  failure('second_factor_needed', undefined, { headers: { 'WWW-Authenticate': 'Bearer realm="kinodex"' } });

/** Whether a code is the one of an account's second factor. */
export const createFactorCheck = (parts: CheckParts) => {
  const { db, configuration, now, secret } = parts;
  const { takeAll, giveBack, counted, isOwnersTurn } = createThrottle(parts);
  const key = factorKey(secret);

  /**
   * Wrong codes are counted like wrong passwords of the account; where it has signed in from, one in some seconds is looked
   * at all the same. Throws `second_factor_wrong` and `too_many_tries`.
   */
  const trying = async <T>({ id }: Account, ip: string | null, work: () => Promise<T | null>): Promise<T> => {
    const { triesOfAccount, triesWithin } = limitsOf(configuration);
    const buckets = [{ name: `second factor account ${id}`, most: triesOfAccount }];
    const wait = await takeAll(buckets, triesWithin);
    if (wait > 0) {
      const found = (await isOwnersTurn('second factor', id, ip)) ? await work() : null;
      if (found !== null) return found;
      throw tooManyTries(wait, 'Too many wrong codes; try again later.');
    }
    const done = await counted(buckets, work);
    if (done === null) throw failure('second_factor_wrong');
    await giveBack(buckets);
    return done;
  };

  /** Whether a code is one of the account's that was not used yet; then it is used. */
  const use = async (executor: Executor, accountId: number, kept: Buffer, code: string): Promise<boolean> => {
    const step = stepOf(unsealed(kept, key), code, now());
    if (step !== null) return takeStep(executor, accountId, kept, step);
    return takeRecovery(executor, accountId, recoveryHash(code));
  };

  /** Uses a code up that is wanted where there is a second factor; `missing` is thrown where none is given. */
  const check = async (account: Account, { code, ip }: GivenCode, missing: () => Failure | null): Promise<void> => {
    const factor = await findFactor(db, account.id);
    if (!factor?.isOn) return;
    if (code === undefined) {
      const refused = missing();
      if (refused) throw refused;
      return;
    }
    await trying(account, ip, async () => ((await use(db, account.id, factor.sealed, code)) ? true : null));
  };

  /**
   * Part of a sign-in whose password is right. Throws `second_factor_needed` where a code is wanted and none is given,
   * `second_factor_wrong` and `too_many_tries`.
   */
  const pass = (account: Account, given: GivenCode): Promise<void> => check(account, given, needed);

  return { trying, use, check, pass };
};
