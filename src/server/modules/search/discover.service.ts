import { TOTAL_CAP } from '#contracts/list-limits.ts';
import type { Facet } from '#contracts/search.ts';
import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Reads } from '#server/platform/db/replica.ts';
import type { Visibility } from '../catalog/visibility.ts';
import {
  type DiscoverAsk,
  facetsOf,
  foundBy,
  orderOf,
  peopleOf,
  readCursor,
  shareOf,
  tagsOf,
  writeCursor,
} from './discover.rules.ts';
import type { Filter } from './discover.sql.ts';
import { firstWay, pageOfTitles } from './discover.store.ts';
import { type Counted, countFacets, worksOf } from './facet.store.ts';
import type { Frequencies } from './frequency.store.ts';
import { renderHits } from './search.store.ts';
import { steered } from './steer.store.ts';
import { everything, narrowed } from './words.rules.ts';

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
}

/** Titles by any combination of filters, from any position. */
export const createDiscover = ({ db, visibility, genreNames, frequencies }: DiscoverParts) => {
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

  return async (ask: DiscoverAsk, limit: number, offset = 0): Promise<Discovered> => {
    const seen = visibility();
    const { hasPairs, titles, shares } = await frequencies();
    const tags = tagsOf(ask, hasPairs);
    const facets = facetsOf(ask.facets);
    const order = orderOf(ask.sort);
    const after = readCursor(ask);
    const { groups, role } = peopleOf(ask);
    const found = tags.length > 0 ? foundBy(tags, shares) : [];
    const query = narrowed(found.length > 0 ? found.join(' & ') : everything, seen);
    const narrow = tags.some((tag) => !tag.startsWith('!')) || seen.sources !== null;
    const share = titles > 0 ? shareOf(tags, order.sort, shares) : null;
    const candidates = titles > 0 ? titles * shareOf(found, null, shares) : null;
    const filter: Filter = { query, ranges: ask, narrow, share, candidates, ids: await worksOf(db, groups, role) };
    const most = offset + limit + 1;
    const { rows, counted } = await steered(db, firstWay(filter, most), async (tx, turn) => ({
      rows: await pageOfTitles(tx, turn, filter, order, after, most),
      counted: facets.length > 0 ? await countFacets(tx, turn, filter, facets) : null,
    }));
    const page = rows.slice(offset, offset + limit);
    const last = page.at(-1);
    const next = rows.length === most && last ? JSON.stringify(writeCursor(ask, last)) : 'null';
    const items = await renderHits(
      db,
      page.map(({ id }) => ({ kind: 'movie' as const, id })),
      seen.imageBase,
    );
    const counts = counted ? `,"facets":${await named(facets, counted.counts)}` : '';
    return {
      json: jsonText(`{"items":${items},"next":${next}${counts}}`),
      capped: counted !== null && counted.total > TOTAL_CAP,
      total: counted?.total ?? null,
    };
  };
};
