/** What both sides of bench/beside.ts are asked, and what of their answers has to be the same. */
import type { Database } from '#server/platform/db/database.ts';
import type { Started } from './http-contender.ts';
import { type Random, seeded } from './search-data.ts';
import type { Side } from './turns.ts';

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

/** How something is asked; each time with what comes next. */
type Asking<T> = (next: () => T) => Pick<Side, 'path' | 'body' | 'headers'>;

/** What somebody would put over the same rows instead of the product. */
export interface Rival {
  readonly name: string;
  /** Makes what it needs in the database; `remove` takes it away. */
  readonly prepare: (db: Database) => Promise<void>;
  readonly remove: (db: Database) => Promise<void>;
  /** Makes the indexes that somebody makes who knows what will be asked, where it has none yet. */
  readonly index?: (db: Database) => Promise<void>;
  /** Starts it; `database` tells the processor seconds of PostgreSQL. */
  readonly start: (db: Database, database: () => number) => Promise<Started>;
  readonly title: Asking<number>;
  readonly list: Asking<Filters>;
  readonly titleTold: (answer: unknown) => Told;
  readonly listTold: (answer: unknown) => Told;
}

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
const titlePath = (id: number): string => `/api/v1/movie/${idOf(id)}?include=actors`;
const listPath = ({ types, genre, yearFrom, ratingFrom, count }: Filters): string =>
  `/api/v1/discover?type=${types.join('%7C')}&genre=${genre}&yearFrom=${yearFrom}&ratingFrom=${ratingFrom}&sort=votes&regs=${count}`;

interface ProductTitle {
  readonly data: Title & { readonly actors: readonly (Omit<Cast, 'name'> & { readonly name: { name: string } })[] };
}
interface ProductList {
  readonly data: { readonly items: readonly { readonly imdbId: string }[] };
}

/** The product, asked with a token. */
export const productBy = (token: string): Pick<Rival, 'title' | 'list' | 'titleTold' | 'listTold'> => {
  const headers = { Authorization: `Bearer ${token}` };
  return {
    title: (next) => ({ path: () => titlePath(next()), headers }),
    list: (next) => ({ path: () => listPath(next()), headers }),
    titleTold: (answer) => {
      const { data } = answer as ProductTitle;
      const cast = data.actors.map(({ name, main, characters }) => ({ name: name.name, main, characters }));
      return told(data, cast);
    },
    listTold: (answer) =>
      (answer as ProductList).data.items.map(({ imdbId }) => String(Number(imdbId.slice(2)))).join(' '),
  };
};
