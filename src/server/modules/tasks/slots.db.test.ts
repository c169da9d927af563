import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { createScheduler } from './scheduler.ts';
import { enginesOn, heldTypes } from './tasks.fixture.ts';

const db = await testDatabase();
const engineOn = enginesOn(db);
beforeEach(() => db.query('truncate task cascade'));

const BEGIN = Date.parse('2026-03-10T11:59:55Z');
const DAILY = { name: 'one', task: 'RATINGS', active: 1 } as const;
const counts = async () =>
  (
    await db.query<{ ran: number; missed: number; twice: number; next: Date }>(
      `select (select count(*)::int from task_run) as ran, missed, next_at as next,
              (select count(*)::int from (select slot from task_run group by slot having count(*) > 1) s) as twice from task`,
    )
  ).rows[0];

it('a node whose clock is behind, when it starts, leaves alone the slot that another has had', async () => {
  const held = heldTypes('RATINGS');
  let at = BEGIN - 3_000;
  const ahead = engineOn(held.types, { now: () => new Date(at + 5_000) });
  const behind = engineOn(held.types, { now: () => new Date(at - 5_000) });
  const { idTask } = await ahead.tasks.create({ ...DAILY, cron: '0 0 12 * * *' });
  await ahead.start();
  at += 4_000;
  await expect.poll(() => held.going.size).toBe(1);
  const node = await behind.start();
  at += 12_000;
  node.look();
  await expect.poll(() => ahead.tasks.one(idTask)).toMatchObject({ nextCronExecution: '2026-03-11T12:00:00.000Z' });
  expect(await ahead.tasks.one(idTask)).toMatchObject({ missed: 0, status: 'EXECUTING' });
});

it('a node plans anew what a clock that was far ahead has planned', async () => {
  const { types } = heldTypes('RATINGS');
  let at = Date.parse('2036-03-10T11:00:00Z');
  const { tasks, start } = engineOn(types, { now: () => new Date(at) });
  const { idTask } = await tasks.create({ ...DAILY, cron: '0 0 12 * * *' });
  at = BEGIN;
  await start();
  expect(await tasks.one(idTask)).toMatchObject({ nextCronExecution: '2026-03-10T12:00:00.000Z', missed: 0 });
});

it('a slot that comes while a node plans anew is not passed over', async () => {
  let at = BEGIN;
  const { tasks } = engineOn(heldTypes('RATINGS').types, { now: () => new Date(at) });
  const { idTask } = await tasks.create({ ...DAILY, cron: '0 0 12 * * *' });
  at += 4_999;
  const { replan } = createScheduler({
    runs: { askInTurn: () => Promise.reject(new Error('nothing is due')) },
    timeZone: 'UTC',
    now: () => new Date(at++),
  });
  expect(await db.transaction(replan)).toBe(false);
  expect(await tasks.one(idTask)).toMatchObject({ nextCronExecution: '2026-03-10T12:00:00.000Z' });
});

it('every slot runs once or counts as missed, over three nodes whose clocks disagree and that come and go', async () => {
  const held = heldTypes('RATINGS');
  let at = BEGIN;
  const engines = [-5_000, 0, 5_000].map((skew) => engineOn(held.types, { now: () => new Date(at + skew) }));
  await engines[1]?.tasks.create({ ...DAILY, cron: '*/10 * * * * *' });
  const nodes = await Promise.all(engines.map(({ start }) => start()));
  for (let slot = 0; slot < 40; slot += 1) {
    const before = at;
    at += 10_000;
    for (const node of nodes) node.look();
    await expect.poll(async () => (await counts())?.next.getTime()).toBeGreaterThan(before + 15_000);
    if (slot % 3 !== 0) held.going.get('RATINGS')?.finish();
    if (slot % 8 !== 7) continue;
    const [gone] = nodes.splice(slot % 3, 1);
    await gone?.stop();
    const again = await engines[slot % 3]?.start();
    if (again) nodes.splice(slot % 3, 0, again);
  }
  const end = await counts();
  const slots = ((end?.next.getTime() ?? 0) - Date.parse('2026-03-10T12:00:00Z')) / 10_000;
  expect(slots).toBeGreaterThanOrEqual(40);
  expect(end).toMatchObject({ twice: 0, ran: slots - (end?.missed ?? 0) });
  expect(end?.ran).toBeGreaterThan(5);
});
