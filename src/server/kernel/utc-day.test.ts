import { expect, it } from 'vitest';
import { utcDay } from './utc-day.ts';

it('is the same until the last millisecond of a day, before 1970 as well, whichever was asked for before', () => {
  const moments = [
    ['2026-02-28T00:00:00.000Z', '2026-02-28'],
    ['2026-02-28T23:59:59.999Z', '2026-02-28'],
    ['2026-03-01T00:00:00.000Z', '2026-03-01'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31'],
    ['1970-01-01T00:00:00.000Z', '1970-01-01'],
    ['2026-02-28T12:00:00.000Z', '2026-02-28'],
  ] as const;
  for (const [moment, day] of [...moments, ...moments.toReversed()]) expect(utcDay(new Date(moment)), moment).toBe(day);
});

it('is asked of no moment in vain', () => {
  const none = new Date(Number.NaN);
  expect(() => utcDay(none)).toThrow(RangeError);
  expect(() => utcDay(none)).toThrow(RangeError);
});
