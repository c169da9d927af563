import { TOTAL_CAP } from '#contracts/list-limits.ts';
import { invalid } from '#server/kernel/failure.ts';
import { type JsonText, jsonText, toJson } from '#server/kernel/json.ts';
import type { Reads } from '#server/platform/db/replica.ts';
import type { Log } from '#server/platform/log.ts';
import { allOf, type Visibility } from '../catalog/visibility.ts';
import {
  CHART_WAYS,
  type Chart,
  type GenreRow,
  type ListPage,
  readChart,
  readComingSoon,
  readGenres,
} from './chart.store.ts';
import { createCounts } from './count.service.ts';
import { typesOf } from './discover.rules.ts';
import { createDiscover } from './discover.service.ts';
import type { FacetCounts } from './facet.store.ts';
import { addedUp, createFrequencies, type WordCounts } from './frequency.store.ts';
import { createHeads } from './head.service.ts';
import { createHits } from './hit.service.ts';
import { complete, find, type Lookup } from './lookup.service.ts';
import type { Found, Kinds } from './search.store.ts';
import { steered } from './steer.store.ts';
import { createTotals } from './total.service.ts';
import { any, everything, lexeme, narrowed, wanted } from './words.rules.ts';

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export interface TitleAsk {
  readonly title: string;
  readonly year?: number;
  /** Only titles of these types. */
  readonly types?: readonly string[];
  /** No titles of this type. */
  readonly typeNot?: string;
  readonly exact?: boolean;
  /** Whether words may be mistyped; they may when it isn't said. */
  readonly typos?: boolean;
}

interface SearchParts {
  readonly db: Reads;
  readonly visibility: () => Visibility;
  /**
   * Whether `invalidate` has been called for all that has changed until a moment ago, and who is told of what fails beside
   * the answers. Null: neither titles nor what is said of them is kept.
   */
  readonly keeping?: { readonly isCurrent: () => boolean; readonly log: Log } | null;
}

/** Of how many filters facets are kept, up to 30 KB each. */
const FACET_COUNTS = 500;

/** What a chart is of when nothing is said. */
const FILMS = 'M';

const ofTypes = (types: readonly string[]): string => any(types.map((type) => lexeme(`@t:${type}`)));
const notOf = (type: string | undefined): readonly string[] => (type === undefined ? [] : [`!${lexeme(`@t:${type}`)}`]);

/** yyyyMMdd as ISO 8601. */
const dayOf = (date: string): string => {
  const iso = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  const time = Date.parse(iso);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso)
    throw invalid('date', 'is no day; it is written yyyyMMdd');
  return iso;
};

/** Finds titles and people: search, completion, filters and charts. */
export const createSearch = ({ db, visibility, keeping = null }: SearchParts) => {
  const frequencies = createFrequencies(db);
  const totals = createTotals();
  const facetCounts = createCounts<FacetCounts>(FACET_COUNTS);
  const heads = keeping && createHeads({ db, ...keeping });
  const hits = createHits({ db, isCurrent: keeping?.isCurrent ?? (() => false) });
  let genresKept: Promise<readonly GenreRow[]> | null = null;
  const genreRows = (): Promise<readonly GenreRow[]> => {
    if (genresKept) return genresKept;
    const reading = readGenres(db, visibility());
    genresKept = reading;
    reading.catch(() => {
      if (genresKept === reading) genresKept = null;
    });
    return reading;
  };
  const genreNames = async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await genreRows()).map(({ tag, genre }) => [tag, genre]));

  const countsIn = async (kinds: Kinds): Promise<WordCounts> => {
    const { title, person } = (await frequencies()).words;
    return addedUp([...(kinds === 'name' ? [] : [title]), ...(kinds === 'movie' ? [] : [person])]);
  };

  const listed = async (
    kinds: Kinds,
    text: string,
    { offset, limit }: Slice,
    { tags = [], exact = false, typos = true }: Partial<Pick<Lookup, 'tags' | 'exact' | 'typos'>> = {},
  ): Promise<ListPage> => {
    const seen = visibility();
    const reach = Math.min(offset + limit, TOTAL_CAP);
    const asked = { kinds, wanted: wanted(text), scope: seen, tags, exact, typos, counts: await countsIn(kinds) };
    const render = (found: readonly Found[]): Promise<JsonText> => hits.render(found.slice(offset, reach), seen);
    // What is shown is read while the rest is counted, on a connection of its own. Where none is free it is read afterwards.
    let early: Promise<JsonText | null> | null = null;
    const { found, total } = await steered(db, 'matches', (tx) => {
      early = null;
      return find(tx, totals, asked, reach, (some) => {
        early = render(some).catch(() => null);
      });
    });
    return { json: (await early) ?? (await render(found)), total };
  };

  const chart =
    (key: Chart) =>
    async (type: string = FILMS, slice: Slice): Promise<ListPage> => {
      const seen = visibility();
      return steered(db, CHART_WAYS[key], (tx) =>
        readChart(tx, key, {
          types: typesOf(type),
          query: narrowed(everything, seen),
          seen,
          ...slice,
        }),
      );
    };

  const suggested = async (text: string, limit: number, kinds: Kinds, seen: Visibility): Promise<JsonText> => {
    const asked = { kinds, wanted: wanted(text), scope: seen, counts: await countsIn(kinds) };
    const found = await steered(db, 'matches', (tx) => complete(tx, asked, limit));
    return hits.render(found, seen);
  };

  return {
    /** Titles and people together; no titles of a type where one is named. */
    all: (text: string, slice: Slice, { typeNot }: Pick<TitleAsk, 'typeNot'> = {}): Promise<ListPage> =>
      listed('both', text, slice, { tags: notOf(typeNot) }),
    names: (text: string, exact: boolean | undefined, slice: Slice): Promise<ListPage> =>
      listed('name', text, slice, { exact: exact ?? false }),
    titles: ({ title, year, types, typeNot, ...how }: TitleAsk, slice: Slice): Promise<ListPage> => {
      const tags = [
        ...(year === undefined ? [] : [lexeme(`@y:${year}`)]),
        ...(types === undefined ? [] : [ofTypes(types)]),
        ...notOf(typeNot),
      ];
      return listed('movie', title, slice, { ...how, tags });
    },
    suggest: (text: string, limit: number): Promise<JsonText> => suggested(text, limit, 'both', visibility()),
    /** For editors: whatever may be published. */
    suggestAny: (text: string, limit: number, kind: Kinds): Promise<JsonText> =>
      suggested(text, limit, kind, allOf(visibility)()),
    discover: createDiscover({ db, visibility, genreNames, frequencies, heads, hits, facetCounts }),
    top: chart('weighted'),
    popular: chart('popularity'),
    /** Of titles of these types, where some are named. */
    comingSoon: async (date: string, { offset, limit }: Slice, types: readonly string[] = []): Promise<ListPage> => {
      const seen = visibility();
      const day = dayOf(date);
      if (offset >= TOTAL_CAP) return { json: jsonText('[]'), total: TOTAL_CAP };
      return steered(db, 'order', (tx) =>
        readComingSoon(tx, {
          day,
          query: narrowed(types.length > 0 ? ofTypes(types) : everything, seen),
          seen,
          limit,
          offset,
        }),
      );
    },
    genres: async (): Promise<JsonText> => toJson((await genreRows()).map(({ genre, count }) => ({ genre, count }))),
    /** Drops what is kept in memory; to be called after each change of the catalogue or of the settings. */
    invalidate: (): void => {
      genresKept = null;
      totals.clear();
      facetCounts.clear();
      heads?.clear();
      hits.clear();
    },
  };
};

export type Search = ReturnType<typeof createSearch>;
