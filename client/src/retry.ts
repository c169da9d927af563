import { KinodexError } from './error.ts';

/** The time, and waiting in it. */
export interface Clock {
  /** Resolves after so many milliseconds; rejects with the signal's reason when that ends first. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 to 1, for pauses that do not all end at once. */
  readonly random: () => number;
}

export const CLOCK: Clock = {
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
  random: Math.random,
};

const FIRST_MS = 250;
const LONGEST_MS = 8_000;

/** Twice as long after each try, and anything from half of it on. */
const backoff = (tries: number, random: number): number =>
  Math.min(FIRST_MS * 2 ** tries, LONGEST_MS) * (0.5 + random / 2);

const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

interface Tried {
  readonly method: 'GET' | 'POST';
  /** Tries before this one. */
  readonly tries: number;
  /** Further tries that a GET has. */
  readonly retries: number;
  readonly random: number;
}

/**
 * Milliseconds until the next try of a call that failed like this; null where there is none. What met 429 was not done, and
 * can be asked for again whatever it is; of what met nobody, or an overloaded service, only a GET surely can.
 */
export const pauseAfter = (error: unknown, { method, tries, retries, random }: Tried): number | null => {
  if (!(error instanceof KinodexError)) return null;
  const pause = Math.max((error.retryAfter ?? 0) * 1000, backoff(tries, random));
  if (error.status === 429) return pause;
  const isAway = error.reason === 'no_answer' || AWAY.has(error.status);
  return isAway && method === 'GET' && tries < retries ? pause : null;
};
