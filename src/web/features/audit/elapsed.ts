import { ms } from '#web/lib/numbers.ts';

/** What the product promises most answers to stay under, in milliseconds. */
export const SLOW_MS = 300;

/** Milliseconds; the first ten with a decimal, since most answers are found there. */
export const elapsed = (milliseconds: number): string =>
  milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : ms(milliseconds);
