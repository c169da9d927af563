import type { DiscoverSort } from '#contracts/search.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { DiscoverAsk } from './discover.rules.ts';
import { addPeople, addTitles, type Draft, rebuildAll } from './search.fixture.ts';

const DATES = ['1955', '1987-06-05', '1987-06', '1988'];
export const GENRES = ['Drama', 'Crime', 'Sci-Fi', 'Comedy'];
/** 600 titles in which every filter has something to choose. */
export const titles: readonly Draft[] = Array.from({ length: 600 }, (_, at) => ({
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
export const shown = titles.filter((title) => !title.adult);

/** Puts them into a database, with two people who worked on some. */
export const addAll = async (db: Database): Promise<void> => {
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
};

export interface Answer {
  readonly items: readonly { readonly imdbId: string }[];
  readonly next: string | null;
  readonly facets?: Readonly<Record<string, readonly { value: string; count: number }[]>>;
}

/** What a date counts as that is not known to the day. */
export const firstDay = (date: string): string => `${date}-01-01`.slice(0, 10);

/** Whether a title has a genre. */
export const has = (title: Draft, genre: string): boolean => title.genres?.includes(genre) ?? false;
/** What may be asked, and which titles it means. */
export const cases: readonly (readonly [DiscoverAsk, (title: Draft) => boolean])[] = [
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

/** What titles are sorted by. */
export const keys: Readonly<Record<DiscoverSort, (title: Draft) => number | string | null>> = {
  popularity: ({ votes = 0, year }) => Math.fround(Math.log10(1 + votes) + ((year ?? 1990) - 2000) / 40),
  rating: ({ rating }) => rating ?? null,
  votes: ({ votes }) => votes ?? null,
  year: ({ year }) => year ?? null,
  releaseDate: ({ released }) => (released ? firstDay(released) : null),
  title: ({ title }) => title.toLowerCase(),
};

export const idsOf = (answer: Answer): number[] => answer.items.map((item) => Number(item.imdbId.slice(2)));
