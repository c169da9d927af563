import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDatabase, type Executor } from '#server/platform/db/database.ts';
import { IMDB_FILES } from '#server/sources/imdb-datasets/files.ts';
import { testDatabase } from '#test/support/database.ts';
import { removeSets, SMALL, snapshot, writeSet } from '#test/support/imdb-set.ts';
import { silentLog } from '#test/support/log.ts';
import { schemaOf } from '#test/support/schema.ts';
import { silenceable } from '#test/support/silence.ts';
import { createImdbImport, type ImportParts, sweepImports } from './import.service.ts';

const db = await testDatabase();
afterAll(removeSets);
const createImport = (parts: Partial<ImportParts> = {}) => createImdbImport({ db, log: silentLog, ...parts });
const small = writeSet(SMALL);

beforeEach(async () => {
  await db.query('truncate title, person, aka, credit, episode, title_origin, person_origin, change, import_run');
});

describe('what a killed import leaves', () => {
  const leave = async () => {
    await db.query('create schema import');
    await db.query('create schema import_next');
    await db.query('create table import.s_title as select 1 as id');
    await db.query('create table import_next.credit as select 1 as id');
  };
  const left = async () => (await schemaOf(db)).filter((line) => line.startsWith('schema import'));

  it('is swept by the next start', async () => {
    await leave();
    expect(await sweepImports(db)).toBe('swept');
    expect(await left()).toEqual([]);
    expect(await sweepImports(db)).toBe('swept');
  });

  it('is swept by the next import, also by one that ends at once', async () => {
    await createImport().run({ from: small });
    await leave();
    expect((await createImport().run({ from: small })).same).toBe(true);
    expect(await left()).toEqual([]);
  });

  it('is swept by the next import, also by one that finds no files', async () => {
    await leave();
    await expect(createImport().run({ from: join(small, 'nowhere') })).rejects.toThrow('is not a folder');
    expect(await left()).toEqual([]);
  });

  it('is not taken from an import that runs', async () => {
    const swept: string[] = [];
    await createImport({
      afterMerge: async () => {
        swept.push(await sweepImports(db));
        return undefined;
      },
    }).run({ from: small });
    expect(swept).toEqual(['an import runs']);
  });
});

const ROWS = 35_000;
/** A megabyte of titles. */
const TITLES = Buffer.from('tt0000001\tmovie\tA\tA\t0\t\\N\t\\N\t\\N\t\\N\n'.repeat(ROWS));

/** A server with title.basics alone; its body is written by the test. */
const serveTitles = async (asked: (response: ServerResponse) => void): Promise<string> => {
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('title.basics.tsv')) return response.writeHead(404).end();
    response.writeHead(200);
    if (request.method === 'HEAD') return response.end();
    return asked(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const HOLDERS = `select pid from pg_locks where locktype = 'advisory' and objid = 7020
  and database = (select oid from pg_database where datname = current_database())`;

describe('an import that loses its database', () => {
  const ends = (executor: Executor) => executor.query(`select pg_terminate_backend(pid) from (${HOLDERS}) h`);

  /** Sessions that hold the lock of imports. */
  const holders = async () => (await db.query(HOLDERS)).rows.length;
  /** Until the server has taken every row that was sent. */
  const copied = (rows: number) =>
    expect
      .poll(async () => {
        const progress = await db.query<{ rows: number }>(
          'select tuples_processed::int as rows from pg_stat_progress_copy where datname = current_database()',
        );
        return progress.rows[0]?.rows;
      })
      .toBe(rows);

  const LOST = expect.objectContaining({
    name: 'ImportRefused',
    message: 'The database was lost on the way. Nothing was changed.',
  });
  const everything = async () => [await snapshot(db), await schemaOf(db)];
  /** The lost session has its lock until the server has noticed its end. */
  const swept = () => expect.poll(() => sweepImports(db)).toBe('swept');

  it.each([
    ['before the server has heard of the COPY', true],
    ['in the middle of a COPY', false],
  ])('says so while it reads, %s, and nothing was changed', async (_when, silent) => {
    const before = await everything();
    const { way, hold, close } = await silenceable(db);
    const behind = createDatabase({ connection: way, kind: 'server', poolSize: 1, log: silentLog });
    onTestFinished(async () => {
      await behind.close();
      close();
    });
    const asked = Promise.withResolvers<ServerResponse>();
    const run = createImport({ db: behind }).run({ from: await serveTitles(asked.resolve) });
    const refused = expect(run).rejects.toThrow(LOST);
    const response = await asked.promise;
    hold(silent);
    response.write(`${IMDB_FILES['title.basics'].join('\t')}\n`);
    response.write(TITLES);
    if (!silent) await copied(ROWS);
    await ends(db);
    await expect.poll(holders).toBe(0);
    hold(false);
    // More than sockets and the COPY keep: an import that has given up hangs up, and does not read to the end.
    await expect(pipeline(Readable.from(Array.from({ length: 24 }, () => TITLES)), response)).rejects.toThrow();
    await refused;
    await swept();
    expect(await everything()).toEqual(before);
  });

  it('says so while it waits for the catalogue, and nothing was changed', async () => {
    const before = await everything();
    await db.transaction(async (tx) => {
      await tx.query('lock table title in row exclusive mode');
      const run = createImport().run({ from: small });
      const refused = expect(run).rejects.toThrow(LOST);
      const waiting = 'select 1 from pg_locks where not granted and relation = $1::regclass';
      await expect.poll(async () => (await db.query(waiting, ['title'])).rows.length).toBe(1);
      await ends(db);
      await refused;
    });
    await swept();
    expect(await everything()).toEqual(before);
  });

  it('says so when all is merged and not committed, and nothing was changed', async () => {
    const before = await everything();
    const afterMerge = async () => {
      await ends(db);
      return undefined;
    };
    await expect(createImport({ afterMerge }).run({ from: small })).rejects.toThrow(LOST);
    await swept();
    expect(await everything()).toEqual(before);
  });
});

it('an import that is told to stop does not wait for a database that says nothing', async () => {
  const { way, hold, close } = await silenceable(db);
  const behind = createDatabase({ connection: way, kind: 'server', poolSize: 1, log: silentLog });
  onTestFinished(async () => {
    vi.useRealTimers();
    hold(false);
    await behind.close();
    close();
  });
  const stop = new AbortController();
  const merged = Promise.withResolvers<void>();
  const afterMerge = async () => {
    hold(true);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stop.abort(new Error('enough'));
    merged.resolve();
    return undefined;
  };
  const run = createImport({ db: behind, afterMerge }).run({ from: small, signal: stop.signal });
  const refused = expect(run).rejects.toThrow('enough');
  await merged.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
});
