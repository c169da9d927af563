import { hash } from 'node:crypto';
import type { Executor } from '#server/platform/db/database.ts';
import { countTry, leftOf, sweepTries, uncountTry } from './tries.store.ts';

/** What a row may be named by as it is: text that every encoding holds, and not too much of it. */
const PLAIN = /^[\x20-\x7e]{1,100}$/;
/** After so many tries what is over is removed, more than they can have added: what is kept never outgrows what counts. */
const SWEEP_EVERY = 64;
const SWEPT_AT_ONCE = 1_000;

export interface Try {
  readonly allowed: boolean;
  /** Seconds until one is allowed again; 0 when this one is. */
  readonly retryAfter: number;
}

export interface TriesOptions {
  readonly db: Executor;
  /** Only for tests: else it is the database's clock that counts. */
  readonly clock?: (() => Date) | undefined;
}

/** Keys are made of what callers send: of any length, with any character. */
const bounded = (bucket: string): string => (PLAIN.test(bucket) ? bucket : `#${hash('sha256', bucket, 'base64url')}`);

/** Counts tries of something within a time, over all nodes. */
export const createTries = ({ db, clock }: TriesOptions) => {
  const at = (): Date | null => clock?.() ?? null;
  let taken = 0;

  return {
    /** Counts a try before it is made. `most` within `withinMs` milliseconds of the first are allowed. */
    take: async (bucket: string, most: number, withinMs: number): Promise<Try> => {
      taken += 1;
      if (taken % SWEEP_EVERY === 0) await sweepTries(db, SWEPT_AT_ONCE, at());
      const left = await countTry(db, bounded(bucket), most, withinMs, at());
      if (left === null) return { allowed: true, retryAfter: 0 };
      return { allowed: false, retryAfter: Math.max(1, Math.ceil(left / 1_000)) };
    },
    /** Takes back a try that turned out not to count. */
    giveBack: (bucket: string): Promise<void> => uncountTry(db, bounded(bucket), at()),
    /** Seconds until a try would be allowed, without counting one. */
    wait: async (bucket: string, most: number): Promise<number> =>
      Math.ceil((await leftOf(db, bounded(bucket), most, at())) / 1_000),
  };
};

export type Tries = ReturnType<typeof createTries>;
