import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { keptLog } from '#test/support/log.ts';
import { silenceable } from '#test/support/silence.ts';
import { openBus } from './bus.ts';
import { event, publish, publishSql } from './event.ts';

const db = await testDatabase();
const [ONE, OTHER] = [event('one'), event('other')];
const log = keptLog();
const bus = await openBus({ db: { connection: db.connection, kind: 'server' }, log });
afterAll(bus.stop);
const heard: string[] = [];
for (const each of [ONE, OTHER]) bus.on(each, () => heard.push(each.name));
/** What was heard since it was last asked, once that many events have been. */
const next = async (count: number): Promise<string[]> => {
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(count);
  return heard.splice(0);
};

describe('the bus', () => {
  it('carries every event over one channel, in the order of the commits', async () => {
    await publish(db, ONE);
    await publish(db, OTHER, ONE);
    await db.query(`select ${publishSql(OTHER)}`);
    expect(await next(4)).toEqual(['one', 'other', 'one', 'other']);
  });

  it('says nothing of what was taken back, and what was said twice in a transaction once', async () => {
    const undone = db.transaction(async (tx) => {
      await publish(tx, ONE);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await db.transaction(async (tx) => {
      for (let times = 0; times < 2; times++) await publish(tx, OTHER);
    });
    expect(await next(1)).toEqual(['other']);
  });

  it('knows nothing of events of another version', async () => {
    await publish(db, event('of-another-version'), ONE);
    expect(await next(1)).toEqual(['one']);
  });

  it('is current while its heartbeats are answered', async () => {
    const { way, hold, close } = await silenceable(db);
    const farLog = keptLog();
    const far = await openBus({ db: { connection: way, kind: 'server' }, log: farLog });
    onTestFinished(async () => {
      hold(false);
      await far.stop();
      close();
    });
    expect(far.isCurrent()).toBe(true);
    hold(true);
    await expect.poll(far.isCurrent).toBe(false);
    // Long before it gives the connection up.
    expect(farLog.lines).toEqual([]);
    hold(false);
    await expect.poll(far.isCurrent).toBe(true);
  });

  it('calls every handler when its connection was lost and is back, and says so', async () => {
    const listeners = `from pg_stat_activity where datname = current_database() and query in ('listen kinodex', 'select 1')
      and pid <> pg_backend_pid()`;
    // The connection of another bus may take a moment to go.
    await expect.poll(async () => (await db.query(`select pid ${listeners}`)).rowCount).toBe(1);
    await db.query(`select pg_terminate_backend(pid) ${listeners}`);
    expect(await next(2)).toEqual(['one', 'other']);
    await publish(db, OTHER);
    expect(await next(1)).toEqual(['other']);
    expect(log.lines).toEqual([
      'warn the connection to the database was lost; it is made again',
      'info the database answers again',
    ]);
  });
});
