import { BUCKETS, FEWEST, quantile } from '#server/platform/durations.ts';
import type { Stretch } from './storage.ts';

const HOUR = 3_600_000;
const HOURS = 24;

/** How requests went within some time. */
export interface Went {
  readonly requests: number;
  /** Milliseconds; null: fewer than 20 calls with a token were answered. */
  readonly p95: number | null;
  /** Shares of the requests; null: there were none. */
  readonly clientErrors: number | null;
  readonly serverErrors: number | null;
}

/** How requests went hour by hour, up to now. */
export interface Hours extends Went {
  readonly startDate: string;
  readonly endDate: string;
  /** Whether every request was looked at, and not only counted. */
  readonly isWhole: boolean;
  /** The oldest first. */
  readonly hours: readonly (Went & { readonly date: string })[];
}

/** The beginnings of the last 24 hours up to a moment, and that moment. */
export const hoursBefore = (end: Date): readonly Date[] =>
  Array.from({ length: HOURS + 1 }, (_, at) => new Date(end.getTime() - (HOURS - at) * HOUR));

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Of several stretches as of one: what was looked at in each stands for all of it. */
export const wentOf = (stretches: readonly Stretch[]): Went => {
  const durations = new Float64Array(BUCKETS);
  const errors = { 4: 0, 5: 0 };
  let [requests, timed, calls] = [0, 0, 0];
  for (const one of stretches) {
    requests += one.requests;
    if (one.looked === 0) continue;
    const weight = one.requests / one.looked;
    errors[4] += one.classes[4] * weight;
    errors[5] += one.classes[5] * weight;
    for (const [bucket, held] of one.durations.entries()) {
      durations[bucket] = (durations[bucket] as number) + held * weight;
      timed += held;
      calls += held * weight;
    }
  }
  const shareOf = (count: number): number | null => (requests === 0 ? null : rounded(Math.min(1, count / requests), 4));
  return {
    requests,
    p95: timed < FEWEST ? null : rounded(quantile(durations, calls, 0.95), 2),
    clientErrors: shareOf(errors[4]),
    serverErrors: shareOf(errors[5]),
  };
};

/** What was found between these moments, as it is shown. */
export const hoursOf = (bounds: readonly Date[], stretches: readonly Stretch[]): Hours => ({
  startDate: (bounds[0] as Date).toISOString(),
  endDate: (bounds.at(-1) as Date).toISOString(),
  isWhole: stretches.every(({ requests, looked }) => requests === looked),
  ...wentOf(stretches),
  hours: stretches.map((one, at) => ({ date: (bounds[at] as Date).toISOString(), ...wentOf([one]) })),
});
