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

  it.each(['title.principals', 'credit', 'search and change feed'])(
    'says so at %s, and nothing was changed',
    async (at) => {
      const before = [await snapshot(db), await schemaOf(db)];
      let ended: Promise<unknown> = Promise.resolve();
      const run = createImport().run({
        from: small,
        onProgress: (progress) => {
          if ((progress.phase === 'merge' ? progress.step : progress.file) === at) ended = ends(db);
        },
      });
      await expect(run).rejects.toThrow(
        expect.objectContaining({
          name: 'ImportRefused',
          message: 'The database was lost on the way. Nothing was changed.',
        }),
      );
      await ended;
      await sweepImports(db);
      expect([await snapshot(db), await schemaOf(db)]).toEqual(before);
    },
  );
});
