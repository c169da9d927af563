import { createHash } from 'node:crypto';
import { access, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type pg from 'pg';
import { Problem } from '#server/kernel/problem.ts';
import type { Database } from '../db/database.ts';
import { readApplied } from '../db/migrate.ts';
import { sever } from '../db/pool.ts';
import { ofDisk } from '../disk/full.ts';
import type { ImageStore } from '../images/store.ts';
import { partsOf, rowsIn } from './copy.ts';
import { entryOfPart, FORMAT, type Manifest, type TableSum } from './manifest.rules.ts';
import type { Watched } from './progress.ts';
import { keepSwapsAway, letSwapsIn, openSession, waiting } from './session.store.ts';
import { findSequences, findTables, lockTables, type Table } from './tables.store.ts';
import { createTarWriter, type TarWriter } from './tar.ts';

const pack = promisify(zstdCompress);

export interface BackupParts extends Watched {
  readonly db: Pick<Database, 'connection'>;
  readonly file: string;
  readonly version: string;
  readonly now: () => Date;
  readonly secret: string | null;
  /** Null: they are left out. */
  readonly pictures: ImageStore | null;
}

const namesOf = (tables: readonly Table[]): readonly string[] => tables.map(({ name }) => name);

/** Begins to read everything as it is at one moment. Nobody can put a table in the place of another from then on. */
const beginSnapshot = async (session: pg.Client): Promise<readonly Table[]> => {
  for (;;) {
    const before = await findTables(session);
    await session.query('begin transaction isolation level repeatable read read only');
    // What is locked before the first look is what is seen by it.
    await waiting(
      () => lockTables(session, namesOf(before)),
      'tables are being changed by somebody else; try again when that has ended',
    );
    const tables = await findTables(session);
    if (namesOf(tables).join() === namesOf(before).join()) return tables;
    await session.query('rollback');
  }
};

const writeTable = async (
  session: pg.Client,
  tar: TarWriter,
  { name, columns }: Table,
  tell: (rows: number) => void,
): Promise<TableSum> => {
  const hash = createHash('sha256');
  let [number, rows, bytes] = [0, 0, 0];
  for await (const part of partsOf(session, name, columns)) {
    hash.update(part);
    rows += rowsIn(part);
    bytes += part.length;
    number += 1;
    await tar.add({ name: entryOfPart(name, number), bytes: await pack(part) });
    tell(rows);
  }
  return { name, columns, rows, bytes, sha256: hash.digest('hex') };
};

const writePictures = async (tar: TarWriter, store: ImageStore, { tell, signal }: Watched): Promise<number> => {
  let done = 0;
  for await (const { key } of store.list()) {
    signal.throwIfAborted();
    const bytes = await store.get(key);
    // Dropped meanwhile, or damaged before: a restore could do nothing with it.
    if (bytes === null) continue;
    await tar.add({ name: `pictures/${key}`, bytes });
    done += 1;
    tell({ phase: 'pictures', file: 'pictures', done, all: done });
  }
  return done;
};

const writeAll = async (session: pg.Client, tar: TarWriter, parts: BackupParts, at: Date): Promise<Manifest> => {
  const { tell, signal, version, secret } = parts;
  await keepSwapsAway(session, () => tell({ phase: 'waiting', file: 'waiting for an import to end', done: 0, all: 1 }));
  const tables = await beginSnapshot(session);
  if (tables.length === 0)
    throw new Problem('The database has no tables: no product has served from it. Is it the one that is meant?');
  const about = tables.reduce((sum, table) => sum + table.about, 0);
  const migrations = await readApplied(session);
  const sums: TableSum[] = [];
  let before = 0;
  for (const table of tables) {
    const sum = await writeTable(session, tar, table, (rows) => {
      signal.throwIfAborted();
      tell({ phase: 'writing', file: table.name, done: before + rows, all: Math.max(about, before + rows) });
    });
    before += sum.rows;
    sums.push(sum);
  }
  // After the rows: a number that one of them has is never given again.
  const sequences = await findSequences(session);
  await session.query('commit');
  await letSwapsIn(session);
  // After the rows too: those that they name are kept for a day.
  const pictures = parts.pictures ? await writePictures(tar, parts.pictures, parts) : null;
  const kept = secret === null ? null : Buffer.from(secret);
  if (kept) await tar.add({ name: 'secret', bytes: kept });
  return {
    format: FORMAT,
    version,
    at: at.toISOString(),
    migrations,
    tables: sums,
    partitions: tables.flatMap(({ name, of, bounds, options }) =>
      of === null || bounds === null ? [] : [{ name, of, bounds, options }],
    ),
    sequences: [...sequences],
    pictures,
    secret: kept && createHash('sha256').update(kept).digest('hex'),
  };
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Brings the name of a new file to the disk. */
const syncFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder, 'r');
  await handle.sync();
};

/**
 * Writes everything, as it is at one moment, into an archive beside a product that serves. The file is there whole or not
 * at all; what a killed backup leaves is called `….part`.
 */
export const writeBackup = async (parts: BackupParts): Promise<Manifest> => {
  const { db, file, now, signal } = parts;
  const taken = new Problem(`${file} is there already; name another file, or remove it`);
  if (await isThere(file)) throw taken;
  const folder = dirname(file);
  if (!(await isThere(folder))) throw new Problem(`${folder} is not there; make it first, or name a file elsewhere`);
  const part = `${file}.${process.pid}.part`;
  const at = now();
  const handle = await open(part, 'wx', 0o600);
  try {
    const session = await openSession(db.connection);
    const cut = (): void => sever(session);
    signal.addEventListener('abort', cut, { once: true });
    try {
      const tar = createTarWriter(handle, at);
      const manifest = await writeAll(session, tar, parts, at);
      const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
      await tar.add({ name: 'manifest.json', bytes });
      const sum = createHash('sha256').update(bytes).digest('hex');
      await tar.add({ name: 'manifest.json.sha256', bytes: Buffer.from(`${sum}\n`) });
      await tar.end();
      await handle.sync();
      // Unlike a move it never takes the place of a file that has come meanwhile.
      await link(part, file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') throw taken;
        // Not every disk has links.
        return rename(part, file);
      });
      return manifest;
    } catch (error) {
      signal.throwIfAborted();
      throw ofDisk(folder, error);
    } finally {
      signal.removeEventListener('abort', cut);
      session.end().catch(() => {});
    }
  } finally {
    await handle.close();
    await rm(part, { force: true });
    await syncFolder(dirname(file)).catch(() => {});
  }
};
