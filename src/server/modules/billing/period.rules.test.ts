import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeGaps, type Period, periodOf } from './period.rules.ts';

const DAY = 86_400_000;
const now = new Date('2026-03-01T12:00:00Z');
/** From one day to another, counted from now. */
const days = (from: number, to: number) => ({
  startsAt: new Date(now.getTime() + from * DAY),
  endsAt: new Date(now.getTime() + to * DAY),
});

describe('a bought period', () => {
  it('counts days that do not depend on clocks going forward', () => {
    const { startsAt, endsAt } = periodOf({ quantity: 2, periodDays: 31 }, now, []);
    expect([startsAt, endsAt.toISOString()]).toEqual([now, '2026-05-02T12:00:00.000Z']);
  });

  it('follows the last of what is paid for, and begins now after what is over', () => {
    const month = { quantity: 1, periodDays: 1 };
    expect(periodOf(month, now, [days(-1, 3), days(3, 8)])).toEqual(days(8, 9));
    expect(periodOf(month, now, [days(-9, -1)])).toEqual(days(0, 1));
  });
});

describe('a gap', () => {
  it('before everything is closed from now on', () => {
    expect(closeGaps([days(365, 730)], now)).toEqual([days(0, 365)]);
  });

  it('between two is closed, and what runs stays', () => {
    expect(closeGaps([days(60, 90), days(-10, 20), days(90, 100)], now)).toEqual([days(20, 50), days(50, 60)]);
  });

  it('of a moment is closed too', () => {
    const moment = 1 / DAY;
    expect(closeGaps([days(-10, 20), days(20 + moment, 50 + moment)], now)).toEqual([days(20, 50)]);
  });

  it('that is none moves nothing', () => {
    expect(closeGaps([days(-10, 20), days(20, 50)], now)).toEqual([]);
    expect(closeGaps([], now)).toEqual([]);
  });

  it('is none afterwards, whatever was there, and no day is lost: 2,000 times', () => {
    const period = fc
      .tuple(fc.integer({ min: -40, max: 400 }), fc.integer({ min: 1, max: 372 }))
      .map(([from, length]) => days(Math.max(from, 1 - length), Math.max(from, 1 - length) + length));
    const length = ({ startsAt, endsAt }: Period): number => endsAt.getTime() - startsAt.getTime();
    fc.assert(
      fc.property(fc.array(period, { maxLength: 8 }), (ahead) => {
        const named = ahead.map((each, id) => ({ ...each, id }));
        const moved = new Map(closeGaps(named, now).map((each) => [each.id, each]));
        const after = named.map((each) => moved.get(each.id) ?? each);
        for (const [at, before] of named.entries()) {
          const since = after[at] as Period;
          expect(length(since)).toBe(length(before));
          expect(since.startsAt.getTime()).toBeLessThanOrEqual(before.startsAt.getTime());
          if (before.startsAt <= now) expect(since).toBe(before);
          else expect(since.startsAt.getTime()).toBeGreaterThanOrEqual(now.getTime());
        }
        let until = now.getTime();
        for (const { startsAt, endsAt } of after.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
          expect(startsAt.getTime()).toBeLessThanOrEqual(until);
          until = Math.max(until, endsAt.getTime());
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
