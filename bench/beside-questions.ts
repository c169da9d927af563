/** What both sides of bench/beside.ts are asked, and what of their answers has to be the same. */
import { type Random, seeded } from './search-data.ts';

/** Titles as people narrow them down, best known first. */
export interface Filters {
  readonly types: readonly string[];
  readonly genre: string;
  readonly yearFrom: number;
  readonly ratingFrom: number;
  readonly count: number;
}

/** What is compared of a title with its cast, as text. */
export type Told = string;

interface Cast {
  readonly name: string;
  readonly main: boolean;
  readonly characters: readonly string[] | null;
}
interface Title {
  readonly title: string;
  readonly year: number | null;
  readonly runtime: number | null;
  readonly rating: number | null;
  readonly votes: number | null;
  readonly plot: string | null;
}

export const told = ({ title, year, runtime, rating, votes, plot }: Title, cast: readonly Cast[]): Told =>
  JSON.stringify([
    ...[title, year, runtime, rating, votes, plot],
    cast.map(({ name, main, characters }) => [name, main, characters ?? []]),
  ]);

const TYPES = [['M'], ['S'], ['E'], ['TVM'], ['M', 'S']];
const GENRES = ['Drama', 'Comedy', 'Crime', 'Documentary', 'Sci-Fi', 'Horror', 'Music', 'Sport'];

/** Filters at random; the same seed gives the same. Hardly any come twice, so that no answer is one that was kept. */
export const filtersBy = (seed: number): (() => Filters) => {
  const random: Random = seeded(seed);
  const below = (size: number): number => Math.floor(random() * size);
  return () => ({
    types: TYPES[below(TYPES.length)] ?? [],
    genre: GENRES[below(GENRES.length)] ?? '',
    yearFrom: 1930 + below(90),
    ratingFrom: (20 + below(75)) / 10,
    count: 16 + below(9),
  });
};

/** Titles one after the other, from a part of the way on: both sides ask for all of them, and never for the same at once. */
export const walk = (ids: readonly number[], from: number): (() => number) => {
  let at = Math.floor(ids.length * from);
  return () => ids[at++ % ids.length] ?? 0;
};

const idOf = (id: number): string => `tt${String(id).padStart(7, '0')}`;
export const titlePath = (id: number): string => `/api/v1/movie/${idOf(id)}?include=actors`;
export const filterPath = ({ types, genre, yearFrom, ratingFrom, count }: Filters): string =>
  `/api/v1/discover?type=${types.join('%7C')}&genre=${genre}&yearFrom=${yearFrom}&ratingFrom=${ratingFrom}&sort=votes&regs=${count}`;

interface ProductTitle {
  readonly data: Title & { readonly actors: readonly (Omit<Cast, 'name'> & { readonly name: { name: string } })[] };
}
interface ProductList {
  readonly data: { readonly items: readonly { readonly imdbId: string }[] };
}

export const titleTold = ({ data }: ProductTitle): Told =>
  told(
    data,
    data.actors.map(({ name, main, characters }) => ({ name: name.name, main, characters })),
  );
export const listTold = ({ data }: ProductList): Told =>
  data.items.map(({ imdbId }) => Number(imdbId.slice(2))).join(' ');
