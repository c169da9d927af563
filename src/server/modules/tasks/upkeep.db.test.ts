import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskType } from '#server/platform/tasks/type.ts';
import { testDatabase } from '#test/support/database.ts';
import { createRuns } from './run.service.ts';
import type { Ended } from './run.store.ts';
import { enginesOn, heldTypes } from './tasks.fixture.ts';
import { createUpkeep } from './upkeep.ts';

const db = await testDatabase();
const engineOn = enginesOn(db);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let at: Date;
const now = () => at;
const pass = (ms: number): void => {
  at = new Date(at.getTime() + ms);
};
beforeEach(async () => {
  await db.query('truncate task cascade');
  at = new Date('2026-03-10T12:00:00Z');
});

const runs = createRuns({ db, now, notify: async () => {} });
const typesOf = ({ types }: ReturnType<typeof heldTypes>): readonly TaskType[] =>
  types.map((type) =>
    type.name === 'IMAGES' ? { ...type, upkeep: { cron: '0 37 3 * * *', arguments: '--text=kept' } } : type,
  );
const upkeepOf = (timeZone: string) =>
  createUpkeep({ runs, types: typesOf(heldTypes('IMAGES', 'REINDEX')), timeZone, now });
const upkeep = upkeepOf('UTC');
/** Whether a look of a node asks for a run. */
const asks = (): Promise<boolean> => runs.change(upkeep.tick);

const { tasks } = engineOn(typesOf(heldTypes('IMAGES', 'REINDEX')), { now });
const made = async (name = 'pictures', more = {}) => (await tasks.create({ name, task: 'IMAGES', ...more })).idTask;
const end = (taskId: number, status: Ended) =>
  runs.change(async (tx) => {
    const open = await runs.openOf(tx, taskId);
    return open !== undefined && (await runs.end(tx, open, { status, error: status === 'ERROR' ? 'broken' : null }));
  });
const asked = async (): Promise<unknown[]> =>
  (
    await db.query(
      `select t.name || ' ' || r.reason || ' ' || r.arguments || ' ' || r.status as run
        from task_run r join task t on t.id = r.task_id order by r.id`,
    )
  ).rows.map(({ run }) => run);

describe('upkeep', () => {
  it('has one run for each slot, of a task that is not active; of none once all are deleted', async () => {
    const idTask = await made();
    expect(await asks()).toBe(false);
    pass(15 * 60 * MINUTE + 37 * MINUTE);
    expect(await asks()).toBe(true);
    expect(await asked()).toEqual(['pictures PRODUCT --text=kept READY']);
    expect(await asks()).toBe(false);
    await end(idTask, 'FINISHED');
    pass(DAY - MINUTE);
    expect(await asks()).toBe(false);
    pass(MINUTE);
    expect(await asks()).toBe(true);
    await end(idTask, 'CANCELLED');
    expect(await asks()).toBe(false);
    pass(DAY);
    await tasks.remove(idTask);
    expect(await asks()).toBe(false);
  });

  it('is in its slots by the time zone of tasks', async () => {
    await made();
    pass(15 * 60 * MINUTE + 36 * MINUTE);
    expect(await asks()).toBe(false);
    expect(await runs.change(upkeepOf('Europe/Berlin').tick)).toBe(true);
  });

  it('of slots that have passed while nobody served is done once', async () => {
    const idTask = await made();
    pass(9 * DAY);
    expect(await asks()).toBe(true);
    await end(idTask, 'FINISHED');
    expect(await asks()).toBe(false);
  });

  it('that has failed is tried again after a minute, two and four, and then in its next slot', async () => {
    const idTask = await made();
    pass(DAY);
    for (const wait of [1, 2, 4]) {
      expect(await asks()).toBe(true);
      await end(idTask, 'ERROR');
      pass(wait * MINUTE - 1);
      expect(await asks()).toBe(false);
      pass(1);
    }
    expect(await asks()).toBe(true);
    await end(idTask, 'ERROR');
    pass(8 * 60 * MINUTE);
    expect(await asks()).toBe(false);
    pass(8 * 60 * MINUTE);
    expect(await asks()).toBe(true);
    await end(idTask, 'ERROR');
    pass(MINUTE);
    expect(await asks()).toBe(true);
    await end(idTask, 'FINISHED');
    pass(60 * MINUTE);
    expect(await asks()).toBe(false);
  });

  it('waits for a run of its type, and is a run of another task where one waits for its parent', async () => {
    await tasks.create({ name: 'parent', task: 'REINDEX' });
    const [first, other] = [await made('first', { parentTaskName: 'parent', active: 1 }), await made('other')];
    pass(DAY);
    const parent = (await tasks.list()).find(({ name }) => name === 'parent')?.idTask ?? 0;
    await tasks.execute(parent, {});
    await end(parent, 'ERROR');
    await tasks.execute(other, {});
    expect(await asks()).toBe(false);
    await end(other, 'FINISHED');
    expect(await asks()).toBe(true);
    expect(await asked()).toEqual([
      'parent MANUAL  ERROR',
      'first PARENT  WAITING',
      'other MANUAL  FINISHED',
      'other PRODUCT --text=kept READY',
    ]);
    await end(other, 'FINISHED');
    await tasks.cancel(first);
    expect(await asks()).toBe(false);
  });

  it('is not what somebody orders with the same arguments', async () => {
    const idTask = await made();
    pass(DAY);
    await tasks.execute(idTask, { arguments: '--text=kept' });
    await end(idTask, 'FINISHED');
    expect(await asks()).toBe(true);
  });
});

describe('nodes', () => {
  const statuses = async () =>
    (await db.query('select status from task_run order by id')).rows.map(({ status }) => status);

  it('do it once over all of them, and again where the one that was at it is gone', async () => {
    const held = heldTypes('IMAGES');
    await made();
    pass(DAY);
    const engines = [engineOn(typesOf(held), { now }), engineOn(typesOf(held), { now })];
    // Of a node that was killed in its midst.
    await asks();
    await db.query(`update task_run set status = 'EXECUTING', node = 1, started_at = now()`);
    await Promise.all(engines.map(({ start }) => start()));
    await expect.poll(statuses).toEqual(['ERROR']);
    pass(MINUTE);
    await expect.poll(() => held.going.get('IMAGES')?.given).toEqual({ text: 'kept' });
    held.going.get('IMAGES')?.finish();
    await expect.poll(statuses).toEqual(['ERROR', 'FINISHED']);
    pass(DAY);
    await expect.poll(() => held.going.size).toBe(1);
    expect(held.begun).toHaveLength(2);
  });

  it('that are stopped in its midst leave it to the next one', async () => {
    const held = heldTypes('IMAGES');
    await made();
    pass(DAY);
    const { start } = engineOn(typesOf(held), { now });
    const node = await start();
    await expect.poll(() => held.begun.length).toBe(1);
    await node.stop();
    expect(await statuses()).toEqual(['READY']);
    await start();
    await expect.poll(() => held.begun.length).toBe(2);
    held.going.get('IMAGES')?.finish();
    await expect.poll(statuses).toEqual(['FINISHED']);
  });
});

it('a type whose upkeep has a cron that cannot be read is refused', () => {
  const types = heldTypes('IMAGES').types.map((type) => ({ ...type, upkeep: { cron: 'never', arguments: '' } }));
  expect(() => createUpkeep({ runs, types, timeZone: 'UTC', now })).toThrow('the upkeep of IMAGES has no cron');
});
