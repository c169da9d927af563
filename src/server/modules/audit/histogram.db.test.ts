import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { answered, heldClock, testAudit } from './audit.fixture.ts';
import { readClients, readTally } from './blocks/tally.ts';

const db = await testDatabase();
const clock = heldClock('2026-11-21T00:00:00Z');
const audit = testAudit(db, { ...clock, spillFolder: '/nowhere' });
const BEGIN = Date.parse('2026-11-20T20:00:00Z');
const CODES = [200, 200, 304, 404, 500, 200, 429];
const EACH = 5_000;
const MADE = 4_000;

/** A request each five seconds, over a midnight. */
beforeAll(async () => {
  for (let index = 0; index < MADE; index++) {
    clock.set(new Date(BEGIN + index * EACH).toISOString());
    const code = CODES[index % CODES.length] ?? 200;
    audit.record(answered({ code, ip: `192.0.2.${index % 3}`, tokenId: index % 2 ? 7 : null }));
  }
  await audit.flush();
});

const sum = (histogram: Awaited<ReturnType<typeof audit.histogram>>) =>
  histogram.buckets.reduce((all, one) => all + one['1xx'] + one['2xx'] + one['3xx'] + one['4xx'] + one['5xx'], 0);
const made = (fits: (index: number) => boolean): number =>
  Array.from({ length: MADE }, (_, index) => index).filter(fits).length;

it('of all time holds every request once, by class', async () => {
  const histogram = await audit.histogram({});
  expect([sum(histogram), histogram.isWhole]).toEqual([MADE, true]);
  expect(histogram.buckets.reduce((all, one) => all + one['4xx'], 0)).toBe(made((index) => [3, 6].includes(index % 7)));
  expect(histogram.buckets.filter((one) => one['2xx'] > 0).length).toBeGreaterThan(10);
});

it('counts what the list shows, whatever is looked for', async () => {
  const [from, to] = [new Date(BEGIN + 3_600_000), new Date(BEGIN + 7_200_000)];
  for (const search of [
    { ip: '192.0.2.1' },
    { token: 'kdx_7', codes: [400, 499] },
    { from, to },
    { from, ip: '192.0.2.2' },
    { token: 'none of ours' },
    { elapsedUs: 1_000_000 },
    { without: '192.0.2.1' },
    { uri: 'tt0068646', ip: '192.0.2.0' },
    { uri: '/none' },
    { from: new Date(BEGIN + MADE * EACH * 2) },
  ] as const) {
    const { total } = await audit.list(search, { offset: 0, limit: 1 });
    expect(sum(await audit.histogram(search)), JSON.stringify(search)).toBe(total);
  }
  expect((await audit.histogram({ from, to })).startDate).toBe(from.toISOString());
});

it('says that it is not whole where there is more than is looked through, and from where it counts all', async () => {
  const tally = await readTally(db, {}, { now: clock.now(), most: 2_000 });
  expect(tally.isWhole).toBe(false);
  const counted = [...tally.counts].reduce(
    (all, [key, count]) => all + (Math.floor(key / 10) * 1_000 >= tally.from ? count : 0),
    0,
  );
  expect(counted).toBe(made((index) => BEGIN + index * EACH >= tally.from));
  expect(tally.from).toBeGreaterThan(BEGIN);
});

it('so do the clients', async () => {
  const { from, isWhole, addresses } = await readClients(db, {}, { now: clock.now(), most: 2_000 });
  const tally = await readTally(db, {}, { now: clock.now(), most: 2_000 });
  expect([from, isWhole]).toEqual([tally.from, false]);
  expect([...addresses.values()].reduce((all, { requests }) => all + requests, 0)).toBe(
    [...tally.counts.values()].reduce((all, one) => all + one, 0),
  );
});
