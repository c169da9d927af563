import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { addedUp, createFrequencies, type WordCounts } from './frequency.store.ts';
import { complete, find, type Lookup } from './lookup.service.ts';
import { addPeople, addTitles, namesIn, rebuildAll, SEEN } from './search.fixture.ts';
import { createSearch } from './search.service.ts';
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
  await addTitles(
    db,
    Array.from({ length: 1_200 }, (_, at) => ({ id: 10_000 + at, title: `Chronicle ${at}` })),
  );
  await addPeople(db, [{ id: 1, name: 'Harbour Thornton' }]);
  await rebuildAll(db);
});

/** A search with made-up frequencies of words. */
const found = (text: string, counts: WordCounts, limit = 20, more: Partial<Lookup> = {}) => {
  const lookup: Lookup = {
    ...{ kinds: 'both', wanted: wanted(text), scope: SEEN, tags: [], exact: false, typos: true, counts },
    ...more,
  };
  return steered(db, 'matches', (tx) => find(tx, createTotals(), lookup, limit, () => {}));
};
const in1000000 = (of: number): WordCounts => ({ documents: 1_000_000, of: () => of, begun: () => 1_000_000 });
const RARE = in1000000(0);
const COMMON = in1000000(1_000_000);
/** No word is rare, and yet all of several together are. */
const SELDOM_TOGETHER = in1000000(15_000);

describe('find', () => {
  it('does not count a word that stands in more documents than are counted', async () => {
    expect((await found('harbour', COMMON)).total).toBe(10_001);
    expect((await found('harbour', in1000000(29_000))).total).toBe(TITLES + 1);
    // What is counted is less where anything else is asked, and where a page holds all of it.
    expect((await found('the harbour', COMMON)).total).toBe(TITLES);
    expect((await found('harbour', COMMON, 20, { tags: ["'@t:M'"] })).total).toBe(TITLES);
    expect((await found('harbour', COMMON, 20, { scope: { ...SEEN, sources: ['sample'] } })).total).toBe(TITLES + 1);
    expect((await found('quayside', COMMON)).total).toBe(1);
  });

  it('looks at a beginning in documents only where many have it and few have the other words', async () => {
    const sieves = async (counts: WordCounts): Promise<boolean> => {
      let isSieved = false;
      await steered(db, 'matches', (tx) => {
        const query = ((text: { readonly values?: readonly unknown[] }) => {
          isSieved ||= text.values?.at(-4) === "'quay':*";
          return tx.query(text as never);
        }) as typeof tx.query;
        const lookup = { kinds: 'both', wanted: wanted('long harbour quay'), scope: SEEN, counts } as const;
        return complete({ ...tx, query }, lookup, 10);
      });
      return isSieved;
    };
    const of = (long: number, harbour: number, beginning: number): WordCounts => ({
      ...{ documents: 1_000_000, begun: () => beginning },
      of: (word) => (word === 'long' ? long : harbour),
    });
    // By chance 15,000 and 15,000 of a million have 225 in common, and 30,000 and 30,000 have 900. 4,999 are few.
    const few = [of(15_000, 15_000, 5_000), of(4_999, 1_000_000, 5_000)];
    const many = [of(15_000, 15_000, 4_999), of(30_000, 30_000, 5_000), of(5_000, 1_000_000, 5_000)];
    expect(await Promise.all(few.map(sieves))).toEqual([true, true]);
    expect(await Promise.all(many.map(sieves))).toEqual([false, false, false]);
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
    const asked = await found(text, COMMON);
    expect(asked.found.length).toBeGreaterThan(0);
    for (const counts of [RARE, SELDOM_TOGETHER]) expect(await found(text, counts)).toEqual(asked);
    const lookup = { kinds: 'both', wanted: wanted(text), scope: SEEN } as const;
    const begun = (counts: WordCounts) => steered(db, 'matches', (tx) => complete(tx, { ...lookup, counts }, 10));
    for (const counts of [RARE, SELDOM_TOGETHER]) expect(await begun(counts)).toEqual(await begun(COMMON));
  });
});

it('finds what has all of many words that are mistyped, and nothing that lacks one', async () => {
  const words = ['harbuor', 'quaysied', 'of', 'thorn7'];
  const titles = async (asked: readonly string[]) => (await found(asked.join(' '), RARE)).found;
  expect(await titles(words)).toEqual([{ kind: 'movie', id: 8 }]);
  for (const at of words.keys()) expect(await titles(words.with(at, 'chronicle'))).toEqual([]);
});

describe('a search', () => {
  const search = createSearch({ db, visibility: () => SEEN });

  it('offers no more than 200 that merely look alike, on whatever page', async () => {
    const of = async (text: string, offset: number) => {
      const { json, total } = await search.all(text, { offset, limit: 20 });
      return [total, namesIn(json).length];
    };
    const pages = [0, 180, 190, 200, 1_000].map((offset) => of('chronicel', offset));
    expect(await Promise.all(pages)).toEqual([20, 20, 10, 0, 0].map((many) => [200, many]));
    expect(await of('chronicle', 1_190)).toEqual([1_200, 10]);
  });

  it('keeps a total until it is told of a change', async () => {
    const of = async () => (await search.all('chronicle', { offset: 0, limit: 20 })).total;
    expect(await of()).toBe(1_200);
    await db.query('delete from title where id = 10000');
    await rebuildAll(db);
    expect(await of()).toBe(1_200);
    search.invalidate();
    expect(await of()).toBe(1_199);
  });
});

it('knows about how many documents have a word that is not rare', async () => {
  const { words, titles } = await createFrequencies(db)();
  expect(titles).toBe(TITLES + 1_199);
  const near = (counted: number, many: number) => expect(Math.abs(counted - many)).toBeLessThan(5);
  near(words.title.of('harbour'), TITLES);
  near(words.title.of('long'), TITLES / 4);
  expect([words.title.of('harb'), words.person.of('long'), words.person.documents]).toEqual([0, 0, 1]);
  near(words.title.begun('harb'), TITLES);
  near(words.title.begun('long'), TITLES / 4);
  near(words.title.begun('chronicle'), 1_199);
  expect([words.title.begun('harbx'), words.title.begun('zz')]).toEqual([0, 0]);
  const both = addedUp([words.title, words.person]);
  expect(both.documents).toBe(titles + 1);
  expect(both.of('long')).toBe(words.title.of('long'));
  expect(both.begun('harb')).toBe(words.title.begun('harb') + words.person.begun('harb'));
});
