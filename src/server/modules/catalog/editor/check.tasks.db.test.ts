import { beforeEach, expect, it } from 'vitest';
import { followRecords } from '#server/app/import.ts';
import { readDocumentStates } from '#server/modules/search/document.service.ts';
import { testDatabase } from '#test/support/database.ts';
import { INVENTED, inventedTitle } from '#test/support/invented.ts';
import { EVERYTHING } from '#test/support/random-import.ts';
import { runContext } from '#test/support/run-context.ts';
import { applyRecords } from '../apply.service.ts';
import { createChecks } from './check.service.ts';
import { checkCatalogue } from './check.tasks.ts';

const db = await testDatabase();
const refreshDays = { tmdb: 7 };
const checks = createChecks({ db, follow: followRecords, documentsOf: readDocumentStates, refreshDays });
const task = checkCatalogue({ db, checks });
const ran = async (given: Record<string, unknown> = {}, run = runContext()) => {
  await task.run(given, run.context);
  return run;
};
const found = async (given: Record<string, unknown> = {}) =>
  (await ran(given)).lines.filter((line) => line.startsWith('WARN: '));
const waiting = async () =>
  (await db.query<{ id: string }>('select imdb_id as id from manual_update order by 1')).rows.map(({ id }) => id);

/** A catalogue of which only one thing is wrong: what has no picture. */
beforeEach(async () => {
  await db.query(`truncate ${EVERYTHING}, title_document, person_document, manual_update, change`);
  await db.transaction((tx) => applyRecords(tx, INVENTED, 'sample', followRecords));
  await db.query(`update title set poster = 'drawn' where id not in (3, 25)`);
  await db.query(`update person set photo = 'drawn'`);
  await db.query(`update episode set season = 2 where title_id = 25`);
});

const breakAll = async (): Promise<void> => {
  await db.query('delete from title_document where id in (1, 22)');
  await db.query(`update title set title = 'Another', votes = 5, rating = null where id = 3`);
  await db.query(`update person set birth_date = '2001' where id = 11`);
  await db.query(`update title set source = 'tmdb', fetched_at = now() - interval '8 days' where id = 2`);
  await db.query(`insert into redirect values ('movie', 21, 2), ('name', 12, 11)`);
  await db.query('insert into episode (title_id, series_id, season, number) values (88, 2, 5, 1)');
  await db.query(`insert into aka select title_id, 900, title, region, language, types, attributes from aka
    where title_id = 1 and ordering = 1`);
  await db.query('delete from episode where title_id = 24');
};

it('counts what is wrong of each kind, names some, and is of one mind with the metadata of each record', async () => {
  expect((await ran()).lines).toEqual([
    'WARN: 2 records without a picture: tt0000003, tt0000025.',
    '11 records looked at.',
  ]);
  await breakAll();
  expect(await found()).toEqual([
    'WARN: 2 records having a redirect that leads back: tt0000021, nm0000012.',
    'WARN: 2 records without a search document: tt0000001, tt0000022.',
    'WARN: 2 records having a search document that is stale: tt0000002, tt0000003.',
    'WARN: 1 record having episodes that are not in the catalogue: tt0000002.',
    'WARN: 1 record of no series, though an episode: tt0000024.',
    'WARN: 1 record having seasons missing: tt0000002.',
    'WARN: 1 record having dates out of order: nm0000011.',
    'WARN: 1 record having votes and no rating: tt0000003.',
    'WARN: 1 record having akas that say the same: tt0000001.',
    'WARN: 2 records without a picture: tt0000003, tt0000025.',
    'WARN: 1 record of a source that should have been asked again: tt0000002.',
  ]);
  for (const [key, findings] of await checks.findingsIn('movie', [1, 2, 3, 24]))
    expect([...findings]).toEqual((await checks.metadata({ kind: 'movie', key, canonical: '' } as never)).findings);
  expect(await found({ only: 'akas' })).toEqual(['WARN: 1 record having akas that say the same: tt0000001.']);
});

it('mends what can be mended here, and leaves for the sources what only they can when that is asked for', async () => {
  await breakAll();
  await ran({ fix: true });
  expect(await waiting()).toEqual([]);
  expect((await found()).map((line) => line.replace(/:[^:]*$/, ''))).toEqual([
    'WARN: 1 record of no series, though an episode',
    'WARN: 1 record having dates out of order',
    'WARN: 1 record having votes and no rating',
    'WARN: 2 records without a picture',
    'WARN: 1 record of a source that should have been asked again',
  ]);
  expect((await db.query('select record_id as id from change where record_id = 22')).rows).toHaveLength(2);
  const { lines } = await ran({ fetch: true, only: 'picture' });
  expect(lines.at(-1)).toBe('2 records mended or left to be fetched.');
  expect(await waiting()).toEqual(['tt0000003', 'tt0000025']);
});

it('looks at all of many, in batches, and told to end in its midst leaves the rest as it is', async () => {
  const titles = Array.from({ length: 1_200 }, (_, at) => inventedTitle(1_000 + at, { poster: 'drawn' }));
  await db.transaction((tx) => applyRecords(tx, { titles, people: [] }, 'sample', followRecords));
  await db.query('delete from title_document where id >= 1000');
  const stopped = runContext((looked, stop) => {
    if (looked >= 500) stop.abort(new Error('cancelled'));
  });
  await expect(ran({ fix: true }, stopped)).rejects.toThrow('cancelled');
  expect(await found({ only: 'document_missing' })).toEqual([
    expect.stringMatching(/^WARN: 709 records without a search document: among them (tt\d+, ){4}tt\d+\.$/),
  ]);
  const { told } = await ran({ fix: true, only: 'document_missing' });
  expect(told.map(([looked]) => looked)).toEqual([0, 500, 1_000, 1_209, 1_211]);
  expect(new Set(told.map(([, total]) => total))).toEqual(new Set([1_211]));
  expect(await found({ only: 'document_missing' })).toEqual([]);
});
