import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { createTries } from './tries.ts';

const db = await testDatabase();
const MINUTE = 60_000;
let at = Date.UTC(2026, 0, 1);
const tries = createTries({ db, now: () => new Date(at) });
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

it('removes now and then what is over', async () => {
  const fresh = createTries({ db, now: () => new Date(at) });
  await fresh.take('old', 3, 15 * MINUTE);
  later(14 * MINUTE);
  await fresh.take('young', 3, 15 * MINUTE);
  later(2 * MINUTE);
  await fresh.take('now', 3, 15 * MINUTE);
  const { rows } = await db.query('select bucket from tries order by bucket');
  expect(rows).toEqual([{ bucket: 'now' }, { bucket: 'young' }]);
});
