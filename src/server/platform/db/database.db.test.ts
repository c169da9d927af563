import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { keptLog } from '#test/support/log.ts';
import { isDatabaseAway, PoolTimeout } from './away.ts';
import { createDatabase, type Executor } from './database.ts';

const db = await testDatabase();

describe('values', () => {
  it('reads counts and decimals as numbers and dates as text', async () => {
    const { rows } = await db.query(
      `select 12::int8 as count, 7.5::numeric as rating, array[1, 2]::int8[] as ids, date '1999-03-31' as released,
              array[date '1999-03-31'] as days`,
    );
    expect(rows).toEqual([{ count: 12, rating: 7.5, ids: [1, 2], released: '1999-03-31', days: ['1999-03-31'] }]);
  });
});

describe('transaction', () => {
  const names = async (executor: Executor): Promise<string[]> =>
    (await executor.query<{ name: string }>('select name from things order by name')).rows.map(({ name }) => name);

  it('keeps what succeeded and takes back what failed', async () => {
    await db.query('create table things (name text primary key)');
    const answer = await db.transaction(async (tx) => {
      await tx.query("insert into things values ('kept')");
      expect(await names(tx)).toEqual(['kept']);
      return 42;
    });
    expect(answer).toBe(42);
    const failing = db.transaction(async (tx) => {
      await tx.query("insert into things values ('lost')");
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await names(db)).toEqual(['kept']);
  });

  it('fails when its connection is ended, and the pool goes on', async () => {
    const cut = db.transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await db.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await tx.query('select 1');
    });
    const error = await cut.catch((reason: unknown) => reason);
    expect(isDatabaseAway(error)).toBe(true);
    expect(await db.health()).toBe(true);
  });
});

describe('limits', () => {
  it('gives connections a statement timeout of 10 s, has nothing compiled, and says who they are', async () => {
    const { rows } = await db.query(
      `select current_setting('statement_timeout') as statement, current_setting('application_name') as name,
              current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`,
    );
    expect(rows).toEqual([{ statement: '10s', name: 'kinodex', idle: '8s', jit: 'off' }]);
  });

  it('keeps connections for ten minutes, and two of them for good', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const client of await Promise.all([1, 2, 3].map(() => db.pool.connect()))) client.release();
    vi.advanceTimersByTime(590_000);
    expect(db.pool.idleCount).toBe(3);
    vi.advanceTimersByTime(20_000);
    expect(db.pool.idleCount).toBe(2);
    vi.advanceTimersByTime(6_000_000);
    expect(db.pool.idleCount).toBe(2);
  });

  it('ends a transaction in which nothing is asked any more, as where a node is cut off, and what it has locked is free', async () => {
    await db.query('create table held_up (id integer primary key, n integer)');
    await db.query('insert into held_up values (1, 0)');
    const { promise: isHeld, resolve } = Promise.withResolvers<void>();
    const heldUp = db
      .transaction(async (tx) => {
        await tx.query("set local idle_in_transaction_session_timeout = '100ms'");
        await tx.query('update held_up set n = 1 where id = 1');
        resolve();
        await pause(1_000);
        await tx.query('select 1');
      })
      .catch((reason: unknown) => reason);
    await isHeld;
    expect((await db.query('update held_up set n = n + 2 where id = 1 returning n')).rows).toEqual([{ n: 2 }]);
    expect(isDatabaseAway(await heldUp)).toBe(true);
  });

  it('ends a statement that takes too long', async () => {
    const slow = db.transaction(async (tx) => {
      await tx.query("set local statement_timeout = '20ms'");
      await tx.query('select pg_sleep(5)');
    });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
  });

  it('tells who waited in vain for a connection', async () => {
    const small = createDatabase({ connection: db.connection, kind: db.kind, poolSize: 1, log: keptLog() });
    small.hurry();
    const holder = await small.pool.connect();
    const findTitle = () => small.query('select 1');
    const error = await findTitle().catch((reason: unknown) => reason);
    holder.release();
    await small.close();
    expect(error).toBeInstanceOf(PoolTimeout);
    expect(isDatabaseAway(error)).toBe(true);
    expect(String(error)).toMatch(
      /within 2000 ms \(1 in use, 0 waiting\); asked for by findTitle, database\.db\.test\.ts:\d+/,
    );
  });
});
