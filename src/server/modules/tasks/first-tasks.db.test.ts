import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { enginesOn, heldTypes } from './tasks.fixture.ts';

/** A task of each type, which an installation has from its first start on. */

const db = await testDatabase();
const NOW = new Date('2026-03-10T12:00:00Z');
const held = heldTypes('RATINGS', 'REINDEX');
const SENT = { name: 'one', task: 'RATINGS' } as const;
const FIRST = ['RATINGS_1', 'REINDEX_1'];
const at = { now: () => NOW };
const { tasks } = enginesOn(db)(held.types, at);
const daily = enginesOn(db)(
  held.types.map((type) => ({ ...type, firstCron: '0 0 3 * * *' })),
  at,
).tasks;
const transaction: typeof db.transaction = (work, ...how) =>
  db.transaction(
    async (tx) => {
      await work(tx);
      throw new Error('killed');
    },
    ...how,
  );
const killed = enginesOn({ ...db, transaction })(held.types, at).tasks;
const names = async () => (await tasks.list()).map(({ name }) => name);
/** As in a database that no product has used. */
beforeEach(() => db.query('truncate task restart identity cascade; truncate task_first'));

it('is made at the first start, and at no later one', async () => {
  expect(await tasks.ensureFirst()).toBe(true);
  expect(await names()).toEqual(FIRST);
  await db.query('delete from task');
  expect(await tasks.ensureFirst()).toBe(false);
});

it('is made once by nodes that start together', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => tasks.ensureFirst()));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await names()).toEqual(FIRST);
});

it('is made at the next start where the first one ended meanwhile', async () => {
  await expect(killed.ensureFirst()).rejects.toThrow('killed');
  expect(await names()).toEqual([]);
  expect(await tasks.ensureFirst()).toBe(true);
  expect(await names()).toEqual(FIRST);
});

it('is made beside one that a command has begun before, which has its schedule then', async () => {
  expect(await daily.begin('REINDEX')).toMatchObject({ name: 'REINDEX_1' });
  expect(await tasks.list()).toMatchObject([{ active: 0 }]);
  expect(await daily.ensureFirst()).toBe(true);
  const due = { active: 1, cron: '0 0 3 * * *', nextCronExecution: '2026-03-11T03:00:00.000Z' };
  expect((await tasks.list()).toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
    { name: 'RATINGS_1', status: 'FINISHED', ...due },
    { name: 'REINDEX_1', status: 'READY', ...due },
  ]);
});

it('takes no name that another task has', async () => {
  await tasks.create({ name: 'ratings_1', task: 'REINDEX' });
  expect(await tasks.ensureFirst()).toBe(true);
  expect((await names()).toSorted()).toEqual(['REINDEX_1', 'ratings_1']);
});

/** What an installation was like when it was upgraded, and whether its first tasks are still to be made. */
it.each<[string, () => Promise<unknown>, boolean]>([
  ['was killed before it had any', () => killed.ensureFirst().catch(() => null), true],
  ['was never started', () => Promise.resolve(), true],
  ['has one that a command began', () => tasks.begin('REINDEX'), true],
  ['has an active one', () => tasks.create({ ...SENT, active: 1, cron: '0 0 3 * * *' }), false],
  [
    'has one that was switched off',
    async () => tasks.save((await tasks.create({ ...SENT, active: 1 })).idTask, { ...SENT, active: 0 }),
    false,
  ],
  [
    'has none any more',
    async () => {
      await tasks.create(SENT);
      await db.query(
        `insert into task_run (task_id, type, reason, status) select id, type, 'MANUAL', 'FINISHED' from task`,
      );
      await db.query('delete from task');
    },
    false,
  ],
])('is made after an upgrade or not: it %s', async (_, lived, isStill) => {
  await lived();
  await db.query('drop table task_first');
  await db.query(readFileSync(new URL('../../../../migrations/0101-first-tasks.sql', import.meta.url), 'utf8'));
  expect(await tasks.ensureFirst()).toBe(isStill);
});
