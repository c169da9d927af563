import { expect, it } from 'vitest';
import { BUCKETS, bucketOf } from '#server/platform/durations.ts';
import { hoursBefore, hoursOf } from './hours.rules.ts';

const stretch = (requests: number, looked: number, times: readonly number[], failed = 0) => {
  const durations = new Float64Array(BUCKETS);
  for (const ms of times) durations[bucketOf(ms)] = (durations[bucketOf(ms)] as number) + 1;
  return { requests, looked, classes: { 4: 0, 5: failed }, durations };
};
const END = new Date('2026-11-21T10:30:00Z');
const BOUNDS = hoursBefore(END).slice(-3);
const many = (ms: number): readonly number[] => Array.from({ length: 100 }, () => ms);

it('an hour that was looked at in part weighs as much as it had requests', () => {
  // Nine of ten requests are of the slow hour, of which a tenth was looked at.
  const slow = hoursOf(BOUNDS, [stretch(100, 100, many(10)), stretch(900, 100, many(1_000), 10)]);
  expect(slow.p95).toBeGreaterThan(900);
  expect([slow.requests, slow.serverErrors, slow.isWhole]).toEqual([1_000, 0.09, false]);
  const quick = hoursOf(BOUNDS, [stretch(10_000, 100, many(10)), stretch(100, 100, many(1_000))]);
  expect(quick.p95).toBeLessThan(11);
});

it('so few calls that they say nothing of the next have no time', () => {
  expect(hoursOf(BOUNDS, [stretch(19, 19, many(10).slice(0, 19)), stretch(0, 0, [])]).p95).toBeNull();
  expect(hoursOf(BOUNDS, [stretch(20, 20, many(10).slice(0, 20)), stretch(0, 0, [])]).p95).not.toBeNull();
});

it('hours end at the moment, and 24 of them are told', () => {
  const bounds = hoursBefore(END);
  expect([bounds.length, bounds[0]?.toISOString(), bounds.at(-1)]).toEqual([25, '2026-11-20T10:30:00.000Z', END]);
});
