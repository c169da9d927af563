import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { rebuildDocuments } from './document.service.ts';
import { addPeople, addTitles, namesIn, rebuildAll, SEEN } from './search.fixture.ts';
import { createSearch } from './search.service.ts';
import { bestKnown } from './vocabulary.store.ts';

const db = await testDatabase();
const search = createSearch({ db, visibility: () => SEEN });
const first = { offset: 0, limit: 20 };

beforeAll(async () => {
  await addTitles(
    db,
    Array.from({ length: 300 }, (_, at) => ({
      id: at + 1,
      title: `Orbit ${at}`,
      akas: [`Umlaufbahn ${at}`],
      votes: at * 50,
      genres: at % 2 === 0 ? ['Drama'] : ['Drama', 'War'],
    })),
  );
  await addPeople(db, [{ id: 1, name: 'Vera Orbit', knownFor: [200] }]);
  await rebuildAll(db);
});

const contents = async (): Promise<unknown[]> =>
  Promise.all(
    ['title_document', 'person_document', 'genre_count'].map(
      async (table) => (await db.query(`select t.*::text as row from ${table} t order by 1`)).rows,
    ),
  );

/** Rows that the transaction's connection has written to the documents so far. */
const WRITTEN = `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) as rows from pg_stat_xact_user_tables
  where relname ~ '_document_\\d$|search_word|genre'`;

/** Tells the documents of some ids, as an import or an edit does. Answers how many rows that wrote. */
const update = (titles: readonly number[], people: readonly number[] = []): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.query('create temp table touched_title on commit drop as select unnest($1::bigint[]) as id', [titles]);
    await tx.query('create temp table touched_person on commit drop as select unnest($1::bigint[]) as id', [people]);
    const before = await tx.query<{ rows: number }>(WRITTEN);
    await rebuildDocuments(tx, { titles: 'touched_title', people: 'touched_person' });
    const after = await tx.query<{ rows: number }>(WRITTEN);
    return (after.rows[0]?.rows ?? -1) - (before.rows[0]?.rows ?? 0);
  });

it('writes nothing where nothing has changed', async () => {
  const before = await contents();
  expect(await update([1, 2, 3, 250, 299], [1])).toBe(0);
  expect(await contents()).toEqual(before);
});

it('follows changed, new and deleted records, and comes to the same as making everything anew', async () => {
  await addTitles(db, [
    { id: 5, title: 'Perihelion', votes: 3_000_000, genres: ['War', 'Sci-Fi'] },
    { id: 900, title: 'Aphelion', genres: ['Sci-Fi'] },
  ]);
  await db.query('delete from title where id = 7');
  await db.query('delete from aka where title_id = 8');
  await db.query(`update person set name = 'Vera Aphelion' where id = 1`);
  await update([5, 7, 8, 900], [1]);
  search.invalidate();
  expect(namesIn((await search.all('perihelion', first)).json)).toEqual(['Perihelion']);
  expect(namesIn((await search.all('prihelin', first)).json)).toContain('Perihelion');
  expect(namesIn((await search.all('aphelion', first)).json).toSorted()).toEqual(['Aphelion', 'Vera Aphelion']);
  expect(namesIn((await search.titles({ title: 'orbit 6', exact: true }, first)).json)).toEqual([]);
  expect(namesIn((await search.titles({ title: 'umlaufbahn 7', exact: true }, first)).json)).toEqual([]);
  const updated = await contents();
  await rebuildAll(db);
  const anew = await contents();
  expect(updated.slice(0, 2)).toEqual(anew.slice(0, 2));
  expect(JSON.parse(await search.genres())).toEqual([
    { genre: 'Drama', count: 298 },
    { genre: 'War', count: 151 },
    { genre: 'Sci-Fi', count: 2 },
  ]);
});

it('finds everything again after a rebuild on connections that asked before', async () => {
  for (let round = 0; round < 3; round += 1) {
    expect((await search.all('orbit', first)).total).toBeGreaterThan(290);
    expect(namesIn(await search.suggest('periheli', 5))).toEqual(['Perihelion']);
    await rebuildAll(db);
  }
});

it('the best-known of a table are as many as are wanted, also among those that are equally well known', async () => {
  const ranks = (await db.query('select popularity from title_document order by 1 desc')).rows;
  await db.transaction(async (tx) => {
    const best = async (most: number) =>
      (await tx.query(`select popularity from (${await bestKnown(tx, 'title_document', most)}) d order by 1 desc`))
        .rows;
    for (const most of [1, 7, 299]) expect(await best(most)).toEqual(ranks.slice(0, most));
    expect(await best(301)).toEqual(ranks);
    await tx.query(
      'create temp table alike on commit drop as select id, 0.1::real as popularity, words from title_document',
    );
    await tx.query('set local extra_float_digits = 0');
    expect((await tx.query(await bestKnown(tx, 'alike', 7))).rows).toHaveLength(7);
  });
});
