import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Executor } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { removeSets, SMALL, schemaOf, snapshot, writeSet } from '#test/support/imdb-set.ts';
import { createImdbImport, type ImportParts, sweepImports } from './import.service.ts';

const db = await testDatabase();
afterAll(removeSets);
const quiet = { info: () => {}, warn: () => {} };
const createImport = (parts: Partial<ImportParts> = {}) => createImdbImport({ db, log: quiet, ...parts });
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
    expect(await sweepImports(db)).toBe(true);
    expect(await left()).toEqual([]);
    expect(await sweepImports(db)).toBe(true);
  });

  it('is swept by the next import, also by one that ends at once', async () => {
    await createImport().run({ from: small });
    await leave();
    expect((await createImport().run({ from: small })).same).toBe(true);
    expect(await left()).toEqual([]);
  });

  it('is not taken from an import that runs', async () => {
    const swept: boolean[] = [];
    await createImport({
      afterMerge: async () => {
        swept.push(await sweepImports(db));
        return undefined;
      },
    }).run({ from: small });
    expect(swept).toEqual([false]);
  });
});

describe('an import that loses its database', () => {
  const ends = (executor: Executor) =>
    executor.query(
      'select pg_terminate_backend(pid) from pg_locks where locktype = $1 and objid = 7020 and database = (select oid from pg_database where datname = current_database())',
      ['advisory'],
    );

  const LOST = expect.objectContaining({
    name: 'ImportRefused',
    message: 'The database was lost on the way. Nothing was changed.',
  });
  const everything = async () => [await snapshot(db), await schemaOf(db)];
  /** The lost session has its lock until the server has noticed its end. */
  const swept = () => expect.poll(() => sweepImports(db)).toBe(true);

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
