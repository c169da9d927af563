import { execFileSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { keptLog, silentLog } from '#test/support/log.ts';
import { isDatabaseAway, isDiskFull } from './away.ts';
import { createDatabase } from './database.ts';
import { type EmbeddedOptions, startEmbedded } from './embedded.ts';

const isRoot = process.getuid?.() === 0;
const megabyte = 1024 * 1024;
const parent = mkdtempSync(join(tmpdir(), 'kinodex-supervisor-'));
chmodSync(parent, 0o755);
const closers: (() => unknown)[] = [() => rmSync(parent, { recursive: true, force: true })];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const start = async (options: Omit<EmbeddedOptions, 'programs'>) => {
  const embedded = await startEmbedded({ programs: inject('programs') ?? join(parent, 'programs'), ...options });
  const { connection } = embedded;
  const database = createDatabase({
    connection,
    kind: 'embedded',
    poolSize: 2,
    log: silentLog,
    afterClose: embedded.stop,
  });
  closers.push(() => rmSync(connection.host, { recursive: true, force: true }), database.close);
  return { embedded, database };
};

describe('startEmbedded', () => {
  it('comes back by itself when the server is killed, and the process stays', async () => {
    const log = keptLog();
    const { embedded, database } = await start({ home: join(parent, 'killed'), log, disk: { ballast: 0 } });
    await database.query('create table kept as select 1 as id');
    const pid = embedded.pid();
    const died = Promise.withResolvers<string>();
    embedded.died(died.resolve);
    process.kill(pid, 'SIGKILL');
    expect(await died.promise).toContain('the database ended unasked');
    const failures: unknown[] = [];
    const read = () => database.query('select id from kept').catch((error: unknown) => failures.push(error));
    await expect.poll(read, { interval: 20 }).toMatchObject({ rows: [{ id: 1 }] });
    // It takes callers a moment before its supervisor knows.
    await expect.poll(embedded.pid).not.toBe(pid);
    expect(failures.filter((error) => !isDatabaseAway(error))).toEqual([]);
    expect(await database.health()).toBe(true);
    await expect.poll(() => log.lines).toContain('info the database runs again');
  });

  it('has each change on the disk before it acknowledges it', async () => {
    const { database } = await start({ home: join(parent, 'durable'), log: silentLog, disk: { ballast: 0 } });
    const { rows } = await database.query(
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`,
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on']);
    await database.query('create table paid (id int)');
    const synced = async (): Promise<number> => {
      const { rows } = await database.query<{ n: number }>(
        `select sum(fsyncs)::int as n from pg_stat_io where object = 'wal' and backend_type = 'client backend'`,
      );
      return rows[0]?.n ?? 0;
    };
    const before = await synced();
    for (let n = 0; n < 20; n += 1) await database.query('insert into paid values ($1)', [n]);
    await expect.poll(synced).toBeGreaterThanOrEqual(before + 20);
  });

  it('keeps its socket in a short folder of its own', async () => {
    const deep = join(parent, 'a-rather-long-name-of-a-folder/'.repeat(8));
    mkdirSync(deep, { recursive: true });
    const { embedded } = await start({ home: join(deep, 'postgres'), log: silentLog, disk: { ballast: 0 } });
    const { host } = embedded.connection;
    expect(Buffer.byteLength(`${host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
    expect(statSync(host).mode & 0o777).toBe(0o700);
    await embedded.stop();
    expect(existsSync(host)).toBe(false);
  });
});

const mountSmallDisk = (path: string, megabytes: number): boolean => {
  if (!isRoot) return false;
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path], { stdio: 'ignore' });
    closers.push(() => execFileSync('umount', ['-l', path]));
    return true;
  } catch {
    return false;
  }
};

const disk = join(parent, 'disk');
const mounted = mountSmallDisk(disk, 200);

const ceiling = '/proc/sys/vm/nr_overcommit_hugepages';
/** Ours to raise, and nobody has set any aside or allowed any: this host's setting is what is changed. */
const mayRaise = ((): boolean => {
  try {
    accessSync(ceiling, constants.W_OK);
    return [ceiling, '/proc/sys/vm/nr_hugepages'].every((file) => Number(readFileSync(file, 'utf8')) === 0);
  } catch {
    return false;
  }
})();

it.skipIf(!mayRaise)(
  'has its memory in huge pages once its tables fill it, and leaves the kernel as it was',
  async () => {
    const before = readFileSync(ceiling, 'utf8');
    const options = { home: join(parent, 'large'), log: silentLog, disk: { ballast: 0 } };
    const status = async (shared_buffers: string, serves = true): Promise<unknown> => {
      const { database } = await start({ ...options, settings: { shared_buffers }, serves });
      const { rows } = await database.query(`select current_setting('huge_pages_status') as status`);
      await database.close();
      return rows[0]?.status;
    };
    expect(await status('8MB')).toBe('off');
    expect(await status('8MB', false)).toBe('off');
    expect(await status('8MB')).toBe('on');
    expect(await status('256MB')).toBe('off');
    expect(readFileSync(ceiling, 'utf8')).toBe(before);
  },
);

it('has the kernel join the pages of its memory while it serves, where it never does', async ({ skip }) => {
  const laid = '/sys/kernel/mm/transparent_hugepage/shmem_enabled';
  const home = join(parent, 'joined');
  const record = join(home, 'joined-pages');
  // Another product of this machine may have set it meanwhile.
  skip(!mayRaise || !existsSync(laid) || !readFileSync(laid, 'utf8').includes('[never]'));
  const { database } = await start({ home, log: silentLog, disk: { ballast: 0 }, serves: true });
  expect(existsSync(record)).toBe(true);
  await database.close();
  expect(existsSync(record)).toBe(false);
});

it('has in its memory what it held before, without being asked for it, where it stays', async () => {
  const options = { home: join(parent, 'refilled'), log: silentLog, disk: { ballast: 0 } };
  const held = `select count(*)::int as pages from pg_buffercache where relfilenode = pg_relation_filenode('kept')
    and reldatabase = (select oid from pg_database where datname = current_database())`;
  const pagesHeld = async (serves: boolean, least = 0): Promise<number> => {
    const { database } = await start({ ...options, serves });
    const pages = async (): Promise<number> => (await database.query<{ pages: number }>(held)).rows[0]?.pages ?? 0;
    if (least > 0) await expect.poll(pages).toBeGreaterThanOrEqual(least);
    const found = await pages();
    await database.close();
    return found;
  };
  const { database } = await start({ ...options, serves: true });
  await database.query('create extension pg_buffercache');
  await database.query(`create table kept as select repeat('x', 1000) as text from generate_series(1, 1000)`);
  const { rows } = await database.query<{ pages: number }>(held);
  await database.close();
  const before = rows[0]?.pages ?? 0;
  expect(before).toBeGreaterThan(100);
  expect(await pagesHeld(true, before)).toBe(before);
  expect(await pagesHeld(false)).toBe(0);
});

describe.skipIf(!mounted)(`on a small disk${mounted ? '' : ' (skipped: it takes root to mount one)'}`, () => {
  const home = join(disk, 'postgres');
  const filler = join(disk, 'filler');
  const settings = { max_wal_size: '64MB', min_wal_size: '32MB' };

  const fill = (megabytesLeft: number): void => {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - megabytesLeft * megabyte));
  };

  it('takes reads only while there is little room, and changes again afterwards', async () => {
    const limits = { low: 40 * megabyte, critical: 10 * megabyte, ballast: 0, every: 20 };
    const { embedded, database } = await start({ home, log: silentLog, disk: limits, settings });
    await database.query('create table notes (id int)');
    fill(20);
    await expect.poll(embedded.disk).toBe('low');
    const insert = () =>
      database.query('insert into notes values (1)').then(
        () => 'taken',
        (error: unknown) => (isDiskFull(error) ? 'full' : error),
      );
    await expect.poll(insert).toBe('full');
    expect((await database.query('select count(*) as count from notes')).rows).toEqual([{ count: expect.any(Number) }]);
    rmSync(filler);
    await expect.poll(insert).toBe('taken');
    expect(embedded.disk()).toBe('roomy');
    await database.close();
  });

  it('keeps its reserve when a second product is refused', async () => {
    const limits = { low: 0, critical: 0, ballast: 32 * megabyte, every: 50 };
    const { database } = await start({ home, log: silentLog, disk: limits, settings });
    await expect.poll(() => existsSync(join(home, 'ballast'))).toBe(true);
    fill(8);
    await expect(start({ home, log: silentLog, disk: limits, settings })).rejects.toThrow('another instance');
    expect(existsSync(join(home, 'ballast'))).toBe(true);
    rmSync(filler);
    await database.close();
  });

  it('survives a disk too full for its log, and nothing that was acknowledged is lost', async () => {
    const log = keptLog();
    const limits = { low: 0, critical: 0, ballast: 32 * megabyte, every: 50 };
    const { embedded, database } = await start({ home, log, disk: limits, settings });
    const pid = embedded.pid();
    await database.query('create table written (id int primary key)');
    await expect.poll(() => existsSync(join(home, 'ballast'))).toBe(true);
    fill(8);
    let acknowledged = 0;
    const write = (): Promise<unknown> =>
      database.transaction(async (tx) => {
        await tx.query('insert into written values ($1)', [acknowledged]);
        await tx.query("select pg_logical_emit_message(true, 'filler', repeat('x', 4000000))");
      });
    let failure: unknown;
    while (failure === undefined) {
      failure = await write().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined) acknowledged += 1;
    }
    expect(isDiskFull(failure) || isDatabaseAway(failure)).toBe(true);
    await expect.poll(embedded.pid).not.toBe(pid);
    const read = () => database.query('select id from written order by id').then(({ rows }) => rows);
    // Once it answers, it answers the same.
    await expect.poll(() => read().catch(() => [])).not.toEqual([]);
    const ids = await read();
    // The last one may be there too: it was written, and only its answer was lost.
    expect(ids.length).toBeGreaterThanOrEqual(acknowledged);
    expect(ids.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, id) => ({ id })));
    expect(log.lines.join('\n')).toContain('gave back the 32 MB');
  });
});
