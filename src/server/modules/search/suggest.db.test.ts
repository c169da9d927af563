import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { KEEPING } from './head.fixture.ts';
import { addPeople, addTitles, namesIn, rebuildAll, SEEN } from './search.fixture.ts';
import { createSearch } from './search.service.ts';

const db = await testDatabase();
const search = createSearch({ db, visibility: () => SEEN });

beforeAll(async () => {
  await addTitles(db, [
    { id: 1, title: 'The Lantern Keeper', year: 1972 },
    { id: 2, title: 'Lantern Nights', year: 2015, adult: true },
    { id: 3, title: 'Lantern of Paper', year: 2005, source: 'tmdb' },
    { id: 4, title: 'Nights', type: 'S', adult: true },
    { id: 5, title: 'Moonrise', type: 'E' },
  ]);
  await db.query('insert into episode (title_id, series_id, season, number) values (5, 4, 1, 1)');
  await addPeople(db, [{ id: 1, name: 'Aldo Lanternari' }]);
  await rebuildAll(db);
});

it('for editors names one kind alone, and what may not be published as well', async () => {
  expect(namesIn(await search.suggestAny('lanter', 10, 'name'))).toEqual(['Aldo Lanternari']);
  const titles = namesIn(await search.suggestAny('lantern', 10, 'movie'));
  expect(titles.toSorted()).toEqual(['Lantern Nights', 'Lantern of Paper', 'The Lantern Keeper']);
  expect(namesIn(await search.suggest('lantern', 10))).not.toContain('Lantern Nights');
});

it('names the series of an episode to editors alone where no list may, whoever asked first', async () => {
  const kept = createSearch({ db, visibility: () => SEEN, keeping: KEEPING });
  const seriesIn = (json: string) => JSON.parse(json).map(({ series }: { series: unknown }) => series);
  const toAll = async () => seriesIn(await kept.suggest('moonrise', 10));
  const toEditors = async () => seriesIn(await kept.suggestAny('moonrise', 10, 'movie'));
  const series = { imdbId: 'tt0000004', title: 'Nights' };
  expect([await toAll(), await toEditors(), await toAll()]).toEqual([[null], [series], [null]]);
});
