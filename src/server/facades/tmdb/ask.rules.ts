import type { DiscoverAsk } from '#server/modules/search/discover.rules.ts';
import { tooManyParts, wrongPage } from './failures.ts';
import { oursOf, type Screen } from './genres.map.ts';
import { FILM_TYPES, SERIES_TYPES } from './values.map.ts';

/** TMDB's pages. */
export const PAGE = 20;
export const MOST_PAGES = 500;
const MOST_PARTS = 20;

/** The page that is asked for, from 1. */
export const readPage = (text: string | undefined): number => {
  const page = text === undefined ? 1 : /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0;
  if (page < 1 || page > MOST_PAGES) throw wrongPage();
  return page;
};

/** The parts that are asked for: clients end the list with a comma, and name some twice. */
export const readParts = (text: string | undefined): readonly string[] => {
  const names = new Set((text ?? '').split(',').flatMap((name) => name.trim() || []));
  if (names.size > MOST_PARTS) throw tooManyParts();
  return [...names];
};

const YEAR = /^\s*(\d{4})(?!\d)/;
/** The year of a year or a day; undefined where there is none, as TMDB does with what it cannot read. */
export const yearOf = (text: string | undefined): number | undefined => {
  const year = Number(YEAR.exec(text ?? '')?.[1]);
  return year >= 1800 && year <= 2200 ? year : undefined;
};

const numberOf = (text: string | undefined, most: number): number | undefined => {
  const value = /^\s*\d{1,9}(?:\.\d{1,6})?\s*$/.test(text ?? '') ? Number(text) : undefined;
  return value !== undefined && value <= most ? value : undefined;
};
const wholeOf = (text: string | undefined, most: number): number | undefined => {
  const value = numberOf(text, most);
  return value === undefined ? undefined : Math.ceil(value);
};

type Query = Readonly<Record<string, string | undefined>>;

/** What is looked through for one kind of screen. */
const typesFor = (screen: Screen): string => (screen === 'film' ? FILM_TYPES : SERIES_TYPES).join('|');

const SORTS: ReadonlyMap<string, 'rating' | 'votes' | 'releaseDate' | 'title'> = new Map(
  Object.entries({
    ...{
      vote_average: 'rating',
      vote_count: 'votes',
      primary_release_date: 'releaseDate',
      release_date: 'releaseDate',
    },
    ...{
      first_air_date: 'releaseDate',
      title: 'title',
      original_title: 'title',
      name: 'title',
      original_name: 'title',
    },
  } as const),
);
/** By popularity what cannot be sorted by. */
const sortOf = (text = ''): NonNullable<DiscoverAsk['sort']> => {
  const [, key = '', way] = /^(\w+?)\.(asc|desc)$/.exec(text.trim()) ?? [];
  const sort = SORTS.get(key) ?? 'popularity';
  const isNatural = sort === 'title' ? way !== 'desc' : way !== 'asc';
  return isNatural ? sort : `-${sort}`;
};

const itemsIn = (text: string): readonly string[] => text.split(/[,|]/).flatMap((one) => one.trim() || []);

/** Ids of genres as names of ours: with commas all of them are meant, with bars any. Null: nothing can have them. */
const genresIn = (text: string, screen: Screen): string | null => {
  const names = itemsIn(text).map((id) => oursOf(id, screen));
  if (names.length <= 1 || text.includes('|')) return names.flat().join('|') || null;
  // One genre there may be two of ours, and a list has one kind of joint: the first one stands for both.
  const firsts = names.map(([first]) => first);
  return firsts.includes(undefined) ? null : firsts.join(',');
};

const codesIn = (text: string | undefined, form: RegExp): string | undefined => {
  const codes = itemsIn(text ?? '').filter((code) => form.test(code));
  return codes.length === 0 ? undefined : codes.join(text?.includes('|') ? '|' : ',');
};

const given = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

/** Filters by what no title here has a number of: companies, networks, keywords, and where to watch. */
const UNHELD = ['with_companies', 'with_networks', 'with_keywords', 'with_watch_providers'] as const;

/** The filters of a client as ours, but for people; null where they ask for what nothing has. */
export const readDiscover = (query: Query, screen: Screen): DiscoverAsk | null => {
  const date = screen === 'film' ? ['primary_release_date', 'release_date'] : ['first_air_date'];
  const bound = (end: 'gte' | 'lte') =>
    date.map((name) => yearOf(query[`${name}.${end}`])).find((year) => year !== undefined);
  const exact = yearOf(query.primary_release_year ?? query.year ?? query.first_air_date_year);
  const genre = query.with_genres === undefined ? undefined : genresIn(query.with_genres, screen);
  if (genre === null || UNHELD.some((name) => query[name] !== undefined)) return null;
  const without = itemsIn(query.without_genres ?? '').flatMap((id) => oursOf(id, screen));
  return {
    type: typesFor(screen),
    sort: sortOf(query.sort_by),
    facets: 'type',
    ...given({
      genre,
      genreNot: without.length > 0 ? without.join('|') : undefined,
      country: codesIn(query.with_origin_country, /^[A-Za-z]{2}$/),
      language: codesIn(query.with_original_language, /^[A-Za-z]{2,3}$/),
      yearFrom: exact ?? bound('gte'),
      yearTo: exact ?? bound('lte'),
      ratingFrom: numberOf(query['vote_average.gte'], 10),
      ratingTo: numberOf(query['vote_average.lte'], 10),
      votesFrom: wholeOf(query['vote_count.gte'], 1e9),
      runtimeFrom: wholeOf(query['with_runtime.gte'], 10_000),
      runtimeTo: wholeOf(query['with_runtime.lte'], 10_000),
      rated: screen === 'film' ? codesIn(query.certification, /^[\w-]{1,20}$/) : undefined,
    }),
  };
};

/** Ids of people in a filter, and whether any of them is enough. */
export const readPeople = (text: string | undefined) => ({
  ids: itemsIn(text ?? ''),
  joint: text?.includes('|') ? '|' : ',',
});
