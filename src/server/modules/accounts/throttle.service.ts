import { hash } from 'node:crypto';
import { type Failure, failure } from '#server/kernel/failure.ts';
import { networkOf } from '#server/kernel/network.ts';
import { limitsOf } from './account.config.ts';
import type { AccountParts } from './account.parts.ts';
import type { AccountRow } from './account.store.ts';
import { isKnownAddress } from './session.store.ts';

/** A network that is held up may still have so many people of its own: each of these shares has a check of its own. */
const SHARES = 8;

/** Something that is counted, and how often it may happen. */
export interface Bucket {
  readonly name: string;
  readonly most: number;
}

/** Seconds as people say them. */
const waitOf = (seconds: number): string => {
  if (seconds < 100) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
};

/** Says the same at every try; how long exactly somebody has to wait says the header. */
export const tooManyTries = (retryAfter: number, text: string): Failure =>
  failure('too_many_tries', text, { headers: { 'Retry-After': String(retryAfter) } });

type Parts = Pick<AccountParts, 'db' | 'configuration' | 'passwords' | 'tries'>;

/** How often something may be tried, and passwords that may be guessed only so often. */
export const createThrottle = ({ db, configuration, passwords, tries }: Parts) => {
  const giveBack = async (buckets: readonly Bucket[]): Promise<void> => {
    for (const { name } of buckets) await tries.giveBack(name);
  };

  /**
   * Counts a try in every bucket, or in none when one of them is full, and makes no row for those behind that one.
   * Answers the seconds until all of them have room, 0 when it was counted.
   */
  const takeAll = async (buckets: readonly Bucket[], within: number): Promise<number> => {
    for (const [at, { name, most }] of buckets.entries()) {
      const { allowed, retryAfter } = await tries.take(name, most, within);
      if (allowed) continue;
      await giveBack(buckets.slice(0, at));
      let wait = retryAfter;
      for (const behind of buckets.slice(at + 1)) wait = Math.max(wait, await tries.wait(behind.name, behind.most));
      return wait;
    }
    return 0;
  };

  /** Work on tries that were counted; they are given back when it could not be done. */
  const counted = async <T>(buckets: readonly Bucket[], work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      await giveBack(buckets);
      throw error;
    }
  };

  /**
   * The check that a network is left with while it or the account is held up: one in so many seconds. Whoever asks gets it,
   * and it costs the same work; only of an account that has signed in from there the answer can be yes. The slots belong
   * to the network, a few of them, so that neither made-up addresses nor other networks take an owner's.
   */
  const isRightAtLast = async (account: AccountRow | null, who: string, password: string, network: string) => {
    const { ownerEvery } = limitsOf(configuration);
    const isKnown = await isKnownAddress(db, account?.id ?? 0, network);
    const share = Number.parseInt(hash('sha256', who, 'hex').slice(0, 8), 16) % SHARES;
    const slot = { name: `sign-in owner ${network} ${share}`, most: 1 };
    if ((await takeAll([slot], ownerEvery)) > 0) return false;
    return counted([slot], () => passwords.verify(isKnown && account ? account.password : null, password));
  };

  /**
   * Whether a password is the account's. Only failures count: a try is counted before it is made and given back when it
   * turns out right or could not be made. `who` stands for the account; what does not exist is counted alike, and the
   * same statements and hashes are spent on it. Throws `too_many_tries`.
   */
  const isRight = async (
    account: AccountRow | null,
    who: string,
    password: string,
    ip: string | null,
  ): Promise<boolean> => {
    const { triesOfAccount, triesOfAddress, triesWithin, ownerEvery } = limitsOf(configuration);
    const network = ip === null ? null : networkOf(ip);
    // The network first: once it is full, its made-up addresses leave no rows.
    const buckets = [{ name: `sign-in ${who}`, most: triesOfAccount }];
    if (network !== null) buckets.unshift({ name: `sign-in address ${network}`, most: triesOfAddress });
    const wait = await takeAll(buckets, triesWithin);
    if (wait > 0) {
      if (network !== null && (await isRightAtLast(account, who, password, network))) return true;
      const [within, every] = [waitOf(triesWithin / 1_000), waitOf(ownerEvery / 1_000)];
      throw tooManyTries(
        wait,
        `Too many failed tries; they are counted for ${within}. Where you have signed in before, a try every ${every} is still looked at.`,
      );
    }
    const right = await counted(buckets, () => passwords.verify(account?.password ?? null, password));
    if (right) await giveBack(buckets);
    return right;
  };

  /**
   * The try that is left of something that is held up for an account: one in so many seconds, and only from a network that
   * the account has signed in from. For who knows the password already: it tells that the network is known.
   */
  const isOwnersTurn = async (what: string, accountId: number, ip: string | null): Promise<boolean> => {
    const network = ip === null ? null : networkOf(ip);
    if (network === null || !(await isKnownAddress(db, accountId, network))) return false;
    const { ownerEvery } = limitsOf(configuration);
    return (await takeAll([{ name: `${what} owner ${accountId} ${network}`, most: 1 }], ownerEvery)) === 0;
  };

  return { takeAll, giveBack, counted, isRight, isOwnersTurn };
};
