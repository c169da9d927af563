import type { TitlePart } from '#contracts/catalog.ts';
import { CREW_TYPES } from '#contracts/crew.ts';
import { jsonRow, rowBeside } from '#server/platform/db/json.ts';

/**
 * How a part of a title is read: rows, one JSON item a row, and their order. `t` is the title's row; `$base` stands for the
 * address of the picture call and `$adult` for whether adult titles may be named.
 */
export interface PartSource {
  readonly from: string;
  readonly where: string;
  readonly item: string;
  readonly order: string;
  /** The whole part as it is stored, where it need not be put together. */
  readonly whole?: string;
}

/** Rows whose items are objects of these columns. */
const objects = (from: string, columns: string): Pick<PartSource, 'from' | 'item'> => ({
  from: `${from} ${rowBeside(columns)}`,
  item: 'row_to_json(o)',
});

const credits = `credit k join person p on p.id = k.person_id ${rowBeside(
  `name_ref(p.id) as "imdbId", p.name, case when p.photo is not null then $base || name_ref(p.id) end as "photoUrl"`,
  'r',
)}`;

const rowsOf = (part: string): string =>
  `(select e.item, e.n from title_list tl cross join jsonb_array_elements(tl.items) with ordinality e (item, n)
    where tl.title_id = t.id and tl.part = '${part}') l`;

const list = (part: string): PartSource => ({
  from: rowsOf(part),
  item: 'l.item',
  where: 'true',
  order: 'l.n',
  whole: `coalesce((select tl.items from title_list tl where tl.title_id = t.id and tl.part = '${part}'), '[]')`,
});

const mappedList = (part: string, columns: string, from = '', where = 'true'): PartSource => ({
  ...objects(`${rowsOf(part)} ${from}`, columns),
  where,
  order: 'l.n',
});

const coded = (array: string, table: 'country' | 'language'): PartSource => ({
  ...objects(
    `unnest(t.${array}) with ordinality u (code, n) left join ${table} c on c.code = u.code`,
    `coalesce(c.name, u.code) as "${table}", u.code as "${table}Code"`,
  ),
  where: 'true',
  order: 'u.n',
});

const crewNames = CREW_TYPES.map((type) => `'${type}'`).join(',');

export const TITLE_PART_SOURCES: Readonly<Record<Exclude<TitlePart, 'season'>, PartSource>> = {
  akas: {
    ...objects(
      'aka a left join country c on c.code = a.region left join language g on g.code = a.language',
      `a.title, array_to_string(coalesce(a.attributes, a.types), ', ') as comment,
      coalesce(c.name, a.region) as country, a.region as "countryCode", coalesce(g.name, a.language) as language,
      a.language as "languageCode", a.original, a.ordering`,
    ),
    where: 'a.title_id = t.id',
    order: 'a.ordering',
  },
  actors: {
    ...objects(
      credits,
      `row_to_json(r) as name, k.main, array_to_string(k.characters, ' / ') as character,
        coalesce(k.characters, '{}') as characters, k.ordering, k.remark`,
    ),
    where: 'k.title_id = t.id and k.role = 0',
    order: 'k.ordering',
  },
  crew: {
    ...objects(credits, `(array[${crewNames}])[k.role] as type, row_to_json(r) as name, k.job, k.ordering`),
    where: 'k.title_id = t.id and k.role > 0',
    order: 'k.role, k.ordering',
  },
  genres: {
    ...objects('unnest(t.genres) with ordinality u (genre, n)', 'u.genre'),
    where: 'true',
    order: 'u.n',
  },
  countries: coded('countries', 'country'),
  languages: coded('languages', 'language'),
  awards: list('awards'),
  business: mappedList(
    'business',
    `l.item->'type' as type, l.item->'amount' as amount, l.item->'currency' as currency,
      coalesce((select b.name from country b where b.code = l.item->>'countryCode'), l.item->>'country') as country, l.item->>'countryCode' as "countryCode", l.item->'date' as date,
      l.item->'remarks' as remarks`,
  ),
  goofs: list('goofs'),
  keywords: list('keywords'),
  locations: list('locations'),
  photos: mappedList(
    'photos',
    `$base || title_ref(t.id) || '?photo=' || l.n as url, l.item->'width' as width, l.item->'height' as height,
      l.item->'caption' as caption`,
  ),
  plots: list('plots'),
  quotes: list('quotes'),
  // By their keys: PostgreSQL takes a list for a hundred items, and would read a small catalogue whole for it.
  'similar-movies': mappedList(
    'similar-movies',
    `coalesce(s.title, l.item->>'title') as title, l.item->>'imdbId' as "imdbId"`,
    `left join lateral (select x.title, x.adult from title x where x.id = substr(l.item->>'imdbId', 3)::bigint offset 0) s on true`,
    '(s.adult is not true or $adult)',
  ),
  technicals: list('technicals'),
  trailers: list('trailers'),
  trivias: list('trivias'),
};

/** Of an episode: `e` is its place in the series, `x` its own record. */
const episodeColumns = `e.number as episode, e.season, title_ref(e.title_id) as "imdbId", x.title,
  coalesce(x.release_date, lpad(x.year::text, 4, '0')) as date, e.year, x.runtime, x.plot, x.rating, x.votes,
  case when x.poster is not null then $base || title_ref(x.id) end as "posterUrl"`;

/** Episodes with their own records; `episodeItem` is one of them as JSON. */
export const episodeRows = `episode e join title x on x.id = e.title_id ${rowBeside(episodeColumns, 'i')}`;
export const episodeItem = 'row_to_json(i)';

/** Seasons with their episodes, the ones without a season last. */
export const seasonRows = (condition: string): string => `
  select e.season, ${jsonRow(`e.season as "numSeason", min(e.year) as year,
    json_agg(${episodeItem} order by e.number nulls last, e.title_id) as episodes`)} as item
  from ${episodeRows}
  where ${condition} group by e.season`;

/** A part as one JSON array. */
export const partArray = (part: TitlePart): string => {
  if (part === 'season') {
    return `(select coalesce(json_agg(s.item order by s.season nulls last), '[]') from (${seasonRows('e.series_id = t.id')}) s)`;
  }
  const { from, where, item, order, whole } = TITLE_PART_SOURCES[part];
  return whole ?? `(select coalesce(json_agg(${item} order by ${order}), '[]') from ${from} where ${where})`;
};
