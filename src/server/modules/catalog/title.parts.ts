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
  /** Whether its items are kept as JSON, and read through `titleLists`. */
  readonly kept?: true;
  /** The whole part as it is stored, where it need not be put together. */
  readonly whole?: string;
}

/** Rows whose items are objects of these columns. */
const objects = (from: string, columns: string): Pick<PartSource, 'from' | 'item'> => ({
  from: `${from} ${rowBeside(columns)}`,
  item: 'row_to_json(o)',
});

/** The English name of a country or a language by its code. */
const named = (table: 'country' | 'language', code: string, unknown = code): string =>
  `coalesce((select c.name from ${table} c where c.code = ${code}), ${unknown})`;

const credits = `credit k join person p on p.id = k.person_id ${rowBeside(
  `name_ref(p.id) as "imdbId", p.name, case when p.photo is not null then $base || name_ref(p.id) end as "photoUrl"`,
  'r',
)}`;

/** The items of a list that is kept as JSON, out of `titleLists`. */
const itemsOf = (part: string): string => `jsonb_array_elements(lists."${part}") with ordinality l (item, n)`;

const list = (part: string): PartSource => ({
  kept: true,
  from: itemsOf(part),
  item: 'l.item',
  where: 'true',
  order: 'l.n',
  whole: `coalesce(lists."${part}", '[]')`,
});

const mappedList = (part: string, columns: string, from = '', where = 'true'): PartSource => ({
  kept: true,
  ...objects(`${itemsOf(part)} ${from}`, columns),
  where,
  order: 'l.n',
});

const coded = (array: string, table: 'country' | 'language'): PartSource => ({
  ...objects(
    `unnest(t.${array}) with ordinality u (code, n)`,
    `${named(table, 'u.code')} as "${table}", u.code as "${table}Code"`,
  ),
  where: 'true',
  order: 'u.n',
});

const crewNames = CREW_TYPES.map((type) => `'${type}'`).join(',');

export const TITLE_PART_SOURCES: Readonly<Record<Exclude<TitlePart, 'season'>, PartSource>> = {
  akas: {
    ...objects(
      'aka a',
      `a.title, array_to_string(coalesce(a.attributes, a.types), ', ') as comment,
      ${named('country', 'a.region')} as country, a.region as "countryCode",
      ${named('language', 'a.language')} as language, a.language as "languageCode", a.original, a.ordering`,
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
      ${named('country', `l.item->>'countryCode'`, `l.item->>'country'`)} as country, l.item->>'countryCode' as "countryCode", l.item->'date' as date,
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

/**
 * What the sources of these parts read that are kept as JSON: all of them at once, since each lookup of its own takes about
 * as long to begin as reading all.
 */
export const titleLists = (parts: readonly TitlePart[]): string => {
  const kept = parts.filter((part) => part !== 'season' && TITLE_PART_SOURCES[part].kept);
  if (kept.length === 0) return '';
  const lists = kept.map((part) => `(array_agg(tl.items) filter (where tl.part = '${part}'))[1] as "${part}"`);
  return `cross join lateral (select ${lists.join(', ')} from title_list tl where tl.title_id = t.id) lists`;
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
