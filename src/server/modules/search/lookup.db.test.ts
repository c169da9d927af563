import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { createFrequencies } from './frequency.store.ts';
import { complete, find, type Lookup } from './lookup.service.ts';
import { addPeople, addTitles, rebuildAll, SEEN } from './search.fixture.ts';
import { steered } from './steer.store.ts';
import { createTotals } from './total.service.ts';
import { wanted } from './words.rules.ts';

const db = await testDatabase();
const TITLES = 400;

beforeAll(async () => {
  await addTitles(
    db,
    Array.from({ length: TITLES }, (_, at) => ({
      id: 1 + at,
      title: `The ${at % 4 === 0 ? 'Long ' : ''}Harbour ${at === 7 ? 'Quayside ' : ''}of Thorn${at}`,
      votes: 10 * at,
    })),
  );
  await addPeople(db, [{ id: 1, name: 'Harbour Thornton' }]);
  await rebuildAll(db);
});

/** A search with made-up frequencies of words. */
const found = (text: string, frequency: Lookup['frequency'], limit = 20, more: Partial<Lookup> = {}) => {
  const lookup: Lookup = {
    ...{ kinds: 'both', wanted: wanted(text), scope: SEEN, tags: [], exact: false, typos: true, frequency },
    ...more,
  };
  return steered(db, 'matches', (tx) => find(tx, createTotals(), lookup, limit));
};
const RARE = (): number => 0;
const COMMON = (): number => 1_000_000;

describe('find', () => {
  it('does not count a word that stands in more documents than are counted', async () => {
    expect((await found('harbour', COMMON)).total).toBe(10_001);
    expect((await found('harbour', () => 29_000)).total).toBe(TITLES + 1);
    // What is counted is less where anything else is asked, and where a page holds all of it.
    expect((await found('the harbour', COMMON)).total).toBe(TITLES);
    expect((await found('harbour', COMMON, 20, { tags: ["'@t:M'"] })).total).toBe(TITLES);
    expect((await found('harbour', COMMON, 20, { scope: { ...SEEN, sources: ['sample'] } })).total).toBe(TITLES + 1);
    expect((await found('quayside', COMMON)).total).toBe(1);
  });

  it.each([
    'the harbour of th',
    'harbour quayside of tho',
    'lo harbour of thorn',
    'th lo harbour thorn1',
    'harbour qu',
    'thorn12',
    'th ha',
  ])('finds the same for %s, whether beginnings are asked of the index or looked at in documents', async (text) => {
    const [asked, looked] = [await found(text, COMMON), await found(text, RARE)];
    expect(asked.found.length).toBeGreaterThan(0);
    expect(looked).toEqual(asked);
    const lookup = { kinds: 'both', wanted: wanted(text), scope: SEEN } as const;
    const begun = (frequency: Lookup['frequency']) =>
      steered(db, 'matches', (tx) => complete(tx, { ...lookup, frequency }, 10));
    expect(await begun(RARE)).toEqual(await begun(COMMON));
  });
});

it('knows about how many documents have a word that is not rare', async () => {
  const { words, titles } = await createFrequencies(db)();
  expect(titles).toBe(TITLES);
  const about = (word: string): number => Math.round(words.title.get(word) ?? 0);
  expect([about('harbour'), about('long'), about('quayside')]).toEqual([TITLES, TITLES / 4, expect.any(Number)]);
  expect(words.person.get('long')).toBeUndefined();
});
