import { beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { addTitles, rebuildAll, SEEN } from './search.fixture.ts';
import { createSearch } from './search.service.ts';

const db = await testDatabase();
beforeAll(async () => {
  await addTitles(
    db,
    Array.from({ length: 60 }, (_, at) => ({ id: at + 1, title: `Common Chronicle ${at}` })),
  );
  await rebuildAll(db);
});

const page = { offset: 0, limit: 20 };
const plainly = () => createSearch({ db, visibility: () => SEEN }).all('common', page);

/** A search whose reads of what is shown fail so many times, and what happens: those reads, and ends of transactions. */
const watched = (failures: number) => {
  const seen: string[] = [];
  let left = failures;
  const query: Database['query'] = (asked, values) => {
    if (typeof asked === 'object' && asked.name?.startsWith('search_hits')) {
      seen.push('shown');
      if (left-- > 0) return Promise.reject(new Error('no connection is free'));
    }
    return db.query(asked, values);
  };
  const transaction: Database['transaction'] = async (work, settings) => {
    const result = await db.transaction(work, settings);
    seen.push('found');
    return result;
  };
  return { search: createSearch({ db: { ...db, query, transaction }, visibility: () => SEEN }), seen };
};

it('reads what a search shows while the rest is counted', async () => {
  const { search, seen } = watched(0);
  expect(await search.all('common', page)).toEqual(await plainly());
  expect(seen).toEqual(['shown', 'found']);
});

it('reads it afterwards where that fails, and fails where that does, too', async () => {
  const { search, seen } = watched(1);
  expect(await search.all('common', page)).toEqual(await plainly());
  expect(seen).toEqual(['shown', 'found', 'shown']);
  await expect(watched(2).search.all('common', page)).rejects.toThrow('no connection is free');
});

it('shows what was found last where a search begins anew', async () => {
  const transaction: Database['transaction'] = async (work, settings) => {
    await db.transaction(work, settings);
    await db.query("update title_document set words = '' where id <= 50");
    return db.transaction(work, settings);
  };
  const search = createSearch({ db: { ...db, transaction }, visibility: () => SEEN });
  const { json, total } = await search.all('common', page);
  expect(total).toBe(10);
  expect(JSON.parse(json)).toHaveLength(10);
});
