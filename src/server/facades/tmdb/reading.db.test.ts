import { expect, it } from 'vitest';
import { followRecords } from '#server/app/import.ts';
import { applyRecords } from '#server/modules/catalog/apply.service.ts';
import { createIds } from '#server/modules/catalog/ids/ids.service.ts';
import { createRecords } from '#server/modules/catalog/record.service.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { INVENTED } from '#test/support/invented.ts';
import { PLAIN } from '#test/support/records.ts';
import { createReading } from './reading.service.ts';

const db = await testDatabase();
await db.transaction((tx) => applyRecords(tx, INVENTED, 'sample', followRecords));
await db.query(`insert into external_id (site, space, kind, value, record_id) values ('tmdb', 'film', 'movie', '238', 1)
  on conflict do nothing`);
let statements = 0;
const counted: Executor = {
  query: (...asked: Parameters<Executor['query']>) => {
    statements += 1;
    return db.query(...asked);
  },
} as Executor;
const visibility = () => ({ imageBase: 'http://127.0.0.1/', sources: null, adult: false });
const records = createRecords({ db: counted, visibility, onWanted: () => {} });
const reading = createReading({ records, ids: createIds({ db: counted, records }) });
const nobody = { accountId: null };

const FIVE = ['credits', 'external_ids', 'videos', 'recommendations', 'release_dates'];

it.each(['238', '1000000001'])('reads the film %s with five parts in three statements', async (id) => {
  statements = 0;
  const { title, alike } = await reading.title(id, 'film', FIVE, nobody);
  expect([title.imdbId, title.actors?.length !== 0, alike.length, statements]).toEqual(['tt0000001', true, 1, 3]);
});

it('knows no film by a number of a series, nor by one that nobody has', async () => {
  await db.query(`insert into external_id (site, space, kind, value, record_id) values ('tmdb', 'series', 'movie', '9', 2)
    on conflict do nothing`);
  await expect(reading.title('9', 'film', [], nobody)).rejects.toMatchObject({ reason: 'title_unknown' });
  await expect(reading.title('10', 'film', [], nobody)).rejects.toMatchObject({ reason: 'title_unknown' });
  expect((await reading.title('9', 'series', [], nobody)).title.imdbId).toBe('tt0000002');
});

it('reads a series with five parts in two statements', async () => {
  statements = 0;
  const parts = ['credits', 'external_ids', 'videos', 'content_ratings', 'similar'];
  const { title } = await reading.title('1000000002', 'series', parts, nobody);
  expect([title.imdbId, title.seasons?.length !== 0, statements]).toEqual(['tt0000002', true, 2]);
});

it('reads names and texts in a language in one statement more', async () => {
  statements = 0;
  await records.title('tt0000001', PLAIN, { ...nobody, language: 'de' });
  expect(statements).toBe(2);
});
