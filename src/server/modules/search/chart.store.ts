import { TOTAL_CAP } from '#contracts/list-limits.ts';
import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { jsonRow } from '#server/platform/db/json.ts';
import { statement } from '#server/platform/db/statement.ts';
import { type Visibility, visibilityTypes, visibilityValues } from '../catalog/visibility.ts';
import { PARTS } from './document.store.ts';
import { titleHit } from './search.store.ts';
import type { Way } from './steer.store.ts';

/** Titles that a chart holds of each type. */
const CHART = 1_000;

export type Chart = 'weighted' | 'popularity';

/** The best of one type, `y.type`. */
const BEST: Readonly<Record<Chart, string>> = {
  weighted: `select id, weighted as value from title_document where type = y.type and weighted is not null and words @@ $query
    order by weighted desc, id desc limit ${CHART}`,
  popularity: `select * from (${PARTS.map(
    (
      at,
    ) => `(select id, popularity as value from title_document_${at} where words @@ ($query && ('''@t:' || y.type || '''')::tsquery)
      order by popularity desc, id desc limit ${CHART})`,
  ).join(' union all ')}) p limit ${CHART}`,
};
/** How each chart is read best. */
export const CHART_WAYS: Readonly<Record<Chart, Way>> = { weighted: 'order', popularity: 'matches' };

const chartText = (key: Chart): string => `
  with chart as materialized (select d.id, d.value from unnest($types) y (type) cross join lateral (${BEST[key]}) d)
  select (select count(*)::int from chart) as total, coalesce((select json_agg(${titleHit} order by c.value desc, c.id desc)
    from (select * from chart order by value desc, id desc limit $limit offset $offset) c join title t on t.id = c.id), '[]')::text as json`;

const types = { types: 'text[]', query: 'tsquery', limit: 'int', offset: 'int', ...visibilityTypes } as const;
const charts = {
  weighted: statement('chart_weighted', chartText('weighted'), types),
  popularity: statement('chart_popularity', chartText('popularity'), types),
};

export interface ChartAsk {
  readonly types: readonly string[];
  readonly query: string;
  readonly seen: Visibility;
  readonly limit: number;
  readonly offset: number;
}

export interface ListPage {
  readonly json: JsonText;
  readonly total: number;
}

/** A page of a chart over one or more types. */
export const readChart = async (db: Executor, key: Chart, { seen, ...asked }: ChartAsk): Promise<ListPage> => {
  const { rows } = await db.query<{ json: string; total: number }>(
    charts[key]({ ...asked, ...visibilityValues(seen) }),
  );
  return { json: jsonText(rows[0]?.json ?? '[]'), total: rows[0]?.total ?? 0 };
};

const soon = statement(
  'coming_soon',
  `select (select count(*)::int from (select from title_document d where d.released >= $day and d.words @@ $query limit ${TOTAL_CAP + 1}) m) as total,
    coalesce((select json_agg(${jsonRow(`title_ref(t.id) as "imdbId", t.title, t.release_date as "releaseDate",
      t.type, case when t.poster is not null then $base || title_ref(t.id) end as "posterUrl"`)} order by d.released, d.id)
      from (select d.id, d.released from title_document d where d.released >= $day and d.words @@ $query
        order by d.released, d.id limit $limit offset $offset) d join title t on t.id = d.id), '[]')::text as json`,
  { day: 'text', query: 'tsquery', limit: 'int', offset: 'int', ...visibilityTypes },
);

/** Titles released on or after a day (ISO 8601), soonest first: a date that names no day counts from its first one. */
export const readComingSoon = async (
  db: Executor,
  { seen, ...asked }: Omit<ChartAsk, 'types'> & { readonly day: string },
): Promise<ListPage> => {
  const { rows } = await db.query<{ json: string; total: number }>(soon({ ...asked, ...visibilityValues(seen) }));
  return { json: jsonText(rows[0]?.json ?? '[]'), total: rows[0]?.total ?? 0 };
};

const genreCounts = statement(
  'genre_counts',
  `select g.tag, g.genre, sum(c.titles)::int as count from genre g join genre_count c on c.tag = g.tag
    where ($adult or not c.adult) and ($sources is null or c.source = any($sources)) and c.titles > 0
    group by g.tag, g.genre order by count desc, g.genre`,
  { adult: 'boolean', sources: 'text[]' },
);

export interface GenreRow {
  readonly tag: string;
  readonly genre: string;
  readonly count: number;
}

/** All genres that titles to be shown have, the most frequent first. */
export const readGenres = async (
  db: Executor,
  { adult, sources }: { readonly adult: boolean; readonly sources: readonly string[] | null },
): Promise<GenreRow[]> =>
  (await db.query<{ tag: string; genre: string; count: number }>(genreCounts({ adult, sources }))).rows;
