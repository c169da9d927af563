import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { silentLog } from '#test/support/log.ts';
import { createDatabase } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { accountOf, nobody } from './embedded-account.ts';
import { placeCluster } from './embedded-place.ts';

const isRoot = process.getuid?.() === 0;
const parent = mkdtempSync(join(tmpdir(), 'kinodex-place-'));
chmodSync(parent, 0o755);
const sharedFolder = join(parent, 'shared');
const home = join(parent, 'private');
mkdirSync(home, { mode: 0o700 });
const closers: (() => unknown)[] = [() => rmSync(parent, { recursive: true, force: true })];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

let count = 0;
const newData = (): string => join(home, `clone ${++count}`, 'data');
const place = (dataFolder: string, pinned = false) => placeCluster({ dataFolder, pinned, sharedFolder });
const run = async (folder: string) => {
  const programs = inject('programs') ?? join(parent, 'programs');
  const embedded = await startEmbedded({ home: folder, programs, log: silentLog, disk: { ballast: 0 } });
  const database = createDatabase({
    connection: embedded.connection,
    kind: 'embedded',
    poolSize: 1,
    log: silentLog,
    afterClose: embedded.stop,
  });
  closers.push(database.close);
  return { ...database, socket: embedded.connection.host };
};

describe.skipIf(!isRoot)(`below a private home${isRoot ? '' : ' (skipped: only root meets this)'}`, () => {
  it('root puts the cluster where its account can enter, and the data folder names it wherever it is moved', async () => {
    const data = newData();
    const cluster = await place(data);
    expect(cluster).toMatch(/\/shared\/[0-9a-f]{12}$/);
    const database = await run(cluster);
    await database.query('create table kept as select 1 as one');
    await database.close();
    const moved = newData();
    mkdirSync(join(moved, '..'));
    renameSync(data, moved);
    expect(await place(moved)).toBe(cluster);
    const again = await run(await place(moved));
    expect((await again.query('select one from kept')).rows).toEqual([{ one: 1 }]);
    await again.close();
    // A new clone at the old path is another one.
    expect(await place(data)).not.toBe(cluster);
    expect(await place(moved)).toBe(cluster);
  });

  it('a cluster that was named after the path is taken up, and kept when that changes', async () => {
    const data = newData();
    mkdirSync(data, { recursive: true });
    const before = join(sharedFolder, createHash('sha256').update(data).digest('hex').slice(0, 12));
    mkdirSync(join(before, '18'), { recursive: true });
    writeFileSync(join(before, '18/PG_VERSION'), '18');
    execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, before]);
    expect(await place(data)).toBe(before);
    const moved = newData();
    mkdirSync(join(moved, '..'));
    renameSync(data, moved);
    expect(await place(moved)).toBe(before);
  });

  it('a data folder whose cluster is gone does not begin with an empty one', async () => {
    const data = newData();
    rmSync(await place(data), { recursive: true });
    await expect(place(data)).rejects.toThrow(
      new RegExp(`^KINODEX_DATA=${data}: its database .* is not there; bring it back, or remove ${data}/cluster to`),
    );
    rmSync(join(data, 'cluster'));
    expect(existsSync(await place(data))).toBe(true);
    writeFileSync(join(data, 'cluster'), '../../etc\n');
    await expect(place(data)).rejects.toThrow('names no database');
  });

  it('a copy of a data folder does not share the cluster', async () => {
    const data = newData();
    const cluster = await place(data);
    const copy = newData();
    cpSync(data, copy, { recursive: true });
    await expect(place(copy)).rejects.toThrow(`this is a copy of ${data}, whose database is ${cluster};`);
    expect(await place(data)).toBe(cluster);
  });

  it('a folder the operator chose is refused by the name of the closed one', async () => {
    const chosen = newData();
    await expect(place(chosen, true)).rejects.toThrow(`cannot enter ${home};`);
  });
});

describe.skipIf(!isRoot)(`a cluster of root${isRoot ? '' : ' (skipped: only root has one)'}`, () => {
  const psql = (socket: string, uid: number) =>
    spawnSync(
      process.execPath,
      [
        '-e',
        `new (require('pg').Client)({ host: process.argv[1], user: 'kinodex', database: 'postgres' })
          .connect().then(() => { console.log('in'); process.exit() }, (error) => { console.log(error.message); process.exit() })`,
        socket,
      ],
      { encoding: 'utf8', uid, gid: uid, cwd: join(import.meta.dirname, '../../../..') },
    ).stdout.trim();

  it('belongs to a user of its own, and nobody else comes in', async () => {
    const cluster = join(parent, 'own', 'postgres');
    const account = await accountOf(cluster);
    const database = await run(cluster);
    expect(account?.uid).not.toBe(0);
    expect(account?.uid).not.toBe(nobody.uid);
    expect(statSync(join(cluster, '18')).uid).toBe(account?.uid);
    expect(psql(database.socket, 0)).toBe('in');
    // Even were the folder open.
    chmodSync(database.socket, 0o755);
    expect(psql(database.socket, account?.uid ?? 0)).toBe('in');
    expect(psql(database.socket, nobody.uid)).not.toBe('in');
    await database.close();
    expect(existsSync(database.socket)).toBe(false);
  });

  it('that an earlier version ran as nobody, trusting everybody, is moved over with all that it holds', async () => {
    const cluster = join(parent, 'earlier', 'postgres');
    const first = await run(cluster);
    await first.query('create table kept as select 1 as one');
    await first.close();
    execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, cluster]);
    for (const file of ['hba.conf', 'ident.conf']) rmSync(join(cluster, file));
    writeFileSync(join(cluster, '18/pg_hba.conf'), 'local all all trust\n');
    const database = await run(cluster);
    expect((await database.query('select one from kept')).rows).toEqual([{ one: 1 }]);
    expect(statSync(join(cluster, '18/base')).uid).toBe((await accountOf(cluster))?.uid);
    expect(statSync(cluster).uid).not.toBe(nobody.uid);
    expect(readFileSync(join(cluster, 'hba.conf'), 'utf8')).toBe('local all kinodex peer map=kinodex\n');
    chmodSync(database.socket, 0o755);
    expect(psql(database.socket, nobody.uid)).not.toBe('in');
    await database.close();
  });
});
