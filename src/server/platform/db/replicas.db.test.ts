import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { keptLog } from '#test/support/log.ts';
import { PATIENCE } from '#test/support/patience.ts';
import { noReplica, startReplicated } from '#test/support/replica.ts';
import { createDatabase } from './database.ts';
import type { ReplicaState } from './replica.rules.ts';
import { createReplicas, type Replicas } from './replicas.ts';

const servers = await startReplicated();
afterAll(() => servers?.close());

describe.skipIf(servers === null)(`reads over a replica${noReplica}`, () => {
  const { primary, replica } = servers ?? ({} as NonNullable<typeof servers>);
  const log = keptLog();
  const connection = { connectionString: primary?.url ?? '' };
  const db = createDatabase({ connection, kind: 'server', poolSize: 4, log });
  afterAll(() => db.close());

  const opened: Replicas[] = [];
  const open = (url = replica.url, { mostLag = 60_000, patience = 10_000 } = {}): Replicas => {
    const one = createReplicas({
      ...{ primary: db, of: [{ connection: { connectionString: url }, place: 'copy' }], poolSize: 4, log },
      ...{ every: 50, soon: 5, patience, mostLag },
    });
    opened.push(one);
    return one;
  };
  afterEach(async () => {
    await replica.query('select case when pg_is_in_recovery() then pg_wal_replay_resume() end');
    for (const one of opened.splice(0)) await one.close();
  });

  const comesTo = async (replicas: Replicas, state: ReplicaState): Promise<void> => {
    const began = performance.now();
    while (replicas.state()[0]?.state !== state) {
      if (performance.now() - began > PATIENCE) throw new Error(`it is ${replicas.state()[0]?.state}, not ${state}`);
      await pause(5);
    }
  };
  const isFromReplica = async ({ reads }: Replicas): Promise<boolean> =>
    (await reads.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]?.is === true;
  const write = (value: number) => db.query('update thing set value = $1', [value]);
  const valueIn = async ({ reads }: Replicas): Promise<number | undefined> =>
    (await reads.query<{ value: number }>('select value from thing')).rows[0]?.value;

  it('go to it once it has what the primary had at the start', async () => {
    await db.query('create table thing (value int); insert into thing values (0)');
    const replicas = open();
    expect(await isFromReplica(replicas)).toBe(false);
    await comesTo(replicas, 'used');
    expect(await isFromReplica(replicas)).toBe(true);
    const inTransaction = await replicas.reads.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      return (await tx.query('select pg_is_in_recovery() as is')).rows[0]?.is;
    });
    expect(inTransaction).toBe(true);
  });

  it('never tell less than what was told of, however far it is held back', async () => {
    const replicas = open();
    await comesTo(replicas, 'used');
    await replica.query('select pg_wal_replay_pause()');
    await write(1);
    // Nobody has told of it: it may lag.
    expect(await valueIn(replicas)).toBe(0);
    replicas.changed();
    expect(await valueIn(replicas)).toBe(1);
    for (let look = 0; look < 5; look += 1) {
      await replicas.look();
      expect(await valueIn(replicas)).toBe(1);
      expect(replicas.state()).toMatchObject([{ state: 'behind' }]);
    }
    await replica.query('select pg_wal_replay_resume()');
    await comesTo(replicas, 'used');
    expect([await isFromReplica(replicas), await valueIn(replicas)]).toEqual([true, 1]);
  });

  it('see every change of many that are told of one after another', async () => {
    const replicas = open();
    await comesTo(replicas, 'used');
    for (let value = 100; value < 300; value += 1) {
      await write(value);
      replicas.changed();
      expect(await valueIn(replicas)).toBe(value);
      if (value % 20 === 0) {
        await comesTo(replicas, 'used');
        expect(await isFromReplica(replicas)).toBe(true);
      }
      expect(await valueIn(replicas)).toBe(value);
    }
  });

  it('leave it out while it lags, say so once, and come back', async () => {
    log.lines.length = 0;
    const replicas = open(replica.url, { mostLag: 200 });
    await comesTo(replicas, 'used');
    await replica.query('select pg_wal_replay_pause()');
    await write(2);
    await comesTo(replicas, 'lagging');
    expect(await valueIn(replicas)).toBe(2);
    expect(replicas.state()[0]?.lagMs).toBeGreaterThan(200);
    await replica.query('select pg_wal_replay_resume()');
    await comesTo(replicas, 'used');
    expect(log.lines).toEqual([
      'warn a replica is too far behind: its reads go elsewhere until it has caught up',
      'info a replica is read again',
    ]);
  });

  it('are done again at the primary when its connection breaks, or what it replays overtakes them', async () => {
    const replicas = open();
    await comesTo(replicas, 'used');
    const cut = replicas.reads.query(
      `select pg_is_in_recovery() as is, case when pg_is_in_recovery() then pg_terminate_backend(pg_backend_pid()) end`,
    );
    expect((await cut).rows).toMatchObject([{ is: false }]);
    await comesTo(replicas, 'used');
    const conflict = await replicas.reads.transaction(async (tx) => {
      const [row] = (await tx.query('select pg_is_in_recovery() as is')).rows;
      if (row?.is) throw Object.assign(new Error('conflict with recovery'), { code: '40001' });
      return row?.is;
    });
    expect(conflict).toBe(false);
    expect(await isFromReplica(replicas)).toBe(true);
    // A mistake stays one, and isn't made twice.
    await expect(replicas.reads.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  });

  it('go on at the primary while it is gone, or silent, and while it is not there at all', async () => {
    const replicas = open(replica.url, { patience: 500 });
    await comesTo(replicas, 'used');
    replica.hold();
    const waiting = valueIn(replicas);
    expect(await waiting).toBe(2);
    await comesTo(replicas, 'away');
    replica.release();
    await comesTo(replicas, 'used');
    await replica.stop();
    expect(await valueIn(replicas)).toBe(2);
    expect(await isFromReplica(replicas)).toBe(false);
    await comesTo(replicas, 'away');
    await replica.start();
    await comesTo(replicas, 'used');
  });

  it('are answered by it while the primary is gone', async () => {
    const replicas = open();
    await comesTo(replicas, 'used');
    await primary.stop();
    for (let look = 0; look < 3; look += 1) await replicas.look();
    expect(await valueIn(replicas)).toBe(2);
    await primary.start();
  });

  it('never go to what is no replica of this database', async () => {
    for (const url of [primary.url, replica.url.replace(/kinodex$/, 'postgres')]) {
      const replicas = open(url);
      await comesTo(replicas, 'stranger');
      expect(await isFromReplica(replicas)).toBe(false);
    }
  });
});
