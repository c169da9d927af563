import { hash } from 'node:crypto';
import type { Executor } from '#server/platform/db/database.ts';
import { countTry, sweepTries, uncountTry } from './tries.store.ts';

/** What a row may be named by as it is: text that every encoding holds, and not too much of it. */
const PLAIN = /^[\x20-\x7e]{1,100}$/;
const SWEEP_EVERY_MS = 15 * 60_000;

export interface Try {
  readonly allowed: boolean;
  /** Seconds until one is allowed again; 0 when this one is. */
  readonly retryAfter: number;
}

/** Keys are made of what callers send: of any length, with any character. */
const bounded = (bucket: string): string => (PLAIN.test(bucket) ? bucket : `#${hash('sha256', bucket, 'base64url')}`);

/** Counts tries of something within a time, over all nodes. */
export const createTries = ({ db, now }: { readonly db: Executor; readonly now: () => Date }) => {
  let swept = now().getTime();

  return {
    /** Counts a try before it is made. `most` within `withinMs` milliseconds of the first are allowed. */
    take: async (bucket: string, most: number, withinMs: number): Promise<Try> => {
      const at = now();
      if (at.getTime() - swept > SWEEP_EVERY_MS) {
        swept = at.getTime();
        await sweepTries(db, at);
      }
      const until = await countTry(db, bounded(bucket), most, at, new Date(at.getTime() + withinMs));
      if (until === null) return { allowed: true, retryAfter: 0 };
      return { allowed: false, retryAfter: Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1_000)) };
    },
    /** Takes back a try that turned out not to count. */
    giveBack: (bucket: string): Promise<void> => uncountTry(db, bounded(bucket), now()),
  };
};

export type Tries = ReturnType<typeof createTries>;
