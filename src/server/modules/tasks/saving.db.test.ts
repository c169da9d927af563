import { beforeEach, describe, expect, it } from 'vitest';
import { openBus } from '#server/platform/bus/bus.ts';
import { event, publish } from '#server/platform/bus/event.ts';
import { testDatabase } from '#test/support/database.ts';
import { keptLog } from '#test/support/log.ts';
import { TASKS_CHANGED } from './task.events.ts';
import { enginesOn, heldTypes } from './tasks.fixture.ts';

const db = await testDatabase();
let at = Date.parse('2026-03-10T12:00:00Z');
const held = heldTypes('RATINGS', 'REINDEX', 'CAROUSEL');
const { tasks, history } = enginesOn(db)(held.types, { now: () => new Date(at) });
beforeEach(() => db.query('truncate task cascade'));

const make = (name: string, task: 'RATINGS' | 'REINDEX' | 'CAROUSEL') =>
  tasks.create({ name, task, arguments: '--text=old' });
const runOf = async (taskId: number) => (await history.runs({ taskId, offset: 0, limit: 1 })).rows[0];
const typeOf = async (taskId: number) =>
  (await history.inProgress()).find(({ idTask }) => idTask === taskId)?.task ?? null;

describe('a run that waits', () => {
  it('does what its task says when it begins', async () => {
    for (const [name, type] of [
      ['first', 'RATINGS'],
      ['second', 'REINDEX'],
    ] as const)
      await tasks.execute((await make(name, type)).idTask, {});
    const waiting = await make('waiting', 'RATINGS');
    const { idTask } = waiting;
    await tasks.execute(idTask, {});
    expect(await tasks.save(idTask, { ...waiting, status: 'WAITING', arguments: '--text=new' })).toMatchObject({
      status: 'WAITING',
      waitsFor: 'another run of RATINGS is still going',
    });
    expect(await runOf(idTask)).toMatchObject({ arguments: '--text=new' });
    expect(await tasks.save(idTask, { name: 'waiting', task: 'REINDEX', arguments: '--times=2' })).toMatchObject({
      waitsFor: 'another run of REINDEX is still going',
    });
    // What it waited for has nothing to do with it any more.
    const free = await tasks.save(idTask, { name: 'waiting', task: 'CAROUSEL', arguments: '--times=3' });
    expect(free).toMatchObject({ status: 'READY', waitsFor: null });
    expect([await typeOf(idTask), await runOf(idTask)]).toMatchObject(['CAROUSEL', { arguments: '--times=3' }]);
  });

  it('keeps arguments of its own, unless they are for another type', async () => {
    await tasks.execute((await make('first', 'RATINGS')).idTask, {});
    const { idTask } = await make('waiting', 'RATINGS');
    await tasks.execute(idTask, { arguments: '--text=own' });
    await tasks.save(idTask, { name: 'waiting', task: 'RATINGS', arguments: '--text=new' });
    expect(await runOf(idTask)).toMatchObject({ arguments: '--text=own', status: 'WAITING' });
    await tasks.save(idTask, { name: 'waiting', task: 'REINDEX', arguments: '--text=new' });
    expect(await runOf(idTask)).toMatchObject({ arguments: '--text=new', status: 'READY' });
  });

  it('takes the arguments that it is ordered again with, and keeps them when it is ordered without', async () => {
    await tasks.execute((await make('first', 'RATINGS')).idTask, {});
    const { idTask } = await make('waiting', 'RATINGS');
    for (const given of [{}, { arguments: '--text=own' }, {}]) await tasks.execute(idTask, given);
    expect(await runOf(idTask)).toMatchObject({ arguments: '--text=own', status: 'WAITING' });
    expect(await history.runs({ taskId: idTask, offset: 0, limit: 9 })).toMatchObject({ rows: [{}] });
  });
});

const LAST = event('last');

describe('what is no edit', () => {
  /** Whether nodes are told that something has changed. */
  const isTold = async (change: () => Promise<unknown>): Promise<boolean> => {
    const bus = await openBus({ db: { connection: db.connection, kind: 'server' }, log: keptLog() });
    const heard: string[] = [];
    for (const each of [TASKS_CHANGED, LAST]) bus.on(each, () => heard.push(each.name));
    await change();
    // Comes after whatever was told before.
    await publish(db, LAST);
    await expect.poll(() => heard).toContain(LAST.name);
    await bus.stop();
    return heard.includes(TASKS_CHANGED.name);
  };

  it.each(['FINISHED', 'EXECUTING', 'WAITING'] as const)(
    'a save of a task that is %s as it is changes nothing',
    async (status) => {
      const made = await tasks.create({ name: 'one', task: 'RATINGS', cron: '0 0 3 * * *', cronStartupTime: '02:00' });
      if (status !== 'FINISHED')
        await db.query(`insert into task_run (task_id, type, reason, status) select id, type, 'MANUAL', $1 from task`, [
          status,
        ]);
      const present = await tasks.one(made.idTask);
      at += 60_000;
      expect(await isTold(() => tasks.save(made.idTask, present))).toBe(false);
      expect(await tasks.one(made.idTask)).toEqual(present);
    },
  );

  it('a star, which is told all the same', async () => {
    const made = await make('one', 'RATINGS');
    at += 60_000;
    expect(await isTold(() => tasks.favorite(made.idTask, true))).toBe(true);
    expect(await tasks.one(made.idTask)).toEqual({ ...made, favorite: 1 });
    const { version } = made;
    expect(await tasks.save(made.idTask, { ...made, version, favorite: 0 })).toEqual(made);
    await expect(tasks.save(made.idTask, { ...made, arguments: '' })).resolves.toMatchObject({ version: version + 1 });
  });

  it('a star that is there already', async () => {
    const { idTask } = await make('one', 'RATINGS');
    expect(await isTold(() => tasks.favorite(idTask, false))).toBe(false);
  });
});
