import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { Problem } from '#server/kernel/problem.ts';
import { LOCKS } from './locks.ts';

export type Migration = { readonly name: string; readonly text: string; readonly sha256: string };
export type Applied = { readonly name: string; readonly sha256: string };

/** The migrations in the folder and those of the database don't fit together; nothing was changed. */
export class MigrationRefused extends Problem {
  override readonly name = 'MigrationRefused';
}

/** A migration could not be applied, and nothing of it was kept; the cause is what the server said. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
}

const lockPatience = '10min';

/** Those of a folder, in order. */
export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      // A checkout may change the line ends; that is no change of the migration.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
  migrations.forEach(({ name }, i) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
      throw new MigrationRefused(`${name}: a migration is named 0001-words.sql`);
    if (name.slice(0, 4) === migrations[i - 1]?.name.slice(0, 4)) {
      throw new MigrationRefused(`${name}: number ${name.slice(0, 4)} is there twice`);
    }
  });
  return migrations;
};

/** The migrations still to be applied, in order. Refuses changed, vanished and late ones. */
export const pendingMigrations = (migrations: readonly Migration[], applied: readonly Applied[]): Migration[] => {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of applied) {
    const migration = known.get(name);
    if (!migration)
      throw new MigrationRefused(
        `the database has the migration ${name}, which this version does not know; start the newer version`,
      );
    if (migration.sha256 !== sha256)
      throw new MigrationRefused(
        `the migration ${name} was changed after it was applied; restore the file and write a new migration`,
      );
  }
  const done = new Set(applied.map(({ name }) => name));
  const last =
    applied
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? '';
  const pending = migrations.filter(({ name }) => !done.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late)
    throw new MigrationRefused(
      `the migration ${late.name} comes after ${last} has been applied; give it a higher number`,
    );
  return pending;
};

/** Those that a database has. */
export const readApplied = async (client: pg.ClientBase): Promise<Applied[]> => {
  const table = await client.query<{ there: boolean }>("select to_regclass('schema_migrations') is not null as there");
  if (!table.rows[0]?.there) return [];
  return (await client.query<Applied>('select name, sha256 from schema_migrations order by name')).rows;
};

/** Applies one within a transaction of the caller's. */
export const applyWithin = async (client: pg.ClientBase, { name, text, sha256 }: Migration): Promise<void> => {
  try {
    await client.query('set local statement_timeout = 0');
    await client.query(text);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
    const line = position > 0 ? `, line ${text.slice(0, position - 1).split('\n').length},` : '';
    throw new MigrationFailed(`the migration ${name}${line} failed and was taken back: ${reason}`, { cause: error });
  }
};

const apply = async (client: pg.ClientBase, migration: Migration): Promise<void> => {
  await client.query('begin');
  try {
    await applyWithin(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
};

/** Makes the record of what is applied, where it is not there. */
export const keepRecord = (client: pg.ClientBase): Promise<unknown> =>
  client.query(
    'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );

const migrateOn = async (client: pg.ClientBase, migrations: readonly Migration[]): Promise<string[]> => {
  if (pendingMigrations(migrations, await readApplied(client)).length === 0) return [];
  await client.query(`set statement_timeout = '${lockPatience}'`);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrations]);
    await keepRecord(client);
    // Another process may have applied them while this one waited for the lock.
    const pending = pendingMigrations(migrations, await readApplied(client));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migrations]).catch(() => {});
    await client.query('reset statement_timeout').catch(() => {});
  }
};

/**
 * Brings the database up to the numbered files `0001-words.sql` of a folder, each in a transaction with its row in
 * `schema_migrations`. Two at once wait for each other. Returns the names applied now.
 * Throws MigrationRefused when an applied file was changed, is unknown here, or a new one has a lower number.
 */
export const migrate = async (database: pg.Pool | pg.ClientBase, folder: string): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  if (!(database instanceof pg.Pool)) return migrateOn(database, migrations);
  const client = await database.connect();
  try {
    return await migrateOn(client, migrations);
  } finally {
    client.release();
  }
};
