import { beforeEach, expect, it } from 'vitest';
import { createImdbImport } from '#server/modules/catalog/import/import.service.ts';
import { testImport } from '#test/support/imdb-import.ts';
import { SMALL, snapshot, writeSet } from '#test/support/imdb-set.ts';
import { silentLog } from '#test/support/log.ts';
import { runContext } from '#test/support/run-context.ts';
import { imdbDatasetsTask, ratingsTask } from './import.tasks.ts';
import { importForRun } from './told.ts';

const { db, all } = await testImport();
const service = createImdbImport({ db, log: silentLog });
const tasks = {
  importSet: (ask: Parameters<typeof importForRun>[1], context: Parameters<typeof importForRun>[2]) =>
    importForRun(service, ask, context),
  imdbDatasetsUrl: '/nowhere/at/all',
};
const [datasets, ratings] = [imdbDatasetsTask(tasks), ratingsTask(tasks)];
let from = '';
beforeEach(() => {
  from = writeSet(SMALL);
});

it('IMDB_DATASETS imports the files, and tells how far it is, its steps and the closing table', async () => {
  const { context, told, lines } = runContext();
  await datasets.run({ from }, context);
  expect(await all('select count(*) from title')).toEqual([[4]]);
  expect(lines.slice(0, 2)).toEqual(['Reading title.basics.', 'Reading title.ratings.']);
  expect(lines).toContain('Merging: titles.');
  expect(lines).toContainEqual(
    expect.stringMatching(/^title\.ratings: 3 rows read, 2 new, 0 changed, 0 unchanged, 0 skipped, 1 orphans \(/),
  );
  expect(lines.at(-1)).toMatch(/^titles: 4 new, 0 changed, 0 deleted; people: 3 new, 0 changed \(/);
  const [totals, done] = [told.map(([, total]) => total), told.map(([processed]) => processed)];
  expect(new Set(totals).size).toBe(1);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.at(-1)).toBe(totals[0]);
});

it('IMDB_DATASETS says that nothing has changed when the files are those of the last import', async () => {
  await datasets.run({ from }, runContext().context);
  const { context, lines } = runContext();
  await datasets.run({ from }, context);
  expect(lines.at(-1)).toMatch(/^The files are those of the last import/);
});

it('IMDB_DATASETS reads where the setting says, and is refused with the words of the import', async () => {
  await expect(datasets.run({}, runContext().context)).rejects.toThrow('/nowhere/at/all is not a folder');
  await expect(datasets.run({ from, yes: true }, runContext().context)).rejects.toThrow('yes is for complete');
});

it('IMDB_DATASETS that is ended in the midst leaves the catalogue as it was', async () => {
  await datasets.run({ from }, runContext().context);
  const before = await snapshot(db);
  const other = writeSet({
    ...SMALL,
    'title.basics': ['tt0000001 | movie | Weir | Weir | 0 | 1932 | \\N | 90 | Drama'],
  });
  for (const at of [1, 9]) {
    let calls = 0;
    const { context, stop } = runContext((_, end) => {
      calls += 1;
      if (calls === at) end.abort(new Error('stopped'));
    });
    await expect(datasets.run({ from: other, verify: true }, context)).rejects.toThrow('stopped');
    expect(stop.signal.aborted).toBe(true);
    expect(await snapshot(db)).toEqual(before);
  }
  expect(await all(`select nspname from pg_namespace where nspname like 'import%'`)).toEqual([]);
});

it('RATINGS writes the ratings and votes of titles that are there, and looks at no other file', async () => {
  await datasets.run({ from }, runContext().context);
  await db.query(`insert into title_origin (title_id, part, source, fetched_at, locked) values
    (2, 'rating', 'editor', now(), true), (2, 'votes', 'editor', now(), true)`);
  const later = writeSet({
    'title.basics': ['tt0000001 | movie | Weir | Weir | 0 | 1932 | \\N | 90 | Drama'],
    'title.ratings': ['tt0000001 | 7.9 | 140', 'tt0000002 | 1.0 | 9', 'tt0000099 | 5.0 | 5'],
  });
  const feed = Number((await db.query('select max(id) as id from change')).rows[0]?.id);
  const { context, lines } = runContext();
  await ratings.run({ from: later }, context);
  expect(await all(`select id, title, rating::numeric(3, 1), votes from title where id < 3 order by id`)).toEqual([
    [1, 'Mill', 7.9, 140],
    [2, 'Harbour', 8.1, 99],
  ]);
  expect(await all(`select record_id, action from change where id > ${feed}`)).toEqual([[1, 'update']]);
  expect(lines).toContain('Reading title.ratings.');
  expect(lines).not.toContain('Reading title.basics.');
  await expect(ratings.run({ from: writeSet({ 'title.akas': [] }) }, runContext().context)).rejects.toThrow(
    'holds none of the files title.ratings.tsv',
  );
});
