import type { KeyUsage } from '#contracts/keys.api.ts';

/** What was answered on a UTC day, by call and status. */
export interface CallCount {
  readonly day: string;
  /** The path of the call's descriptor; empty: an address that is none. */
  readonly call: string;
  readonly code: number;
  readonly requests: number;
  /** Of all of them together. */
  readonly elapsedUs: number;
  readonly slowestUs: number;
}

const FAILED = 400;

interface Sum {
  readonly requests: number;
  /** Answered from 400 on. */
  readonly failed: number;
  readonly ms: number;
  readonly slowestMs: number;
}

const msOf = (us: number): number => Math.round(us / 100) / 10;

const sumOf = (counts: readonly CallCount[]): Sum => {
  let [requests, failed, elapsedUs, slowestUs] = [0, 0, 0, 0];
  for (const one of counts) {
    requests += one.requests;
    if (one.code >= FAILED) failed += one.requests;
    elapsedUs += one.elapsedUs;
    slowestUs = Math.max(slowestUs, one.slowestUs);
  }
  return { requests, failed, ms: msOf(elapsedUs / Math.max(requests, 1)), slowestMs: msOf(slowestUs) };
};

/** By day, newest first; by call, most first; by status. */
export const usageOf = (counts: readonly CallCount[]): KeyUsage => ({
  days: [...Map.groupBy(counts, ({ day }) => day)]
    .map(([date, those]) => ({ date, ...sumOf(those) }))
    .sort((a, b) => (a.date < b.date ? 1 : -1)),
  calls: [...Map.groupBy(counts, ({ call }) => call)]
    .map(([call, those]) => ({ call: call === '' ? null : call, ...sumOf(those) }))
    .sort((a, b) => b.requests - a.requests || String(a.call).localeCompare(String(b.call))),
  statuses: [...Map.groupBy(counts, ({ code }) => code)]
    .map(([code, those]) => ({ code, requests: sumOf(those).requests }))
    .sort((a, b) => a.code - b.code),
});
