import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { enginesOn, heldTypes } from './tasks.fixture.ts';

const db = await testDatabase();
const engineOn = enginesOn(db);
/** Of this node's presence alone: nodes that cannot come back are made with it. */
const connection = { ...db.connection };
const awayOn = enginesOn({ ...db, connection });
beforeEach(() => db.query('truncate task cascade'));

const statusOf = async (id: number): Promise<string> =>
  (
    await db.query<{ status: string }>(
      `select coalesce((select r.status from task_run r where r.task_id = t.id order by id desc limit 1), t.status)::text as status
        from task t where t.id = $1`,
      [id],
    )
  ).rows[0]?.status ?? 'none';
const statusesOf = (...ids: readonly number[]) => Promise.all(ids.map(statusOf));
/** Ends the connections by which nodes say that they live. */
const loseNodes = () =>
  db.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7051
      and database = (select oid from pg_database where datname = current_database())`,
  );
const NAME = { name: 'one', task: 'RATINGS' } as const;

describe('a run', () => {
  it('goes from READY over EXECUTING to FINISHED, and tells how far it is', async () => {
    const held = heldTypes('RATINGS');
    const { tasks, history, start } = engineOn(held.types);
    const { idTask } = await tasks.create({ ...NAME, arguments: '--text="two words"' });
    expect(await tasks.execute(idTask, {})).toBe('Task one is executed');
    expect(await statusOf(idTask)).toBe('READY');
    await expect(tasks.execute(idTask, {})).rejects.toMatchObject({ reason: 'task_busy' });
    const node = await start();
    node.look();
    await expect.poll(() => held.going.get('RATINGS')?.given).toEqual({ text: 'two words' });
    expect(await statusOf(idTask)).toBe('EXECUTING');
    held.going.get('RATINGS')?.context.progress(40, 160);
    held.going.get('RATINGS')?.context.log('a line');
    await expect
      .poll(() => history.inProgress())
      .toMatchObject([
        { idTask, status: 'EXECUTING', processed: 40, total: 160, percentage: 25, messages: ['a line'] },
      ]);
    held.going.get('RATINGS')?.finish();
    await expect.poll(() => statusOf(idTask)).toBe('FINISHED');
    expect(await tasks.one(idTask)).toMatchObject({
      status: 'FINISHED',
      processed: 40,
      lastRuns: [{ status: 'FINISHED' }],
    });
    expect(await history.runs({ taskId: idTask, offset: 0, limit: 5 })).toMatchObject({
      total: 1,
      rows: [{ reason: 'MANUAL', status: 'FINISHED', arguments: '--text="two words"', error: null }],
    });
  });

  it('that fails ends in ERROR with why, and administrators are told once for as long as it fails', async () => {
    const held = heldTypes('RATINGS');
    const { tasks, start, notices, history } = engineOn(held.types);
    const { idTask } = await tasks.create(NAME);
    const node = await start();
    for (const again of [1, 2]) {
      await tasks.execute(idTask, {});
      node.look();
      await expect.poll(() => held.going.size).toBe(1);
      held.going.get('RATINGS')?.fail(new Error(`broken ${again}`));
      await expect.poll(() => statusOf(idTask)).toBe('ERROR');
    }
    expect(await tasks.one(idTask)).toMatchObject({ status: 'ERROR', error: 'broken 2' });
    expect(notices).toEqual([{ message: 'The task one ended in an error', detail: 'broken 1', level: 'ERROR' }]);
    const { rows } = await history.runs({ taskId: idTask, status: 'ERROR', offset: 0, limit: 5 });
    expect(await history.lines(rows[0]?.idRun ?? 0, { offset: 0, limit: 5 })).toMatchObject({
      rows: [{ level: 'ERROR', text: 'broken 2' }],
    });
  });

  it('is told to end and is CANCELLED; one that has not begun at once', async () => {
    const held = heldTypes('RATINGS');
    const { tasks, start } = engineOn(held.types);
    const { idTask } = await tasks.create(NAME);
    await expect(tasks.cancel(idTask)).rejects.toMatchObject({ reason: 'task_idle' });
    await tasks.execute(idTask, {});
    expect(await tasks.cancel(idTask)).toBe('Task one is cancelled');
    expect(await statusOf(idTask)).toBe('CANCELLED');
    await tasks.execute(idTask, {});
    await start();
    await expect.poll(() => held.going.size).toBe(1);
    expect(await tasks.cancel(idTask)).toBe('Task one is told to end');
    await expect.poll(() => statusOf(idTask)).toBe('CANCELLED');
  });

  it('of a node that is stopped begins again elsewhere', async () => {
    const held = heldTypes('RATINGS');
    const { tasks, start } = engineOn(held.types);
    const { idTask } = await tasks.create(NAME);
    await tasks.execute(idTask, {});
    const node = await start();
    await expect.poll(() => held.begun.length).toBe(1);
    await node.stop();
    expect(await statusOf(idTask)).toBe('READY');
    await start();
    await expect.poll(() => held.begun.length).toBe(2);
    held.going.get('RATINGS')?.finish();
    await expect.poll(() => statusOf(idTask)).toBe('FINISHED');
  });

  it('of a node that is gone ends in ERROR and is reported', async () => {
    const { tasks, start, notices } = engineOn(heldTypes('RATINGS').types);
    const { idTask } = await tasks.create(NAME);
    await tasks.execute(idTask, {});
    await db.query(`update task_run set status = 'EXECUTING', node = 1, started_at = now()`);
    await start();
    await expect.poll(() => statusOf(idTask)).toBe('ERROR');
    expect(notices).toMatchObject([{ detail: 'The node that was executing it is gone.' }]);
  });

  it('whose node the database does not know any more is told to end, and is not ended twice', async () => {
    const held = heldTypes('RATINGS');
    const { tasks, start, history } = engineOn(held.types);
    const { idTask } = await tasks.create(NAME);
    await tasks.execute(idTask, {});
    await start();
    await expect.poll(() => held.going.size).toBe(1);
    const signal = held.going.get('RATINGS')?.context.signal;
    await loseNodes();
    await expect.poll(() => signal?.aborted).toBe(true);
    await expect.poll(() => statusOf(idTask)).toBe('ERROR');
    expect((await history.runs({ taskId: idTask, offset: 0, limit: 5 })).total).toBe(1);
    await tasks.execute(idTask, {});
    await expect.poll(() => held.begun.length).toBe(2);
  });

  it('whose node cannot come back is told to end as well', async () => {
    const held = heldTypes('RATINGS');
    const { tasks, start } = awayOn(held.types);
    const { idTask } = await tasks.create(NAME);
    await tasks.execute(idTask, {});
    await start();
    await expect.poll(() => held.going.size).toBe(1);
    const signal = held.going.get('RATINGS')?.context.signal;
    Object.assign(connection, { database: 'nowhere' });
    await loseNodes();
    await expect.poll(() => signal?.reason).toMatchObject({ why: 'lost' });
  });
});

describe('turns', () => {
  it('two tasks of a type run one after the other', async () => {
    const held = heldTypes('RATINGS');
    const { tasks, start } = engineOn(held.types);
    const one = await tasks.create(NAME);
    const two = await tasks.create({ ...NAME, name: 'two' });
    await tasks.execute(one.idTask, {});
    expect(await tasks.execute(two.idTask, {})).toBe('Task two waits: another run of RATINGS is still going');
    await Promise.all([start(), start()]);
    await expect.poll(() => statusesOf(one.idTask, two.idTask)).toEqual(['EXECUTING', 'WAITING']);
    held.going.get('RATINGS')?.finish();
    await expect.poll(() => statusesOf(one.idTask, two.idTask)).toEqual(['FINISHED', 'EXECUTING']);
    held.going.get('RATINGS')?.finish();
    await expect.poll(() => statusOf(two.idTask)).toBe('FINISHED');
    expect(held.begun).toEqual(['RATINGS', 'RATINGS']);
  });

  it('a child runs after its parent has finished, and waits for that after it has failed', async () => {
    const held = heldTypes('RATINGS', 'REINDEX');
    const { tasks, start } = engineOn(held.types);
    const parent = await tasks.create(NAME);
    const child = await tasks.create({ name: 'child', task: 'REINDEX', parentTaskName: 'one', active: 1 });
    await start();
    const run = async (end: (name: 'RATINGS') => void): Promise<void> => {
      await tasks.execute(parent.idTask, {});
      await expect.poll(() => held.going.has('RATINGS')).toBe(true);
      end('RATINGS');
    };
    await run(() => held.going.get('RATINGS')?.fail(new Error('no')));
    await expect.poll(() => statusOf(child.idTask)).toBe('WAITING');
    const why = 'the last run of one ended in an error; this waits until it has run again without an error';
    expect((await tasks.one(child.idTask)).waitsFor).toBe(why);
    await tasks.save(parent.idTask, { ...NAME, status: 'FINISHED' });
    expect((await tasks.one(child.idTask)).waitsFor).toBe(why);
    await run(() => held.going.get('RATINGS')?.finish());
    await expect.poll(() => statusOf(child.idTask)).toBe('EXECUTING');
    held.going.get('REINDEX')?.finish();
    await expect.poll(() => statusOf(child.idTask)).toBe('FINISHED');
    expect(held.begun).toEqual(['RATINGS', 'RATINGS', 'REINDEX']);
  });

  it('one that waits for a parent that has failed takes its turn when somebody orders it', async () => {
    const held = heldTypes('RATINGS', 'REINDEX');
    const { tasks, start } = engineOn(held.types);
    const parent = await tasks.create(NAME);
    const child = await tasks.create({ name: 'child', task: 'REINDEX', parentTaskName: 'one', active: 1 });
    await tasks.execute(parent.idTask, {});
    await tasks.cancel(parent.idTask);
    expect(await statusOf(child.idTask)).toBe('WAITING');
    expect(await tasks.execute(child.idTask, {})).toBe('Task child is executed');
    await start();
    await expect.poll(() => statusOf(child.idTask)).toBe('EXECUTING');
  });
});

describe('slots', () => {
  it('are run once over all nodes; those of a time when nobody was there are counted', async () => {
    const held = heldTypes('RATINGS');
    let at = Date.parse('2026-03-10T11:59:00Z');
    const now = () => new Date(at);
    const nodes = [engineOn(held.types, { now }), engineOn(held.types, { now })] as const;
    const { idTask, nextCronExecution } = await nodes[0].tasks.create({ ...NAME, cron: '0 0 * * * *', active: 1 });
    expect(nextCronExecution).toBe('2026-03-10T12:00:00.000Z');
    for (const { start } of nodes) await start();
    at = Date.parse('2026-03-10T12:00:01Z');
    await expect.poll(() => held.going.size).toBe(1);
    held.going.get('RATINGS')?.finish();
    await expect.poll(() => statusOf(idTask)).toBe('FINISHED');
    at = Date.parse('2026-03-10T16:30:00Z');
    await expect
      .poll(() => nodes[0].tasks.one(idTask))
      .toMatchObject({
        missed: 4,
        status: 'FINISHED',
        nextCronExecution: '2026-03-10T17:00:00.000Z',
      });
    expect(held.begun).toHaveLength(1);
  });

  it('that come while the last run goes on are counted as missed', async () => {
    const held = heldTypes('RATINGS');
    let at = Date.parse('2026-03-10T11:59:59Z');
    const { tasks, start } = engineOn(held.types, { now: () => new Date(at) });
    const { idTask } = await tasks.create({ ...NAME, cron: '0 * * * * *', active: 1 });
    await start();
    at += 2_000;
    await expect.poll(() => held.going.size).toBe(1);
    at += 60_000;
    await expect.poll(() => tasks.one(idTask)).toMatchObject({ missed: 1, status: 'EXECUTING' });
    expect(held.begun).toHaveLength(1);
  });
});
