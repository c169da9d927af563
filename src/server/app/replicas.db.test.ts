import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE_CHANGED } from '#server/modules/catalog/catalog.events.ts';
import { publish } from '#server/platform/bus/event.ts';
import { createDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { Replicas } from '#server/platform/db/replicas.ts';
import { keptLog, silentLog } from '#test/support/log.ts';
import { PATIENCE } from '#test/support/patience.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';
import { noReplica, startReplicated } from '#test/support/replica.ts';
import { readConfig } from './config.ts';
import { diagnose } from './doctor/doctor.ts';
import { MIGRATIONS } from './open.ts';
import { openReplicas } from './replica-settings.ts';

const servers = await startReplicated();
afterAll(() => servers?.close());

describe.skipIf(servers === null)(`a product with a replica${noReplica}`, () => {
  const { primary, replica } = servers ?? ({} as NonNullable<typeof servers>);
  const environment = () => ({ DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: replica.url });
  const db = createDatabase({
    connection: { connectionString: primary?.url ?? '' },
    ...{ kind: 'server', poolSize: 8, log: silentLog },
  });
  let product: ProductInMemory;
  let replicas: Replicas;

  beforeAll(async () => {
    await migrate(db.pool, MIGRATIONS);
    const open = openReplicas(readConfig(environment(), '/nowhere'), db, () => keptLog());
    if (!open) throw new Error('no replica is read');
    replicas = open;
    product = await productOn(db, environment(), { replicas });
    // Nobody is told of the titles that it has made.
    await servers?.caughtUp();
  });
  afterEach(() => replica.query('select pg_wal_replay_resume()'));
  afterAll(async () => {
    await product?.close();
    await replicas?.close();
    await db.close();
  });

  const isUsed = async (): Promise<void> => {
    const began = performance.now();
    while (replicas.state()[0]?.state !== 'used') {
      if (performance.now() - began > PATIENCE) throw new Error('the replica is not used');
      await pause(10);
    }
  };
  const PATH = '/api/v1/movie/tt0068646';
  const titleOf = async (path = PATH): Promise<string> => (await product.get(path)).json().data.title;
  const rename = (title: string) =>
    db.transaction(async (tx) => {
      await tx.query('update title set title = $1 where id = 68646', [title]);
      await publish(tx, CATALOGUE_CHANGED);
    });
  const comesTo = async (title: string): Promise<void> => {
    const began = performance.now();
    while ((await titleOf()) !== title) {
      if (performance.now() - began > PATIENCE) throw new Error(`it is ${await titleOf()}, not ${title}`);
      await pause(10);
    }
  };

  it('answers from it what the data API is asked', async () => {
    await isUsed();
    await replica.query('select pg_wal_replay_pause()');
    // Without an event nobody knows of it, so that it shows where an answer was read.
    await db.query("update title set title = 'Only at the primary' where id = 68646");
    expect(await titleOf()).not.toBe('Only at the primary');
    const found = await product.get('/api/v1/search?q=godfather');
    expect(found.statusCode).toBe(200);
    expect(found.body).not.toContain('Only at the primary');
  });

  it('keeps no answer that is older than what it was told of, while it is held back and afterwards', async () => {
    await isUsed();
    await replica.query('select pg_wal_replay_pause()');
    await rename('Renamed');
    await comesTo('Renamed');
    // Other ways to the same title, none of which was asked before.
    const ways = ['year', 'type', 'rating', 'votes', 'genres', 'rated'].map((field) => `${PATH}?fields=title,${field}`);
    for (const way of ways.slice(0, 3)) expect(await titleOf(way)).toBe('Renamed');
    await replica.query('select pg_wal_replay_resume()');
    await isUsed();
    for (const way of ways) expect(await titleOf(way)).toBe('Renamed');
  });

  it('shows editors what they have just written', async () => {
    await isUsed();
    await replica.query('select pg_wal_replay_pause()');
    const session = await product.signIn('editor@example.org', { admin: true });
    await db.query("update title set title = 'Just written' where id = 68646");
    const answer = await product.app.inject({
      url: '/api/admin/imdb/tt0068646',
      headers: { authorization: `Bearer ${session}` },
    });
    expect(answer.body).toContain('Just written');
  });

  it('tells of it in the metrics and by the doctor', async () => {
    const { body } = await product.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(body).toMatch(/^kinodex_replica_used\{replica="postgres:\/\/postgres@127\.0\.0\.1:\d+\/kinodex"\} [01]$/m);
    expect(body).toMatch(/^kinodex_replica_lag_seconds\{replica=.*\} [\d.e-]+$/m);
    const about = async (address: string): Promise<readonly string[]> => {
      const config = readConfig({ DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: address }, '/nowhere');
      const found = await diagnose(config, { patience: 3_000 });
      return found.filter(({ check }) => check === 'replica').map(({ state, what }) => `${state} ${what}`);
    };
    expect(await about(replica.url)).toEqual([expect.stringMatching(/^ok DATABASE_REPLICA_URLS=.* kB behind$/)]);
    expect(await about(`${primary.url}?x=1`)).toEqual([expect.stringMatching(/^wrong .*it takes changes$/)]);
    expect(await about(replica.url.replace(/kinodex$/, 'postgres'))).toEqual([
      expect.stringMatching(/^wrong .*no replica of this database$/),
    ]);
    expect(await about('postgres://me:pass-nobody-sees@127.0.0.1:9/kinodex')).toEqual([
      expect.stringMatching(/^wrong DATABASE_REPLICA_URLS=postgres:\/\/me:\*\*\*@.*it does not answer$/),
    ]);
  });

  it('goes on answering titles while the primary is gone', async () => {
    await isUsed();
    await primary.stop();
    expect((await product.get('/api/v1/movie/tt0111161')).statusCode).toBe(200);
    await primary.start();
  });
});
