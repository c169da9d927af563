import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { removeSets, SMALL, writeSet } from '#test/support/imdb-set.ts';
import { runContext } from '#test/support/run-context.ts';
import { readConfig } from './config.ts';
import { type TaskServices, tasksOf } from './tasks.ts';

// What is done in threads, where nothing of the product is shared.

const db = await testDatabase();
const dataFolder = mkdtempSync(join(tmpdir(), 'kinodex-threads-'));
afterAll(() => {
  removeSets();
  rmSync(dataFolder, { recursive: true, force: true });
});
const types = tasksOf({
  config: { dataFolder, imdbDatasetsUrl: writeSet(SMALL), sources: readConfig({}, '/').sources },
  ...{
    db,
    billing: {},
    editing: {},
    now: () => new Date(0),
    visibility: () => ({ imageBase: '', sources: null, adult: false }),
  },
} as unknown as TaskServices);
const run = (
  name: string,
  given: Record<string, unknown>,
  context: Parameters<(typeof types)[number]['run']>[1],
): Promise<void> => {
  const type = types.find((one) => one.name === name);
  if (!type) throw new Error(`no type ${name}`);
  return type.run(given, context);
};

it('datasets and ratings are imported with their search documents, and told as they are here', async () => {
  const { context, told, lines } = runContext();
  await run('IMDB_DATASETS', {}, context);
  const { rows } = await db.query('select count(*)::int as n from title_document');
  expect(rows).toEqual([{ n: 4 }]);
  expect(told.length).toBeGreaterThan(8);
  expect(lines.at(-1)).toMatch(/^titles: 4 new/);
  const again = runContext();
  await run('RATINGS', { from: writeSet({ 'title.ratings': ['tt0000001 | 9.9 | 7'] }) }, again.context);
  expect((await db.query('select votes from title_document where id = 1')).rows).toEqual([{ votes: 7 }]);
  await expect(run('RATINGS', { from: '/nowhere/at/all' }, context)).rejects.toThrow('/nowhere/at/all is not a folder');
});

it('an import that is told to end does, and leaves nothing behind', async () => {
  const { context } = runContext((done, stop) => {
    if (done > 0) stop.abort(new Error('cancelled'));
  });
  const from = writeSet({
    ...SMALL,
    'title.basics': ['tt0000009 | movie | Weir | Weir | 0 | 1932 | \\N | 90 | Drama'],
  });
  await expect(run('IMDB_DATASETS', { from }, context)).rejects.toThrow('cancelled');
  expect((await db.query('select 1 from title where id = 9')).rows).toEqual([]);
  expect((await db.query(`select 1 from pg_namespace where nspname like 'import%'`)).rows).toEqual([]);
});

it('the catalogue is exported', async () => {
  const { context, lines } = runContext();
  await run('EXPORT_CATALOGUE', { gzip: false, keep: 1, sources: 'all' }, context);
  const [moment = ''] = readdirSync(join(dataFolder, 'exports'));
  expect(lines.at(-1)).toBe(`Written to ${join(dataFolder, 'exports', moment)}.`);
  const titles = readFileSync(join(dataFolder, 'exports', moment, 'titles.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(titles.map((line) => JSON.parse(line).imdbId)).toEqual(['tt0000001', 'tt0000002', 'tt0000003', 'tt10000004']);
});
