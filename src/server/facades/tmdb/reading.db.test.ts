import { expect, it } from 'vitest';
import { followRecords } from '#server/app/import.ts';
import { applyRecords } from '#server/modules/catalog/apply.service.ts';
import { createIds } from '#server/modules/catalog/ids/ids.service.ts';
import { createRecords } from '#server/modules/catalog/record.service.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { INVENTED } from '#test/support/invented.ts';
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

const FIVE = ['credits', 'external_ids', 'videos', 'keywords', 'release_dates'];

it.each([
  ['238', 3],
  ['1000000001', 2],
])('reads the film %s with five parts in %i statements', async (id, most) => {
  statements = 0;
  const { title } = await reading.title(id, 'film', FIVE, nobody);
  expect([title.imdbId, title.actors?.length !== 0, statements]).toEqual(['tt0000001', true, most]);
});

it('reads names and texts in a language in one statement more', async () => {
  statements = 0;
  await records.placedTitle('tt0000001', [], { ...nobody, language: 'de' });
  expect(statements).toBe(2);
});
