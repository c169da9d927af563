import { expect, it } from 'vitest';
import { histogramOf } from './histogram.rules.ts';

const FROM = Date.parse('2026-11-20T23:00:00Z');
const second = FROM / 1_000;
const HOUR = 3_600_000;
const tally = (to: number, counts: readonly (readonly [number, number])[] = [], isWhole = true, from = FROM) => ({
  ...{ from, to, isWhole },
  counts: new Map(counts),
});

it('buckets begin with the search, have no gaps, and hold what arrived in them by class', () => {
  const counts = [
    [second * 10 + 2, 5],
    [(second + 1_799) * 10 + 2, 1],
    [(second + 1_800) * 10 + 5, 2],
  ] as const;
  const { buckets, ...about } = histogramOf(tally(FROM + 24 * HOUR, counts), FROM);
  expect(about).toEqual({
    ...{ startDate: '2026-11-20T23:00:00.000Z', endDate: '2026-11-21T23:00:00.000Z', seconds: 1_800, isWhole: true },
  });
  expect(buckets).toHaveLength(48);
  expect(buckets[0]).toEqual({ date: '2026-11-20T23:00:00.000Z', '1xx': 0, '2xx': 6, '3xx': 0, '4xx': 0, '5xx': 0 });
  expect(buckets[1]).toMatchObject({ date: '2026-11-20T23:30:00.000Z', '2xx': 0, '5xx': 2 });
});

it.each([
  [1_000, 1],
  [59_000, 1],
  [60_000, 5],
  [HOUR, 300],
  [90 * 24 * HOUR, 7 * 86_400],
  [36_500 * 24 * HOUR, 21 * 30 * 86_400],
])('of %d ms there are at most 60', (span, seconds) => {
  const whole = histogramOf(tally(FROM + span), FROM);
  const open = histogramOf(tally(FROM + span));
  for (const one of [whole, open]) {
    expect(one.seconds).toBe(seconds);
    expect(one.buckets.length).toBeLessThanOrEqual(60);
    expect(Date.parse(one.buckets.at(-1)?.date ?? '')).toBeLessThan(FROM + span);
  }
});

it('a part that is not counted is in no bucket', () => {
  const { startDate, isWhole, seconds } = histogramOf(tally(FROM + 1.9 * HOUR, [], false, FROM + HOUR + 7_000), FROM);
  expect([startDate, isWhole, seconds]).toEqual(['2026-11-21T00:01:00.000Z', false, 60]);
});

it('a range that has no end after its start has no buckets', () => {
  expect(histogramOf(tally(FROM), FROM)).toMatchObject({ startDate: null, endDate: null, buckets: [] });
});
