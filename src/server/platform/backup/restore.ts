import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Problem } from '#server/kernel/problem.ts';
import type { Database } from '../db/database.ts';
import {
  applyWithin,
  keepRecord,
  type Migration,
  MigrationRefused,
  migrate,
  pendingMigrations,
  readMigrations,
} from '../db/migrate.ts';
import { sever } from '../db/pool.ts';
import type { ImageStore } from '../images/store.ts';
import { type Checked, unpacked } from './check.ts';
import { type Filling, openFilling, partsOf } from './copy.ts';
import { ArchiveFault, type Manifest, partOf, pictureOf, type TableSum } from './manifest.rules.ts';
import type { Watched } from './progress.ts';
import {
  analyzeTables,
  beginRestore,
  commitRestore,
  keepProductsAway,
  lockMigrations,
  openSession,
} from './session.store.ts';
import {
  attaching,
  dropAll,
  emptyTables,
  findTables,
  isEmpty,
  makePartition,
  setSequence,
  takeScaffoldDown,
  wakeTriggers,
} from './tables.store.ts';
import { entriesOf } from './tar.ts';

export interface RestoreParts extends Watched {
  readonly db: Pick<Database, 'connection' | 'pool' | 'place'>;
  readonly file: string;
  readonly checked: Checked;
  /** Folder of this version's migrations. */
  readonly migrations: string;
  /** Whether what the database holds may go. */
  readonly replace: boolean;
  /** Null: they are left out. */
  readonly pictures: ImageStore | null;
}

/** The migrations that brought the backup's database where it was, of those that this version has. */
const migrationsOf = async (folder: string, { version, migrations }: Manifest): Promise<readonly Migration[]> => {
  const known = await readMigrations(folder);
  try {
    pendingMigrations(known, migrations);
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error;
    const strange = migrations.find((one) => !known.some(({ name }) => name === one.name));
    if (!strange) throw new ArchiveFault(`it does not fit this version: ${error.message}`);
    throw new ArchiveFault(
      `it is of a newer version (${version}), with the migration ${strange.name}, which this one does not know; restore it with that version`,
    );
  }
  const names = new Set(migrations.map(({ name }) => name));
  return known.filter(({ name }) => names.has(name));
};

/** Whether the tables of the database are those of the archive. @throws ArchiveFault */
const compareTables = async (session: pg.Client, { tables }: Manifest): Promise<void> => {
  const there = new Map((await findTables(session)).map((table) => [table.name, table]));
  for (const { name, columns } of tables) {
    const found = there.get(name);
    if (!found) throw new ArchiveFault(`it holds the table ${name}, which its version does not have`);
    if ([...columns].sort().join() !== [...found.columns].sort().join())
      throw new ArchiveFault(`its table ${name} does not have the columns of its version`);
    there.delete(name);
  }
  const [lacking] = there.keys();
  if (lacking !== undefined) throw new ArchiveFault(`the table ${lacking} is missing`);
};

const sumOf = async (session: pg.Client, { name, columns }: TableSum): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of partsOf(session, name, columns)) hash.update(part);
  return hash.digest('hex');
};

/** Fills the tables, each to its end before the next one, and reads each again: it must say what the archive says. */
const load = async (session: pg.Client, { file, tell, signal, checked: { manifest } }: RestoreParts): Promise<void> => {
  const named = new Map(manifest.tables.map((table) => [table.name, table]));
  const all = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const at: { filling: { readonly table: TableSum; readonly into: Filling } | null } = { filling: null };
  const end = async (): Promise<void> => {
    if (at.filling === null) return;
    const { table, into } = at.filling;
    await into.end();
    at.filling = null;
    if ((await sumOf(session, table)) !== table.sha256)
      throw new ArchiveFault(`the table ${table.name} is another one in the database than in the archive`);
    done += table.rows;
  };
  try {
    for await (const entry of entriesOf(file)) {
      signal.throwIfAborted();
      const part = partOf(entry.name);
      if (!part) continue;
      const table = named.get(part.table);
      if (!table) throw new ArchiveFault('it has been changed while it was read');
      if (at.filling?.table !== table) {
        await end();
        tell({ phase: 'loading', file: `loading ${table.name}`, done, all });
        at.filling = { table, into: openFilling(session, table.name, table.columns) };
      }
      await at.filling.into.add(await unpacked(entry));
    }
    await end();
  } catch (error) {
    await at.filling?.into.giveUp();
    throw error;
  }
};

const putPictures = async (store: ImageStore, { file, tell, signal, checked }: RestoreParts): Promise<void> => {
  const all = checked.manifest.pictures ?? 0;
  let done = 0;
  if (all === 0) return;
  for await (const { name, bytes } of entriesOf(file)) {
    const key = pictureOf(name);
    if (key === null) continue;
    signal.throwIfAborted();
    await store.put(key, bytes);
    done += 1;
    tell({ phase: 'pictures', file: 'pictures', done, all });
  }
};

const fill = async (session: pg.Client, parts: RestoreParts, migrations: readonly Migration[]): Promise<void> => {
  const { manifest } = parts.checked;
  if (parts.replace) await dropAll(session);
  await keepRecord(session);
  for (const migration of migrations) await applyWithin(session, migration);
  const names = new Set((await findTables(session)).map(({ name }) => name));
  const partitions = manifest.partitions.filter(({ name }) => !names.has(name));
  for (const partition of partitions) await makePartition(session, partition);
  await compareTables(session, manifest);
  const tables = manifest.tables.map(({ name }) => name);
  await emptyTables(session, tables);
  const scaffold = [...partitions.map(attaching), ...(await takeScaffoldDown(session))];
  await load(session, parts);
  for (const sequence of manifest.sequences) await setSequence(session, sequence);
  for (const [i, statement] of scaffold.entries()) {
    parts.signal.throwIfAborted();
    parts.tell({ phase: 'building', file: 'indexes and keys', done: i, all: scaffold.length });
    await session.query(statement);
  }
  await wakeTriggers(session, tables);
};

/**
 * Fills a database from an archive whose checksums are right, in one transaction: killed at any moment it leaves the
 * database as it was, or as the archive has it. Then it is brought up to this version. `before` is called when all of it
 * is there but for the commit, `after` right behind that.
 */
export const restoreBackup = async (
  parts: RestoreParts,
  before: () => Promise<void>,
  after: () => Promise<void>,
): Promise<readonly string[]> => {
  const { db, signal, checked } = parts;
  const migrations = await migrationsOf(parts.migrations, checked.manifest);
  const session = await openSession(db.connection);
  const cut = (): void => sever(session);
  signal.addEventListener('abort', cut, { once: true });
  try {
    if (!(await keepProductsAway(session)))
      throw new Problem(`a product serves from ${db.place}; stop it, then restore`);
    await lockMigrations(session);
    if (!parts.replace && !(await isEmpty(session)))
      throw new Problem(
        `${db.place} is not empty; name an empty one, or have the backup put in the place of all it holds with --replace`,
      );
    if (parts.pictures) await putPictures(parts.pictures, parts);
    await beginRestore(session);
    await fill(session, parts, migrations);
    await before();
    signal.throwIfAborted();
    await commitRestore(session);
    await after();
    await analyzeTables(session);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cut);
    await session.end().catch(() => {});
  }
  return migrate(db.pool, parts.migrations);
};
