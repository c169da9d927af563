import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { addPeople, addTitles, namesIn, rebuildAll, SEEN } from './search.fixture.ts';
import { createSearch } from './search.service.ts';

const db = await testDatabase();
const search = createSearch({ db, visibility: () => SEEN });

beforeAll(async () => {
  await addTitles(db, [
    { id: 1, title: 'The Lantern Keeper', year: 1972 },
    { id: 2, title: 'Lantern Nights', year: 2015, adult: true },
    { id: 3, title: 'Lantern of Paper', year: 2005, source: 'tmdb' },
  ]);
  await addPeople(db, [{ id: 1, name: 'Aldo Lanternari' }]);
  await rebuildAll(db);
});

it('for editors names one kind alone, and what may not be published as well', async () => {
  expect(namesIn(await search.suggestAny('lanter', 10, 'name'))).toEqual(['Aldo Lanternari']);
  const titles = namesIn(await search.suggestAny('lantern', 10, 'movie'));
  expect(titles.toSorted()).toEqual(['Lantern Nights', 'Lantern of Paper', 'The Lantern Keeper']);
  expect(namesIn(await search.suggest('lantern', 10))).not.toContain('Lantern Nights');
});
