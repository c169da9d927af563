import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { keptLog } from '#test/support/log.ts';
import { silenceable } from '#test/support/silence.ts';
import { isDatabaseAway } from './away.ts';
import { createDatabase } from './database.ts';

const db = await testDatabase();
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const watched = async () => {
  const { way, hold, close } = await silenceable(db);
  const log = keptLog();
  const database = createDatabase({ connection: way, kind: 'server', poolSize: 3, log });
  closers.push(close, () => hold(false), database.close);
  // Generous, so that a busy machine is not taken for a silent database.
  await database.watch({ every: 20, patience: 400 });
  return { database, hold, log };
};
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a database that takes questions and does not answer', () => {
  it('fails what waits for it, whatever it was, and what comes after at once, until it answers again', async () => {
    const { database, hold, log } = await watched();
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
    const inTransaction = failureOf(
      database.transaction(async (tx) => {
        await tx.query('select 1');
        isHeld();
        await tx.query('select pg_sleep(60)');
      }),
    );
    await held;
    hold(true);
    const waiting = failureOf(database.query('select 1'));
    expect(isDatabaseAway(await waiting)).toBe(true);
    expect(isDatabaseAway(await inTransaction)).toBe(true);
    expect(await failureOf(database.query('select 1'))).toMatchObject({ name: 'DatabaseSilent' });
    expect(await database.health()).toBe(false);
    hold(false);
    await vi.waitFor(() => database.query('select 1'), { timeout: 10_000 });
    expect(log.lines.filter((line) => line.startsWith('error'))).toHaveLength(1);
    expect(log.lines).toContain('info the database answers again');
  });

  it('has nobody wait for a connection once it is noticed', async () => {
    const { database, hold } = await watched();
    database.hurry();
    const busy = Array.from({ length: 3 }, () => failureOf(database.query('select pg_sleep(60)')));
    const waiting = [failureOf(database.query('select 1')), failureOf(database.transaction(async () => {}))];
    hold(true);
    for (const failure of await Promise.all(waiting)) expect(failure).toMatchObject({ name: 'DatabaseSilent' });
    await Promise.all(busy);
    // Until what they had asked of the pool has run out too.
    await pause(2_200);
    hold(false);
    await vi.waitFor(() => database.query('select 1'), { timeout: 10_000 });
    expect(database.pool.waitingCount).toBe(0);
  }, 15_000);

  it('is not one that is slow with a statement', async () => {
    const { database, log } = await watched();
    expect((await database.query('select pg_sleep(1.2)')).rowCount).toBe(1);
    expect(log.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  });
});

it("tells the database's time, whatever this node's clock says", async () => {
  const { database } = await watched();
  const { rows } = await database.query<{ at: Date }>('select clock_timestamp() as at');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 });
  try {
    expect(Math.abs(database.now().getTime() - (rows[0]?.at.getTime() ?? 0))).toBeLessThan(60_000);
  } finally {
    vi.useRealTimers();
  }
});
