import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { answered, heldClock, testAudit } from './audit.fixture.ts';
import { readStretches } from './blocks/tally.ts';
import { hoursBefore, hoursOf } from './hours.rules.ts';

const db = await testDatabase();
const END = Date.parse('2026-11-21T10:30:00Z');
const HOUR = 3_600_000;
const clock = heldClock(new Date(END - 25 * HOUR).toISOString());
const audit = testAudit(db, { ...clock, spillFolder: '/nowhere' });
const CODES = [200, 200, 404, 200, 503, 200, 429, 200];
const EACH = 20_000;

/** A request each twenty seconds for 25 hours; those of the last five hours are slower. */
const made = Array.from({ length: (25 * HOUR) / EACH }, (_, index) => {
  const at = END - 25 * HOUR + index * EACH;
  const elapsed = ((index * 7919) % 100) + (at >= END - 5 * HOUR ? 400 : 1);
  return { at, elapsed, code: CODES[index % CODES.length] ?? 200, tokenId: index % 3 === 0 ? null : 7 };
});
beforeAll(async () => {
  for (const { at, ...one } of made) {
    // It is noted when it is answered.
    clock.set(new Date(at + one.elapsed).toISOString());
    audit.record(answered(one));
  }
  clock.set(new Date(END).toISOString());
  await audit.flush();
});

const within = made.filter(({ at }) => at >= END - 24 * HOUR);
const shareOf = (first: number, of: typeof made): number =>
  of.filter(({ code }) => Math.floor(code / 100) === first).length / of.length;
/** The 95th of 100 calls with a token that were neither refused nor failed. */
const p95 = (of: typeof made): number => {
  const times = of
    .filter(({ code, tokenId }) => tokenId !== null && code < 500 && code !== 429)
    .map(({ elapsed }) => elapsed)
    .sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
};

it('the last 24 hours are told hour by hour and in all', async () => {
  const told = await audit.hours();
  expect([told.startDate, told.endDate, told.isWhole]).toEqual([
    '2026-11-20T10:30:00.000Z',
    '2026-11-21T10:30:00.000Z',
    true,
  ]);
  expect(told.requests).toBe(within.length);
  expect(told.clientErrors).toBeCloseTo(shareOf(4, within), 4);
  expect(told.serverErrors).toBeCloseTo(shareOf(5, within), 4);
  // A bucket reaches a twentieth further than the one below.
  expect((told.p95 ?? 0) / p95(within)).toBeCloseTo(1, 1);
  expect(told.hours).toHaveLength(24);
  for (const [at, hour] of told.hours.entries()) {
    const begin = END - (24 - at) * HOUR;
    const own = within.filter((one) => one.at >= begin && one.at < begin + HOUR);
    expect([hour.date, hour.requests]).toEqual([new Date(begin).toISOString(), own.length]);
    expect(hour.serverErrors).toBeCloseTo(shareOf(5, own), 4);
    expect((hour.p95 ?? 0) / p95(own)).toBeCloseTo(1, 1);
  }
});

it('where there is more than is looked through, all are counted, and the newest of each hour stand for it', async () => {
  const bounds = hoursBefore(new Date(END));
  const stretches = await readStretches(db, bounds, clock.now(), 24 * 100);
  const told = hoursOf(bounds, stretches);
  expect(told.isWhole).toBe(false);
  expect(stretches.every(({ looked, requests }) => looked < requests)).toBe(true);
  expect(told.requests).toBe(within.length);
  expect(told.serverErrors).toBeCloseTo(shareOf(5, within), 1);
  expect((told.p95 ?? 0) / p95(within)).toBeCloseTo(1, 1);
});

it('of a time without requests nothing is said but that there were none', async () => {
  clock.set('2026-11-25T00:00:00Z');
  const { requests, p95, clientErrors, serverErrors, isWhole } = await audit.hours();
  expect({ requests, p95, clientErrors, serverErrors, isWhole }).toEqual({
    ...{ requests: 0, p95: null, clientErrors: null, serverErrors: null, isWhole: true },
  });
});
