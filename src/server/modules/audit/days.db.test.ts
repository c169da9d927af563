import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { answered, heldClock, testAudit } from './audit.fixture.ts';
import { boundsOf, daysUpTo, isSettled } from './days.rules.ts';
import { createDays } from './days.service.ts';

const db = await testDatabase();
const END = Date.parse('2026-11-21T10:30:00Z');
const HOUR = 3_600_000;
const clock = heldClock(new Date(END - 50 * HOUR).toISOString());
const audit = testAudit(db, { ...clock, spillFolder: '/nowhere' });

/** A request a minute for 50 hours: half of those of the 20th failed, one in forty of the 21st. */
const made = Array.from({ length: 50 * 60 }, (_, index) => {
  const at = END - 50 * HOUR + index * 60_000;
  const day = new Date(at).toISOString().slice(0, 10);
  const fails = day === '2026-11-20' ? index % 2 === 0 : day === '2026-11-21' && index % 40 === 0;
  return { at, elapsed: day === '2026-11-20' ? 500 : 20, code: fails ? 500 : 200, tokenId: 7 };
});
beforeAll(async () => {
  for (const { at, ...one } of made) {
    clock.set(new Date(at + one.elapsed).toISOString());
    audit.record(answered(one));
  }
  clock.set(new Date(END).toISOString());
  await audit.flush();
});

it('the last 30 days are told day by day and in all', async () => {
  const { asOf, all, days } = await audit.days();
  expect([asOf.getTime(), days.length, days[0]?.date, days.at(-1)?.date]).toEqual([
    END,
    30,
    '2026-10-23',
    '2026-11-21',
  ]);
  const of = (day: string) => made.filter(({ at }) => new Date(at).toISOString().startsWith(day));
  for (const { date, requests, serverErrors, p95 } of days) {
    const own = of(date);
    expect([date, requests]).toEqual([date, own.length]);
    if (own.length === 0) expect([p95, serverErrors]).toEqual([null, null]);
    else expect(serverErrors).toBeCloseTo(own.filter(({ code }) => code === 500).length / own.length, 3);
  }
  const [slow, fast] = [days.at(-2)?.p95 ?? 0, days.at(-1)?.p95 ?? 0];
  expect([Math.round(slow / 100), Math.round(fast / 10)]).toEqual([5, 2]);
  expect(all.requests).toBe(made.length);
});

it('what is over is read once, and today once a minute, however many ask', async () => {
  const asked: string[] = [];
  let now = new Date('2026-11-21T00:30:00Z');
  const days = createDays({
    stretches: async (bounds) => {
      asked.push(`${bounds[0]?.toISOString().slice(0, 10)} ${bounds.length - 1}`);
      return [];
    },
    now: () => now,
    days: 3,
    lasts: 60_000,
  });
  await Promise.all([days(), days(), days()]);
  await days();
  // Yesterday may still change within the hour after its end.
  expect(asked.splice(0)).toEqual(['2026-11-19 4', '2026-11-20 4', '2026-11-21 1']);
  now = new Date('2026-11-21T01:30:00Z');
  await days();
  expect(asked.splice(0)).toEqual(['2026-11-20 4', '2026-11-21 1']);
  now = new Date('2026-11-21T13:00:00Z');
  await days();
  expect(asked.splice(0)).toEqual(['2026-11-21 3']);
});

it('a failure is told to who asked, and the next one asks anew', async () => {
  let fails = true;
  const stretches = async () => {
    if (fails) throw new Error('away');
    return [];
  };
  const days = createDays({ stretches, now: () => new Date(END), days: 2, lasts: 60_000 });
  await expect(days()).rejects.toThrow('away');
  fails = false;
  expect((await days()).days).toHaveLength(2);
});

it('days and their parts are UTC', () => {
  expect(daysUpTo(new Date('2026-03-01T00:00:00Z'), 2)).toEqual(['2026-02-28', '2026-03-01']);
  const bounds = (end: string) =>
    boundsOf('2026-03-01', new Date(end)).map((bound) => bound.toISOString().slice(11, 16));
  expect(bounds('2026-03-01T06:00:00Z')).toEqual(['00:00', '06:00']);
  expect(bounds('2026-03-01T06:00:01Z')).toEqual(['00:00', '06:00', '06:00']);
  expect(bounds('2026-03-05T00:00:00Z')).toEqual(['00:00', '06:00', '12:00', '18:00', '00:00']);
  expect(isSettled('2026-03-01', new Date('2026-03-02T00:59:59Z'))).toBe(false);
  expect(isSettled('2026-03-01', new Date('2026-03-02T01:00:00Z'))).toBe(true);
});
