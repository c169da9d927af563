import { beforeEach, expect, it } from 'vitest';
import { LOCKS } from '#server/platform/db/locks.ts';
import { testDatabase } from '#test/support/database.ts';
import { runContext } from '#test/support/run-context.ts';
import { createReindex } from './reindex.service.ts';
import { reindexTask } from './reindex.tasks.ts';
import { addPeople, addTitles, rebuildAll } from './search.fixture.ts';

const db = await testDatabase();
const task = reindexTask(createReindex({ db, batch: 10 }));

const TABLES = ['title_document', 'person_document', 'genre_count', 'genre', 'search_word'];
const TITLES = 25;
const PEOPLE = 5;

/** What is searched, in an order of its own. */
const documents = async (): Promise<unknown[]> => {
  const read = async (table: string) => {
    const { rows } = await db.query<{ line: string }>(`select x::text as line from ${table} x order by 1`);
    return rows.map(({ line }) => line);
  };
  return Promise.all(TABLES.map(read));
};
const ids = async (where: string): Promise<number[]> =>
  (await db.query<{ id: number }>(`select id from title_document where ${where} order by id`)).rows.map(({ id }) => id);
/** Where documents lie: one that is written lies elsewhere. */
const places = async (): Promise<Map<number, string>> =>
  new Map(
    (
      await db.query<{ id: number; place: string }>(
        `select id, tableoid || ' ' || ctid || ' ' || xmin as place from title_document`,
      )
    ).rows.map(({ id, place }) => [id, place]),
  );
/** Leaves documents behind that are missing, stale, or of no record. */
const spoil = async (): Promise<void> => {
  await db.query('delete from title_document where id in (3, 14)');
  await db.query(`update title_document set rating = 1 where id = 7`);
  await db.query('delete from title where id in (9, 25)');
  await db.query('update genre_count set titles = 99');
  await db.query(`insert into search_word values ('xyzzy', 1, word_keys('xyzzy'))`);
};

beforeEach(async () => {
  await db.query('truncate title, person, credit, change');
  await addTitles(
    db,
    Array.from({ length: TITLES }, (_, at) => ({
      id: at + 1,
      title: `Orbit ${at + 1}`,
      votes: 1_000 * at,
      genres: ['War'],
    })),
  );
  await addPeople(
    db,
    Array.from({ length: PEOPLE }, (_, at) => ({ id: at + 1, name: `Ada ${at + 1}` })),
  );
  await rebuildAll(db);
});

it('makes every document anew, with the words and the genres, as a rebuild beside would', async () => {
  await spoil();
  const before = await places();
  const { context, told, lines } = runContext();
  await task.run({}, context);
  const [anew, after] = [await documents(), await places()];
  expect([...after].filter(([id, place]) => before.get(id) === place)).toEqual([]);
  await rebuildAll(db);
  expect(anew).toEqual(await documents());
  const total = TITLES - 2 + PEOPLE;
  expect(told.map(([done]) => done)).toEqual([0, 10, 20, 23, 28]);
  expect(new Set(told.map(([, all]) => all))).toEqual(new Set([total]));
  expect(lines.at(-1)).toBe('28 documents written and 2 dropped, of 28 records.');
});

it('writes only what is missing, stale or of no record when that is asked', async () => {
  await spoil();
  const before = await places();
  const { context, lines } = runContext();
  await task.run({ only: 'stale' }, context);
  const after = await places();
  expect([...after].flatMap(([id, place]) => (before.get(id) === place ? [] : [id])).toSorted()).toEqual([14, 3, 7]);
  expect([after.has(9), after.has(25), after.size]).toEqual([false, false, TITLES - 2]);
  expect(lines.at(-1)).toBe('3 documents written and 2 dropped, of 28 records.');
  const { context: again, lines: said } = runContext();
  await task.run({ only: 'stale' }, again);
  expect(said.at(-1)).toBe('0 documents written and 0 dropped, of 28 records.');
});

it('never leaves the search without documents', async () => {
  const seen: number[] = [];
  const { context } = runContext();
  const look = async (): Promise<void> => {
    seen.push((await ids('true')).length);
  };
  const looks: Promise<void>[] = [];
  await task.run({}, { ...context, progress: () => void looks.push(look()) });
  await Promise.all(looks);
  expect(new Set(seen)).toEqual(new Set([TITLES]));
});

it('that is ended in the midst leaves whole documents, and the next run brings the rest', async () => {
  await db.query('update title_document set rating = 1');
  const { context } = runContext((done, stop) => {
    if (done === 10) stop.abort(new Error('stopped'));
  });
  await expect(task.run({}, context)).rejects.toThrow('stopped');
  expect(await ids('rating is null')).toHaveLength(10);
  await task.run({ only: 'stale' }, runContext().context);
  expect(await ids('rating is null')).toHaveLength(TITLES);
});

it('waits while an import is being merged', async () => {
  const merging = await db.pool.connect();
  await merging.query('begin');
  await merging.query('select pg_advisory_xact_lock($1)', [LOCKS.records]);
  const { context, lines, told } = runContext();
  const run = task.run({ only: 'stale' }, context);
  await expect.poll(() => lines).toEqual(['WARN: An import is being merged; it goes on afterwards.']);
  expect(told).toEqual([[0, TITLES + PEOPLE]]);
  await merging.query('rollback');
  merging.release();
  await run;
  expect(told.at(-1)).toEqual([TITLES + PEOPLE, TITLES + PEOPLE]);
});

it('waits for nobody who reads, and nobody waits for it', async () => {
  await spoil();
  const reader = await db.pool.connect();
  await reader.query('begin isolation level repeatable read read only');
  await reader.query(`lock table ${TABLES.join(', ')} in access share mode`);
  await reader.query(`set lock_timeout = '1s'`);
  const words = async () => (await reader.query<{ word: string }>('select word from search_word')).rows;
  const before = await words();
  await task.run({}, runContext().context);
  expect(await words()).toEqual(before);
  await reader.query('rollback');
  reader.release();
  expect((await db.query(`select from search_word where word = 'xyzzy'`)).rowCount).toBe(0);
});
