import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { createTries } from './tries.ts';

const db = await testDatabase();
const MINUTE = 60_000;
let at = Date.UTC(2026, 0, 1);
const tries = createTries({ db, clock: () => new Date(at) });
const later = (ms: number): void => {
  at += ms;
};
const take = (bucket: string, most = 3) => tries.take(bucket, most, 15 * MINUTE);

beforeEach(() => db.query('delete from tries'));

it('allows so many within the time, then says how long to wait, then begins anew', async () => {
  for (const _ of [1, 2, 3]) expect(await take('a')).toEqual({ allowed: true, retryAfter: 0 });
  later(MINUTE);
  expect(await take('a')).toEqual({ allowed: false, retryAfter: 14 * 60 });
  expect(await take('b')).toMatchObject({ allowed: true });
  later(14 * MINUTE - 1);
  expect(await take('a')).toEqual({ allowed: false, retryAfter: 1 });
  later(1);
  for (const _ of [1, 2, 3]) expect(await take('a')).toMatchObject({ allowed: true });
  expect(await take('a')).toEqual({ allowed: false, retryAfter: 15 * 60 });
});

it('cannot be overshot by tries at the same time', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => take('parallel', 7)));
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(7);
  for (const { retryAfter } of answers.filter(({ allowed }) => !allowed)) expect(retryAfter).toBe(15 * 60);
});

it('takes one back, but none that were not made and none of an earlier time', async () => {
  for (const _ of [1, 2, 3]) await take('a');
  await tries.giveBack('a');
  expect(await take('a')).toMatchObject({ allowed: true });
  expect(await take('a')).toMatchObject({ allowed: false });
  for (const _ of [1, 2, 3, 4, 5]) await tries.giveBack('a');
  await tries.giveBack('never taken');
  const answers = [await take('a'), await take('a'), await take('a'), await take('a')];
  expect(answers.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
});

it('counts a name of any length in a row of bounded size', async () => {
  const long = `sign-in ${'x'.repeat(10_000)}`;
  for (const _ of [1, 2, 3]) expect(await take(long)).toMatchObject({ allowed: true });
  expect(await take(long)).toMatchObject({ allowed: false });
  expect(await take(`${long}y`)).toMatchObject({ allowed: true });
  const { rows } = await db.query<{ longest: number }>('select max(length(bucket)) as longest from tries');
  expect(rows[0]?.longest).toBeLessThanOrEqual(100);
});

it('says how long a full one has to wait, without counting', async () => {
  for (const _ of [1, 2, 3]) {
    expect(await tries.wait('a', 3)).toBe(0);
    await take('a');
  }
  later(MINUTE);
  expect(await tries.wait('a', 3)).toBe(14 * 60);
  later(14 * MINUTE);
  expect(await tries.wait('a', 3)).toBe(0);
});

it("counts by the database's clock, on which nodes with other clocks agree", async () => {
  const byDatabase = createTries({ db });
  await db.query(
    `insert into tries values ('over', 9, now() - interval '1 ms'), ('full', 3, now() + interval '1 hour')`,
  );
  expect(await byDatabase.take('over', 3, MINUTE)).toEqual({ allowed: true, retryAfter: 0 });
  expect(await byDatabase.take('full', 3, MINUTE)).toMatchObject({ allowed: false });
  await byDatabase.giveBack('full');
  expect(await byDatabase.take('full', 3, MINUTE)).toMatchObject({ allowed: true });
});

it('removes what is over faster than tries can add to it, whatever was left behind', async () => {
  await db.query(`insert into tries select 'old ' || n, 1, $1 from generate_series(1, 2500) n`, [new Date(at - 1)]);
  await take('young', 1_000);
  later(MINUTE);
  for (let times = 0; times < 256; times++) await take(`now ${times}`, 1_000);
  const { rows } = await db.query<{ old: number; all: number }>(
    `select count(*) filter (where bucket like 'old %')::int as old, count(*)::int as all from tries`,
  );
  expect(rows).toEqual([{ old: 0, all: 257 }]);
});
