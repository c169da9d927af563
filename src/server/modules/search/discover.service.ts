import { TOTAL_CAP } from '#contracts/list-limits.ts';
import type { Facet } from '#contracts/search.ts';
import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Reads } from '#server/platform/db/replica.ts';
import { peopleNow } from '../catalog/merged.service.ts';
import type { Visibility } from '../catalog/visibility.ts';
import type { Counts } from './count.service.ts';
import { readCursor, writeCursor } from './cursor.rules.ts';
import {
  type DiscoverAsk,
  facetsOf,
  foundBy,
  type Order,
  orderOf,
  type Position,
  peopleOf,
  shareOf,
  tagsOf,
} from './discover.rules.ts';
import type { Filter, Row } from './discover.sql.ts';
import { firstWay, pageOfTitles } from './discover.store.ts';
import { type Counted, countFacets, type FacetCounts, worksOf } from './facet.store.ts';
import type { Frequencies } from './frequency.store.ts';
import { wantedOf } from './head.rules.ts';
import type { Heads } from './head.service.ts';
import type { Hits } from './hit.service.ts';
import { steered } from './steer.store.ts';
import { everything, narrowed, within } from './words.rules.ts';

export interface Discovered {
  readonly json: JsonText;
  /** The facets counted only some of the titles. */
  readonly capped: boolean;
  /** How many titles there are, counted where a facet is, up to one more than the cap. */
  readonly total: number | null;
}

interface DiscoverParts {
  readonly db: Reads;
  readonly visibility: () => Visibility;
  /** How a genre is written, by its tag. */
  readonly genreNames: () => Promise<ReadonlyMap<string, string>>;
  readonly frequencies: () => Promise<Frequencies>;
  /** Null where no titles are kept. */
  readonly heads: Pick<Heads, 'find'> | null;
  readonly hits: Pick<Hits, 'render'>;
  readonly facetCounts: Pick<Counts<FacetCounts>, 'known' | 'of'>;
}

interface Looked {
  readonly ask: DiscoverAsk;
  readonly seen: Visibility;
  readonly facets: readonly Facet[];
  readonly order: Order;
  readonly after: Position | null;
  readonly most: number;
  /** The page, where it is known already. */
  readonly rows: readonly Row[] | null;
  readonly key: string;
}

/** What facets are counted of, whatever the page and its order. */
const countedOf = ({ cursor: _cursor, regs: _regs, sort: _sort, ...filters }: DiscoverAsk, shown: string): string =>
  JSON.stringify([filters, shown]);

/** Titles by any combination of filters, from any position. */
export const createDiscover = (parts: DiscoverParts) => {
  const { db, visibility, genreNames, frequencies, heads, hits, facetCounts } = parts;
  const named = async (facets: readonly Facet[], counts: readonly Counted[]): Promise<string> => {
    const genres = facets.includes('genre') ? await genreNames() : new Map<string, string>();
    const written = ({ facet, value }: Counted): string => {
      if (facet === 'genre') return genres.get(value) ?? value;
      return facet === 'type' || facet === 'country' ? value.toUpperCase() : value;
    };
    const of = (facet: Facet) =>
      counts.filter((one) => one.facet === facet).map((one) => ({ value: written(one), count: one.count }));
    return JSON.stringify(Object.fromEntries(facets.map((facet) => [facet, of(facet)])));
  };

  /** Titles that fulfil the filters, and the facets of all that do, asked of the database. */
  const looked = async ({ ask, seen, facets, order, after, most, rows, key }: Looked) => {
    const { hasPairs, titles, shares } = await frequencies();
    const tags = tagsOf(ask, hasPairs);
    const { groups, role } = peopleOf(ask);
    const found = tags.length > 0 ? foundBy(tags, shares) : [];
    const query = found.length > 0 ? found.join(' & ') : everything;
    const narrow = tags.some((tag) => !tag.startsWith('!')) || seen.sources !== null;
    const share = titles > 0 ? shareOf(tags, order.sort, shares) : null;
    const candidates = titles > 0 ? titles * shareOf(found, null, shares) : null;
    const ids = await worksOf(db, await peopleNow(db, groups), role);
    const filter: Filter = { query, within: within(seen), ranges: ask, narrow, share, candidates, ids };
    return steered(db, rows ? 'matches' : firstWay(filter, most), async (tx, turn) => ({
      rows: rows ?? (await pageOfTitles(tx, turn, filter, order, after, most)),
      counted: facets.length > 0 ? await facetCounts.of(key, () => countFacets(tx, turn, filter, facets)) : null,
    }));
  };

  return async (ask: DiscoverAsk, limit: number, offset = 0): Promise<Discovered> => {
    const seen = visibility();
    const after = readCursor(ask);
    const facets = facetsOf(ask.facets);
    const order = orderOf(ask.sort);
    const most = offset + limit + 1;
    const wanted = wantedOf(ask);
    const shown = narrowed(everything, seen);
    const kept = (wanted && heads?.find({ order, shown, wanted, after, limit: most })) ?? null;
    const key = countedOf(ask, shown);
    const known = facets.length > 0 ? facetCounts.known(key) : null;
    const { rows, counted } =
      kept && known !== undefined
        ? { rows: kept, counted: known }
        : await looked({ ask, seen, facets, order, after, most, rows: kept, key });
    const page = rows.slice(offset, offset + limit);
    const last = page.at(-1);
    const next = rows.length === most && last ? JSON.stringify(writeCursor(ask, last)) : 'null';
    const found = page.map(({ id }) => ({ kind: 'movie' as const, id }));
    const items = await hits.render(found, seen);
    const counts = counted ? `,"facets":${await named(facets, counted.counts)}` : '';
    return {
      json: jsonText(`{"items":${items},"next":${next}${counts}}`),
      capped: counted !== null && counted.total > TOTAL_CAP,
      total: counted?.total ?? null,
    };
  };
};
