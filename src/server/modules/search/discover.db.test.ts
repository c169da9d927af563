import { beforeAll, describe, expect, it } from 'vitest';
import type { DiscoverSort } from '#contracts/search.ts';
import { testDatabase } from '#test/support/database.ts';
import { type Answer, addAll, cases, firstDay, GENRES, has, idsOf, keys, shown, titles } from './discover.fixture.ts';
import type { DiscoverAsk } from './discover.rules.ts';
import { type Draft, namesIn, SEEN } from './search.fixture.ts';
import { createSearch } from './search.service.ts';

const db = await testDatabase();
const search = createSearch({ db, visibility: () => SEEN });

beforeAll(() => addAll(db));

const ask = async (query: DiscoverAsk, limit = 200): Promise<Answer> =>
  JSON.parse((await search.discover(query, limit)).json);

/** All pages, read one after the other. */
const everything = async (query: DiscoverAsk, limit: number): Promise<number[]> => {
  const ids: number[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const answer: Answer = await ask({ ...query, ...(cursor && { cursor }) }, limit);
    ids.push(...idsOf(answer));
    cursor = answer.next;
  }
  return ids;
};

/** The failure that names a parameter. */
const naming = (field: string) => ({ reason: 'invalid_parameter', details: [{ field }] });

describe('discover', () => {
  it.each(cases)('%j finds all that fit and nothing else', async (query, fits) => {
    const expected = shown.filter(fits).map((title) => title.id);
    expect((await everything(query, 97)).toSorted((a, b) => a - b)).toEqual(expected);
  });

  it.each(Object.entries(keys))(
    'sorts by %s both ways, page after page, without a gap; what has no value comes last',
    async (sort, key) => {
      const query = { genre: 'Drama' };
      const fitting = shown.filter((title) => has(title, 'Drama'));
      for (const name of [sort, `-${sort}`] as const) {
        const upwards = (sort === 'title') !== name.startsWith('-');
        const found = await everything({ ...query, sort: name as DiscoverSort }, 17);
        expect(new Set(found).size).toBe(fitting.length);
        const values = found.map((id) => key(titles[id - 1] ?? { id, title: '' }));
        const sorted = values.toSorted((a, b) => {
          if (a === null || b === null) return Number(a === null) - Number(b === null);
          return (a < b ? -1 : Number(a > b)) * (upwards ? 1 : -1);
        });
        expect(values).toEqual(sorted);
      }
    },
  );

  it('takes a merged person for whom that one has become, and nobody for one who is not there', async () => {
    await db.query(`insert into redirect values ('name', 8, 9), ('name', 9, 1)`);
    for (const [merged, whole] of [
      ['nm0000008', 'nm0000001'],
      ['nm0000008,nm0000002', 'nm0000001,nm0000002'],
      ['nm0000002|nm0000009', 'nm0000002|nm0000001'],
    ] as const)
      expect((await ask({ person: merged })).items).toEqual((await ask({ person: whole })).items);
    expect((await ask({ person: 'nm0000008', role: 'ACTOR' })).items).toMatchObject([{ imdbId: 'tt0000002' }]);
    expect((await ask({ person: 'nm0000777' })).items).toEqual([]);
  });

  it('counts facets over what fits', async () => {
    const { facets } = await ask({ country: 'FR', facets: 'type,genre,country,language,year' }, 1);
    const fitting = shown.filter((title) => title.countries?.includes('FR'));
    const count = (test: (title: Draft) => boolean): number => fitting.filter(test).length;
    expect(facets?.type).toEqual(expect.arrayContaining([{ value: 'E', count: count((title) => title.type === 'E') }]));
    expect(facets?.genre).toEqual(
      expect.arrayContaining([{ value: 'Sci-Fi', count: count((title) => has(title, 'Sci-Fi')) }]),
    );
    expect(facets?.country).toEqual(
      expect.arrayContaining([
        { value: 'SUHH', count: fitting.length },
        { value: 'FR', count: fitting.length },
      ]),
    );
    expect(facets?.language).toEqual(
      expect.arrayContaining([{ value: 'fr', count: count((title) => title.languages?.[0] === 'fr') }]),
    );
    expect(facets?.year?.reduce((sum, one) => sum + one.count, 0)).toBe(
      count((title) => typeof title.year === 'number'),
    );
  });

  it('refuses what it cannot read', async () => {
    const { next } = await ask({ genre: 'Drama' }, 5);
    const cursor = next ?? '';
    const votesCursor = (await ask({ sort: 'votes' }, 5)).next ?? '';
    for (const wrong of [
      { genre: 'Crime', cursor },
      { genre: 'Drama', sort: 'year', cursor },
      { genre: 'Drama', cursor: 'nonsense' },
      { genre: 'Drama', cursor: Buffer.from('[1,"x",2]').toString('base64url') },
      { facets: 'colour' },
      { role: 'DIRECTOR' },
      { person: 'nm0000001', role: 'JUGGLER' },
    ] as const)
      await expect(search.discover(wrong, 5)).rejects.toMatchObject({ reason: 'invalid_parameter' });
    for (const value of ['x', 1.5, 3_000_000_000]) {
      const print: unknown = JSON.parse(Buffer.from(votesCursor, 'base64url').toString())[0];
      const forged = Buffer.from(JSON.stringify([print, value, 1])).toString('base64url');
      await expect(search.discover({ sort: 'votes', cursor: forged }, 5)).rejects.toMatchObject(naming('cursor'));
    }
    const elsewhere = [{ field: 'cursor', message: 'belongs to other filters or to another sort' }];
    for (const sort of ['title', 'releaseDate', 'rating'] as const)
      await expect(search.discover({ sort, cursor: votesCursor }, 5)).rejects.toMatchObject({ details: elsewhere });
    await expect(search.discover({ person: 'tt0000001' }, 5)).rejects.toMatchObject({
      reason: 'malformed_id',
      details: [{ field: 'person' }],
    });
  });
});

describe('charts and lists', () => {
  const first = { offset: 0, limit: 20 };
  const names = (list: readonly Draft[]): string[] => list.slice(0, 20).map((title) => title.title);

  it('orders top by weighted rating and popular by popularity, films when nothing is said', async () => {
    const films = shown.filter((title) => title.type === 'M');
    const weighted = ({ rating = 0, votes = 0 }: Draft): number => (votes * rating + 25_000 * 7) / (votes + 25_000);
    const rated = films.filter((title) => title.rating !== undefined).toSorted((a, b) => weighted(b) - weighted(a));
    const top = await search.top(undefined, first);
    expect([top.total, namesIn(top.json)]).toEqual([rated.length, names(rated)]);
    expect((await search.popular('M|E', first)).total).toBe(shown.length);
    expect((await search.popular('M|E', { offset: 580, limit: 20 })).total).toBe(shown.length);
    for (const chart of [search.top, search.popular]) {
      expect(await chart('M,E', first)).toEqual({ json: '[]', total: 0 });
      expect(await chart('m,M', first)).toEqual(await chart(undefined, first));
      for (const wrong of ['film', 'M|film', 'M,', ',', 'M,E|S'])
        await expect(chart(wrong, first)).rejects.toMatchObject(naming('type'));
    }
  });

  it('counts genres without what is not shown', async () => {
    const counts: { genre: string; count: number }[] = JSON.parse(await search.genres());
    expect(counts).toEqual(
      expect.arrayContaining(
        GENRES.map((genre) => ({ genre, count: shown.filter((title) => has(title, genre)).length })),
      ),
    );
    expect(counts).toHaveLength(GENRES.length);
  });

  it.each(['19550101', '19550102', '19870601', '19870602', '19870606', '19880102'])(
    'lists what has a release date from %s on, soonest first, as it is known',
    async (date) => {
      const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
      const dates = shown.flatMap(({ released }) => (released && firstDay(released) >= day ? [released] : []));
      const { json, total } = await search.comingSoon(date, { offset: 0, limit: 1_000 });
      const listed = (JSON.parse(json) as { releaseDate: string }[]).map((item) => item.releaseDate);
      expect([listed, total]).toEqual([dates.toSorted(), dates.length]);
    },
  );

  it('refuses a day that there is not', async () =>
    expect(search.comingSoon('20230230', first)).rejects.toMatchObject(naming('date')));
});
