import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCKS } from '#server/platform/db/locks.ts';
import { testDatabase } from '#test/support/database.ts';
import { MANY, many, removeSets, writeSet } from '#test/support/imdb-set.ts';
import { silentLog } from '#test/support/log.ts';
import { schemaOf } from '#test/support/schema.ts';
import { createImdbImport, type ImportParts } from './import.service.ts';

const db = await testDatabase();
afterAll(removeSets);
const createImport = (parts: Partial<ImportParts> = {}) => createImdbImport({ db, log: silentLog, ...parts });

beforeEach(async () => {
  await db.query('truncate title, person, aka, credit, change, import_run');
  await db.query(
    `insert into title (id, type, title, source, fetched_at) values (99999999, 'M', 'Kept', 'sample', now())`,
  );
});

describe('an import that writes tables anew', () => {
  const places = async () => {
    const { rows } = await db.query<{ name: string; oid: number }>(
      `select relname as name, oid::int from pg_class where relname in ('title', 'aka', 'credit') order by 1`,
    );
    return rows.map(({ oid }) => oid);
  };

  it('leaves the schema as the migrations made it', async () => {
    const before = await schemaOf(db);
    const old = await places();
    // What the files do not speak of is counted as none of theirs.
    await db.query(
      `insert into aka (title_id, ordering, title) values (99999999, 1, 'Kept'), (99999999, 2, 'Kept, too')`,
    );
    const filled = await createImport().run({ from: writeSet(many('Mill')) });
    expect(filled.files.map((f) => [f.added, f.changed, f.unchanged])).toEqual(filled.files.map(() => [MANY, 0, 0]));
    const first = await places();
    expect(first.some((oid, i) => oid === old[i])).toBe(false);
    expect(await schemaOf(db)).toEqual(before);
    // Nearly every row differs now, so the tables are written anew from the comparison.
    const report = await createImport().run({ from: writeSet(many('Moulin')) });
    expect((await places()).some((oid, i) => oid === first[i])).toBe(false);
    expect(report.titles).toEqual({ added: 0, changed: MANY, deleted: 0 });
    expect(report.files.map((f) => [f.added, f.changed, f.unchanged])).toEqual(report.files.map(() => [0, MANY, 0]));
    expect(await schemaOf(db)).toEqual(before);
    expect((await db.query('select count(*) as n from title')).rows).toEqual([{ n: MANY + 1 }]);
    expect((await createImport().run({ from: writeSet(many('Moulin')), verify: true })).titles.changed).toBe(0);
  });

  it('changes a table in place when something hangs on it', async () => {
    await db.query('create view titles_of_note as select id from title where votes > 1000');
    const old = await places();
    await createImport().run({ from: writeSet(many('Mill')) });
    expect((await places()).at(-1)).toBe(old.at(-1));
    expect((await db.query('select count(*) as n from title')).rows).toEqual([{ n: MANY + 1 }]);
    await db.query('drop view titles_of_note');
  });

  it('lets readers read and waits for those who hold a table', async () => {
    let release: () => void = () => {};
    const reader = db.transaction(async (tx) => {
      await tx.query('select count(*) from title');
      const { promise, resolve } = Promise.withResolvers<void>();
      release = resolve;
      await promise;
      return (await tx.query<{ n: number }>('select count(*) as n from title')).rows[0]?.n;
    });
    const waiting = async (): Promise<boolean> => {
      const text = `select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'title'::regclass`;
      return (await db.query(text)).rows.length > 0;
    };
    const seen: unknown[] = [];
    let letGo: Promise<void> = Promise.resolve();
    const run = createImport({
      afterMerge: async () => {
        seen.push((await db.query('select id from title')).rows);
        letGo = (async () => {
          while (!(await waiting()));
          release();
        })();
        return undefined;
      },
    }).run({ from: writeSet(many('Mill')) });
    expect(await reader).toBe(1);
    await Promise.all([run, letGo]);
    expect(seen).toEqual([[{ id: 99_999_999 }]]);
    expect((await db.query('select count(*) as n from title')).rows).toEqual([{ n: MANY + 1 }]);
  });

  it('is merged beside a backup, and waits at its end without a lock that readers would wait behind', async () => {
    const backup = await db.pool.connect();
    await backup.query('select pg_advisory_lock_shared($1)', [LOCKS.swaps]);
    await backup.query('begin isolation level repeatable read read only');
    await backup.query('lock table title in access share mode');
    const read = async () => (await backup.query('select id from title')).rows;
    const before = await read();
    const run = createImport().run({ from: writeSet(many('Mill')) });
    const waits = `select l.locktype from pg_locks l where not l.granted and l.locktype in ('advisory', 'relation')
      and l.database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await db.query(waits)).rows).toEqual([{ locktype: 'advisory' }]);
    expect((await db.query('select id from title')).rows).toEqual(before);
    expect(await read()).toEqual(before);
    await backup.query('commit');
    await backup.query('select pg_advisory_unlock_shared($1)', [LOCKS.swaps]);
    backup.release();
    await run;
    expect((await db.query('select count(*) as n from title')).rows).toEqual([{ n: MANY + 1 }]);
  });
});
