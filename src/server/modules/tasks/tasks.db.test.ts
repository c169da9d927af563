import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { enginesOn, heldTypes } from './tasks.fixture.ts';

const db = await testDatabase();
const NOW = new Date('2026-03-10T12:00:00Z');
const held = heldTypes('RATINGS', 'REINDEX');
const { tasks, history } = enginesOn(db)(held.types, { now: () => NOW });
beforeEach(() => db.query('truncate task cascade'));

const SENT = { name: 'one', task: 'RATINGS' } as const;
const make = (changed: Partial<Parameters<typeof tasks.create>[0]> = {}) => tasks.create({ ...SENT, ...changed });
const setRun = (status: string) =>
  db.query(
    `insert into task_run (task_id, type, reason, status) select id, type, 'MANUAL', $1::task_status from task order by id limit 1`,
    [status],
  );
const refusal = (reason: string, field: string) => ({ reason, details: [expect.objectContaining({ field })] });

describe('a task', () => {
  it('is made, with when it is due, and changed', async () => {
    const made = await make({
      cron: '0 0 3 * * *',
      active: 1,
      cronStartupDate: '2026-03-15',
      cronStartupTime: '02:00',
    });
    expect(made).toMatchObject({
      ...{
        name: 'one',
        task: 'RATINGS',
        status: 'FINISHED',
        active: 1,
        favorite: 0,
        version: 1,
        lastRuns: [],
        missed: 0,
      },
      ...{ cronStartupDate: '2026-03-15', cronStartupTime: '02:00:00', nextCronExecution: '2026-03-15T03:00:00.000Z' },
      updatedCron: '2026-03-10T12:00:00.000Z',
    });
    const saved = await tasks.save(made.idTask, {
      ...made,
      task: 'REINDEX',
      cronStartupDate: null,
      parentTaskName: null,
    });
    expect(saved).toMatchObject({ task: 'REINDEX', version: 2, nextCronExecution: '2026-03-11T03:00:00.000Z' });
    expect(await tasks.one(made.idTask)).toEqual(saved);
  });

  it('keeps a window that lies behind it when something else of it is changed', async () => {
    const lastWeek = enginesOn(db)(held.types, { now: () => new Date('2026-03-03T12:00:00Z') });
    const made = await lastWeek.tasks.create({
      ...SENT,
      active: 1,
      cron: '0 0 3 * * *',
      cronShutdownDate: '2026-03-05',
    });
    expect(await tasks.save(made.idTask, { ...made, parentTaskName: null, favorite: 1 })).toMatchObject({
      favorite: 1,
    });
    const again = await tasks.one(made.idTask);
    await expect(
      tasks.save(made.idTask, { ...again, parentTaskName: null, cron: '0 0 4 * * *' }),
    ).rejects.toMatchObject(refusal('cron_never', 'cron'));
  });

  it('that is not active is not due', async () => {
    expect(await make({ cron: '0 0 3 * * *' })).toMatchObject({ nextCronExecution: null, active: 0 });
  });

  it.each([
    [{ name: ' ' }, 'invalid_body', 'name'],
    [{ cron: '0 0 25 * * *' }, 'invalid_body', 'cron'],
    [{ cron: '* * * * * *' }, 'cron_too_frequent', 'cron'],
    [{ cron: '0 0 0 30 2 *' }, 'cron_never', 'cron'],
    [{ cron: '0 0 3 * * *', cronShutdownDate: '2026-03-01' }, 'cron_never', 'cron'],
    [{ arguments: '--unknown' }, 'invalid_body', 'arguments'],
    [{ parentTaskName: 'nobody' }, 'invalid_body', 'parentTaskName'],
    [{ status: 'EXECUTING' }, 'status_owned', 'status'],
  ] as const)('with %j is refused with %s at %s', async (changed, reason, field) => {
    await expect(make(changed)).rejects.toMatchObject(refusal(reason, field));
    expect(await tasks.list()).toEqual([]);
  });

  it('has a name of its own, whatever the case', async () => {
    await make();
    await expect(make({ name: 'ONE' })).rejects.toMatchObject(refusal('task_name_taken', 'name'));
  });

  it('never comes after itself', async () => {
    const one = await make();
    const two = await make({ name: 'two', parentTaskName: 'one' });
    expect(two.parentTaskName).toBe('one');
    const cycle = refusal('task_cycle', 'parentTaskName');
    await expect(tasks.save(one.idTask, { ...one, task: 'RATINGS', parentTaskName: 'two' })).rejects.toMatchObject(
      cycle,
    );
    await expect(tasks.save(one.idTask, { ...one, parentTaskName: 'one' })).rejects.toMatchObject(cycle);
  });

  it('keeps its parent when that is named anew, and loses it when that is deleted', async () => {
    const one = await make();
    const two = await make({ name: 'two', parentTaskName: 'one' });
    await tasks.save(one.idTask, { ...one, name: 'first' });
    expect(await tasks.one(two.idTask)).toMatchObject({ parentTaskName: 'first' });
    expect(await tasks.remove(one.idTask)).toBe('Task first removed');
    expect(await tasks.one(two.idTask)).toMatchObject({ parentTaskName: null });
    await expect(tasks.one(one.idTask)).rejects.toMatchObject({ reason: 'task_unknown' });
  });

  it('is not saved over what somebody else has saved', async () => {
    const one = await make();
    await tasks.save(one.idTask, { ...one, arguments: '--text=a' });
    await expect(tasks.save(one.idTask, { ...one, arguments: '--text=b' })).rejects.toMatchObject({
      reason: 'changed_meanwhile',
      details: [{ field: 'version', present: { arguments: '--text=a' } }],
    });
  });

  it('is listed favorites first, then active ones, then by name', async () => {
    await make({ name: 'b' });
    await make({ name: 'A' });
    await make({ name: 'd', active: 1 });
    await make({ name: 'ob10' });
    await make({ name: 'ob2' });
    await make({ name: 'ä' });
    const { idTask } = await make({ name: 'z' });
    await tasks.favorite(idTask, true);
    expect((await tasks.list()).map(({ name }) => name)).toEqual(['z', 'd', 'A', 'ä', 'b', 'ob2', 'ob10']);
    await expect(tasks.favorite(999, true)).rejects.toMatchObject({ reason: 'task_unknown' });
  });
});

describe('while a run is open', () => {
  it.each(['READY', 'EXECUTING', 'CANCELLING'])(
    'that is %s a task is not saved, deleted or executed, but switched',
    async (status) => {
      const one = await make({ active: 1 });
      await setRun(status);
      const busy = { reason: 'task_busy' };
      await expect(tasks.save(one.idTask, { ...one, arguments: '--text=a' })).rejects.toMatchObject(busy);
      await expect(tasks.remove(one.idTask)).rejects.toMatchObject(busy);
      await expect(tasks.execute(one.idTask, {})).rejects.toMatchObject(busy);
      await tasks.favorite(one.idTask, true);
      const present = await tasks.one(one.idTask);
      const switched = await tasks.save(one.idTask, { ...present, active: 0 });
      expect(switched).toMatchObject({
        active: 0,
        favorite: 1,
        status: status === 'READY' ? 'CANCELLED' : 'CANCELLING',
      });
    },
  );

  it('its status is the run’s', async () => {
    const one = await make();
    await setRun('WAITING');
    const present = await tasks.one(one.idTask);
    expect(present.status).toBe('WAITING');
    expect(await tasks.save(one.idTask, { ...present, arguments: '--text=a' })).toMatchObject({
      arguments: '--text=a',
    });
    await expect(
      tasks.save(one.idTask, { ...(await tasks.one(one.idTask)), status: 'FINISHED' }),
    ).rejects.toMatchObject(refusal('status_owned', 'status'));
  });
});

it('a state is cleared while no run is open', async () => {
  const one = await make();
  await setRun('ERROR');
  await db.query(`update task set status = 'ERROR'`);
  const present = await tasks.one(one.idTask);
  expect(present.status).toBe('ERROR');
  expect(await tasks.save(one.idTask, { ...present, status: 'FINISHED' })).toMatchObject({ status: 'FINISHED' });
  await expect(tasks.save(one.idTask, { ...one, version: 2, status: 'READY' })).rejects.toMatchObject(
    refusal('status_owned', 'status'),
  );
});

it('a run with other arguments has those', async () => {
  const { idTask } = await make({ arguments: '--text=mine' });
  await expect(tasks.execute(idTask, { arguments: '--text=123456789012345678901' })).rejects.toMatchObject(
    refusal('invalid_body', 'arguments'),
  );
  await tasks.execute(idTask, { arguments: '--text=yours' });
  expect(await history.runs({ taskId: idTask, offset: 0, limit: 1 })).toMatchObject({
    rows: [{ arguments: '--text=yours', status: 'READY' }],
  });
});

it('the product begins the first task of a type, which it makes where there is none', async () => {
  await tasks.ensureFirst();
  await db.query('delete from task');
  expect(await tasks.begin('REINDEX')).toMatchObject({ name: 'REINDEX_1', waitsFor: null });
  expect(await tasks.begin('REINDEX')).toBeNull();
  expect(await tasks.list()).toMatchObject([{ name: 'REINDEX_1', active: 0, status: 'READY' }]);
});
