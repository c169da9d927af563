import { TITLE_PART_NAMES, TITLE_PARTS, type TitlePart } from '#contracts/catalog.ts';
import { FIRST_OWN_KEY } from '#server/kernel/ids.ts';
import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { jsonRow, rowBeside } from '#server/platform/db/json.ts';
import { statement } from '#server/platform/db/statement.ts';
import { placePublished } from './place.sql.ts';
import { recordReader } from './record.reader.ts';
import { partArray, seasonRows, TITLE_PART_SOURCES, titleLists } from './title.parts.ts';
import { type Visibility, visibilityTypes, visibilityValues } from './visibility.ts';

/**
 * Where an episode stands, as an editor, the series' list or else the series says; for anything else nothing is read. The
 * series is named where a list may name it.
 */
const place = (restricted: boolean): string => `case when t.type = 'E' then (select row_to_json(o)
  from episode e left join title x on x.id = e.series_id ${rowBeside(`title_ref(e.series_id) as "imdbId",
    case when ($adult or not x.adult) ${restricted ? 'and x.source = any($sources)' : ''} then x.title end as title,
    e.season, e.number as episode`)}
  where e.title_id = t.id ${restricted ? `and ${placePublished('x')}` : ''}) end`;

const fields = (restricted: boolean): string => `title_ref(t.id) as "imdbId",
  case when t.id < ${FIRST_OWN_KEY} then 'https://www.imdb.com/title/' || title_ref(t.id) || '/' end as "imdbUrl", t.title,
  t.original_title as "originalTitle", t.year, t.end_year as "endYear", t.runtime, t.release_date as "releaseDate",
  t.metascore, t.rated, t.rating, t.votes, t.type, t.adult, wire_time(t.inserted_at) as "insertDate",
  wire_time(t.updated_at) as "lastUpdate", t.simple_plot as "simplePlot", t.plot, case when t.poster is not null then $base || title_ref(t.id) end as "posterUrl",
  case when t.type in ('S', 'TVMS') then s.seasons end as "totalSeasons",
  case when t.type in ('S', 'TVMS') then s.years end as "yearSeasons", ${place(restricted)} as series`;

/** What a series' episodes tell of it; for anything else the scan is not begun. */
const ofSeries = `(select count(distinct e.season) filter (where e.season > 0) as seasons,
    coalesce(json_agg(distinct e.year order by e.year) filter (where e.year is not null), '[]') as years
  from episode e where e.series_id = t.id and t.type in ('S', 'TVMS')) s`;

const published = `($sources is null or t.source = any($sources))`;
const partPublished = (part: TitlePart): string =>
  `($sources is null or coalesce((select o.source from title_origin o where o.title_id = t.id and o.part = '${part}'), t.source)
    = any($sources))`;

/** Titles by key with the parts asked for, in no particular order. One statement whatever is asked. */
export const readTitles = recordReader({
  name: 'titles',
  parts: TITLE_PARTS,
  id: 't.id',
  core: (restricted) => jsonRow(fields(restricted)),
  hidden: `(select array_agg(o.part) from title_origin o where o.title_id = t.id and o.source <> all($sources))`,
  from: `title t cross join lateral ${ofSeries}`,
  beside: titleLists,
  published,
  partPublished,
  partArray,
});

export interface PageOf {
  readonly offset: number;
  readonly limit: number;
}

export interface ListPage {
  readonly json: JsonText;
  readonly total: number;
}

/** Narrows a part: only actors that are main or not, only one crew role. */
export interface PartFilter {
  readonly main?: boolean;
  readonly role?: number;
}

const pageText = (part: TitlePart): string => {
  const source =
    part === 'season'
      ? `select s.item, s.season as n from (${seasonRows('e.series_id = t.id')}) s order by s.season nulls last`
      : (({ from, where, item, order }) =>
          `select ${item} as item from ${from} where ${where} ${filterOf(part)} order by ${order}`)(
          TITLE_PART_SOURCES[part],
        );
  const total =
    part === 'season'
      ? `select count(*) from (select distinct e.season from episode e where e.series_id = t.id) s`
      : `select count(*) from ${TITLE_PART_SOURCES[part].from} where ${TITLE_PART_SOURCES[part].where} ${filterOf(part)}`;
  return `select case when ${partPublished(part)} then
      (select coalesce(json_agg(r.item), '[]')::text from (${source} limit $limit offset $offset) r) else '[]' end as json,
    case when ${partPublished(part)} then (${total})::int else 0 end as total
    from title t ${titleLists([part])} where t.id = $id and ${published}`;
};

const filterOf = (part: TitlePart): string => {
  if (part === 'actors') return 'and ($main is null or k.main = $main)';
  return part === 'crew' ? 'and ($role is null or k.role = $role)' : '';
};

const pages = new Map(
  TITLE_PART_NAMES.map((part) => [
    part,
    statement(`title_${part}`, pageText(part), {
      id: 'bigint',
      limit: 'int',
      offset: 'int',
      main: 'boolean',
      role: 'int',
      ...visibilityTypes,
    }),
  ]),
);

/** A page of one part; null when there is no such title. */
export const readTitlePart = async (
  db: Executor,
  key: number,
  part: TitlePart,
  page: PageOf,
  filter: PartFilter,
  seen: Visibility,
): Promise<ListPage | null> => {
  const prepared = pages.get(part);
  if (!prepared) throw new Error(`no statement reads ${part}`);
  const { rows } = await db.query<{ json: string; total: number }>(
    prepared({ id: key, ...page, main: filter.main ?? null, role: filter.role ?? null, ...visibilityValues(seen) }),
  );
  const [row] = rows;
  return row ? { json: jsonText(row.json), total: row.total } : null;
};
