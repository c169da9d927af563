import { beforeAll, describe, expect, it } from 'vitest';
import type { DiscoverSort } from '#contracts/search.ts';
import { testDatabase } from '#test/support/database.ts';
import type { DiscoverAsk } from './discover.rules.ts';
import { addPeople, addTitles, type Draft, namesIn, rebuildAll, SEEN } from './search.fixture.ts';
import { createSearch } from './search.service.ts';

const db = await testDatabase();
const search = createSearch({ db, visibility: () => SEEN });

const DATES = ['1955', '1987-06-05', '1987-06', '1988'];
const GENRES = ['Drama', 'Crime', 'Sci-Fi', 'Comedy'];
/** 600 titles in which every filter has something to choose. */
const titles: readonly Draft[] = Array.from({ length: 600 }, (_, at) => ({
  id: at + 1,
  title: `Film ${String((at * 7919) % 600).padStart(3, '0')}`,
  type: at % 3 === 0 ? 'E' : 'M',
  ...(at % 7 !== 0 && { year: 1900 + (at % 120) }),
  ...(at % 4 !== 0 && { rating: 1 + ((at * 13) % 90) / 10, votes: 1 + ((at * 977) % 50_000) }),
  ...(at % 5 !== 0 && { runtime: (at * 11) % 700 }),
  ...(at % 6 === 0 && { released: DATES[(at / 6) % 4] ?? '' }),
  ...(at % 10 === 0 && { rated: 'PG-13' }),
  adult: at % 50 === 0,
  genres: GENRES.filter((_genre, bit) => (at >> bit) % 2 === 1),
  countries: at % 9 === 0 ? ['SUHH', 'FR'] : ['US'],
  languages: at % 11 === 0 ? ['fr'] : ['en'],
  ...(at % 13 === 0 && { keywords: ['Heist', 'double cross'] }),
}));
const shown = titles.filter((title) => !title.adult);

beforeAll(async () => {
  await addTitles(db, titles);
  await addPeople(db, [
    {
      id: 1,
      name: 'Ida Reel',
      roles: [
        [2, 0],
        [3, 1],
        [4, 1],
        [51, 0],
      ],
    },
    {
      id: 2,
      name: 'Otto Frame',
      roles: [
        [3, 0],
        [4, 2],
      ],
    },
  ]);
  await rebuildAll(db);
});

interface Answer {
  readonly items: readonly { readonly imdbId: string }[];
  readonly next: string | null;
  readonly facets?: Readonly<Record<string, readonly { value: string; count: number }[]>>;
}
const ask = async (query: DiscoverAsk, limit = 200): Promise<Answer> =>
  JSON.parse((await search.discover(query, limit)).json);
const idsOf = (answer: Answer): number[] => answer.items.map((item) => Number(item.imdbId.slice(2)));

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

/** What a date counts as that is not known to the day. */
const firstDay = (date: string): string => `${date}-01-01`.slice(0, 10);

/** The failure that names a parameter. */
const naming = (field: string) => ({ reason: 'invalid_parameter', details: [{ field }] });

const has = (title: Draft, genre: string): boolean => title.genres?.includes(genre) ?? false;
const cases: readonly (readonly [DiscoverAsk, (title: Draft) => boolean])[] = [
  [{}, () => true],
  [{ type: 'E' }, (title) => title.type === 'E'],
  [{ type: 'e|M' }, () => true],
  [{ genre: 'drama,Sci-Fi' }, (title) => has(title, 'Drama') && has(title, 'Sci-Fi')],
  [{ genre: 'Crime|Comedy' }, (title) => has(title, 'Crime') || has(title, 'Comedy')],
  [{ type: 'M,E' }, () => false],
  [{ type: 'M,M' }, (title) => title.type === 'M'],
  [{ type: 'S|TVMS' }, () => false],
  [{ genreNot: 'Drama' }, (title) => !has(title, 'Drama')],
  [{ genreNot: 'Drama,Crime' }, (title) => !(has(title, 'Drama') && has(title, 'Crime'))],
  [{ genreNot: 'Drama|Crime' }, (title) => !has(title, 'Drama') && !has(title, 'Crime')],
  [{ genre: 'Drama', genreNot: 'Comedy, Crime' }, (t) => has(t, 'Drama') && !(has(t, 'Comedy') && has(t, 'Crime'))],
  [{ country: 'suhh,FR' }, (title) => title.countries?.includes('SUHH') ?? false],
  [{ language: 'FR|de' }, (title) => title.languages?.[0] === 'fr'],
  [{ keyword: 'HEIST,Double Cross' }, (title) => title.keywords !== undefined],
  [{ rated: 'pg-13' }, (title) => title.rated !== undefined],
  [{ rated: 'R|PG-13' }, (title) => title.rated !== undefined],
  [{ rated: 'R,PG-13' }, () => false],
  [{ yearFrom: 1918, yearTo: 1943 }, ({ year }) => typeof year === 'number' && year >= 1918 && year <= 1943],
  [{ yearTo: 1905 }, ({ year }) => typeof year === 'number' && year <= 1905],
  [{ ratingFrom: 8.7 }, ({ rating = 0 }) => rating >= 8.7],
  [{ ratingFrom: 2.3, ratingTo: 2.6 }, ({ rating = 0 }) => rating >= 2.3 && rating <= 2.6],
  [{ ratingFrom: 1e-300 }, ({ rating }) => rating !== undefined],
  [{ votesFrom: 2_000_000_000, runtimeTo: 1_000_000 }, () => false],
  [{ runtimeFrom: 1_000_000 }, () => false],
  [{ votesFrom: 950 }, ({ votes = 0 }) => votes >= 950],
  [{ runtimeFrom: 95, runtimeTo: 630 }, ({ runtime = 0 }) => runtime >= 95 && runtime <= 630],
  [{ runtimeTo: 31 }, ({ runtime }) => runtime !== undefined && runtime <= 31],
  [{ person: 'nm0000001' }, ({ id }) => [2, 3, 4].includes(id)],
  [{ person: 'nm0000001,nm0000002' }, ({ id }) => [3, 4].includes(id)],
  [{ person: 'nm0000001|nm0000002', role: 'director' }, ({ id }) => [3, 4].includes(id)],
  [{ person: 'nm0000001', role: 'ACTOR' }, ({ id }) => id === 2],
  [{ genre: 'Western' }, () => false],
  [{ genre: "'|&!" }, () => false],
  [{ genre: "'&!:*" }, () => false],
];

describe('discover', () => {
  it.each(cases)('%j finds all that fit and nothing else', async (query, fits) => {
    const expected = shown.filter(fits).map((title) => title.id);
    expect((await everything(query, 97)).toSorted((a, b) => a - b)).toEqual(expected);
  });

  const keys: Readonly<Record<DiscoverSort, (title: Draft) => number | string | null>> = {
    popularity: ({ votes = 0, year }) => Math.fround(Math.log10(1 + votes) + ((year ?? 1990) - 2000) / 40),
    rating: ({ rating }) => rating ?? null,
    votes: ({ votes }) => votes ?? null,
    year: ({ year }) => year ?? null,
    releaseDate: ({ released }) => (released ? firstDay(released) : null),
    title: ({ title }) => title.toLowerCase(),
  };

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
    await expect(search.discover({ person: 'tt0000001' }, 5)).rejects.toMatchObject({ reason: 'malformed_id' });
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
