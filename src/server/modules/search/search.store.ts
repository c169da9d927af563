import { TOTAL_CAP } from '#contracts/list-limits.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { jsonRow } from '#server/platform/db/json.ts';
import { ofAnyLength, statement } from '#server/platform/db/statement.ts';
import { placePublished } from '../catalog/place.sql.ts';
import { type Visibility, visibilityTypes, visibilityValues } from '../catalog/visibility.ts';
import { PARTS } from './document.store.ts';
import { type KnownWord, neighbourKeys, type Variant, variantsAmong } from './neighbour.rules.ts';
import { type Asked, everything } from './words.rules.ts';

export type Kind = 'movie' | 'name';

/** Which documents are looked through. */
export type Kinds = 'both' | Kind;

export interface Found {
  readonly kind: Kind;
  readonly id: number;
}

/** No query looks at more matches of one partition. */
const CANDIDATES = TOTAL_CAP + 1;

/** How many queries the indexes are asked apart. What has to hold beside them comes last: it is asked of what they find. */
type Apart = 'one' | 'three';
const ASKED: Readonly<Record<Apart, string>> = {
  one: 'd.words @@ $query and d.words @@ $within',
  three: 'd.words @@ $query and d.words @@ $second and d.words @@ $third and d.words @@ $within',
};

const matches = (table: string, kind: Kind, at: number, apart: Apart, columns: string, most: string): string =>
  `(select ${columns} from ${table}_${at} d where ${ASKED[apart]} and ($sieve is null or d.words @@ $sieve) and d.id <> all($${kind}s) limit ${most})`;

const tables = (kinds: Kinds): readonly (readonly [string, Kind])[] => [
  ...(kinds === 'name' ? [] : ([['title_document', 'movie']] as const)),
  ...(kinds === 'movie' ? [] : ([['person_document', 'name']] as const)),
];

const partition = (kinds: Kinds, at: number, apart: Apart): string =>
  tables(kinds)
    .map(([table, kind]) => matches(table, kind, at, apart, `'${kind}' as kind, d.id, d.popularity`, `${CANDIDATES}`))
    .join(' union all ');

/** The parts of the union are read one after the other and no further than the limit, so the best-known come first. */
const walkText = (kinds: Kinds, apart: Apart): string =>
  `select r.kind, r.id from (${PARTS.map(
    (at) =>
      `(select c.kind, c.id from (${partition(kinds, at, apart)}) c order by c.popularity desc, c.kind, c.id limit $limit)`,
  ).join(' union all ')}) r limit $limit`;

const countText = (kinds: Kinds, apart: Apart): string =>
  `select count(*)::int as total from (${PARTS.flatMap((at) =>
    tables(kinds).map(([table, kind]) => matches(table, kind, at, apart, '1', '$limit')),
  ).join(' union all ')} limit $limit) r`;

const types = {
  ...{ query: 'tsquery', second: 'tsquery', third: 'tsquery', within: 'tsquery', sieve: 'tsquery' },
  ...{ movies: 'bigint[]', names: 'bigint[]', limit: 'int' },
} as const;
const ofKinds = <T>(make: (kinds: Kinds) => T): Readonly<Record<Kinds, T>> => ({
  both: make('both'),
  movie: make('movie'),
  name: make('name'),
});
const statements = (name: string, text: (kinds: Kinds, apart: Apart) => string) =>
  ofKinds((kinds) => ({
    one: statement(`${name}_${kinds}`, text(kinds, 'one'), types),
    three: statement(`${name}_${kinds}_apart`, text(kinds, 'three'), types),
  }));
const walks = statements('search', walkText);
const counts = statements('search_count', countText);

/** What is looked for. */
export interface Walk extends Asked {
  readonly kinds: Kinds;
  /** What has to hold beside what is asked, as a query. */
  readonly within: string;
  /** What is not to be found again. */
  readonly except: readonly Found[];
}

const excepted = (except: readonly Found[], kind: Kind): number[] =>
  except.filter((one) => one.kind === kind).map((one) => one.id);

const prepared = (of: typeof walks, { kinds, queries, within, sieve, except }: Walk, limit: number) => {
  const [query, second = everything, third = everything] = queries;
  const [movies, names] = [excepted(except, 'movie'), excepted(except, 'name')];
  const values = { query, second, third, within, sieve, movies, names, limit };
  return of[kinds][queries.length > 1 ? 'three' : 'one'](values);
};

/** The best-known documents that match. */
export const walk = async (db: Executor, asked: Walk, limit: number): Promise<Found[]> =>
  (await db.query<Found>(prepared(walks, asked, limit))).rows;

/** How many documents match, counted no further than `most`. */
export const countMatches = async (db: Executor, asked: Walk, most: number): Promise<number> =>
  (await db.query<{ total: number }>(prepared(counts, asked, most))).rows[0]?.total ?? 0;

/** The series of an episode, where a list may name it; of what may be published, where that is `restricted`. */
const seriesRef = (restricted: boolean): string => `(select ${jsonRow('title_ref(s.id) as "imdbId", s.title')}
  from episode e join title s on s.id = e.series_id where e.title_id = t.id and ($adult or not s.adult)
  ${restricted ? `and ($sources is null or s.source = any($sources)) and ${placePublished('s')}` : ''})`;
const titleHitOf = (restricted: boolean): string =>
  jsonRow(`'movie' as kind, title_ref(t.id) as "imdbId", t.title, t.year, t.type, t.rating,
  t.votes, case when t.poster is not null then $base || title_ref(t.id) end as "posterUrl",
  case when t.type = 'E' then ${seriesRef(restricted)} end as series`);
export const titleHit = titleHitOf(true);
const nameHit = jsonRow(`'name' as kind, name_ref(p.id) as "imdbId", p.name,
  substr(p.birth_date, 1, 4)::int as year, null as type, null as rating, null as votes,
  case when p.photo is not null then $base || name_ref(p.id) end as "posterUrl", null as series`);

const hitsOf = (name: string, restricted: boolean) =>
  statement(
    name,
    `select case when t.id is not null then ${titleHitOf(restricted)} when p.id is not null then ${nameHit} end::text as json
      from unnest(${ofAnyLength('$kinds', 'text[]')}, ${ofAnyLength('$ids', 'bigint[]')}) with ordinality u (kind, id, n)
      left join title t on u.kind = 'movie' and t.id = u.id left join person p on u.kind = 'name' and p.id = u.id
      order by u.n`,
    { kinds: 'text[]', ids: 'bigint[]', ...visibilityTypes },
  );
// Told apart here, or PostgreSQL would do so with a plan of its own for each call.
const hits = { all: hitsOf('search_hits', false), restricted: hitsOf('search_hits_restricted', true) };

/** What was found, each as JSON and in the same order; null where it is gone. */
export const readHits = async (
  db: Executor,
  found: readonly Found[],
  seen: Visibility,
): Promise<readonly (string | null)[]> => {
  const values = { kinds: found.map(({ kind }) => kind), ids: found.map(({ id }) => id), ...visibilityValues(seen) };
  const prepared = seen.sources === null ? hits.all : hits.restricted;
  return (await db.query<{ json: string | null }>(prepared(values))).rows.map(({ json }) => json);
};

/** More known words are not compared letter by letter; only short words have so many neighbours. */
const NEIGHBOURS = 400;

/**
 * A swap counts as two for the server, so words up to twice as far are looked at; those beyond the distance itself have to be
 * made of the same letters, but for one where one of the errors is no swap. `offset 0` has the distance reckoned once a word.
 */
const near = statement(
  'search_near',
  `select w.word, w.weight from (select s.word, s.weight, levenshtein_less_equal(s.word, $word, 2 * $distance) as apart
      from search_word s where s.keys && $keys and length(s.word) between length($word) - $distance and length($word) + $distance
      offset 0) w
    where w.apart between 1 and $distance or (w.apart between $distance + 1 and 2 * $distance
      and length(translate(w.word, $word, '')) <= 2 * $distance - w.apart
      and length(translate($word, w.word, '')) <= 2 * $distance - w.apart)
    order by w.apart > 1, w.weight desc limit ${NEIGHBOURS}`,
  { word: 'text', keys: 'text[]', distance: 'int' },
);

/** Known words at most `distance` from a wanted one, nearest first: so many for being nearest, and as many for being best known. */
export const nearWords = async (
  db: Executor,
  word: string,
  distance: number,
  most: number,
): Promise<readonly Variant[]> => {
  const { rows } = await db.query<KnownWord>(near({ word, keys: neighbourKeys(word, distance), distance }));
  return variantsAmong(word, rows, distance, most);
};

const known = statement('search_known', 'select word from search_word where word = any($words)', { words: 'text[]' });

/** Those of the words that well-known titles and people have. */
export const knownWords = async (db: Executor, words: readonly string[]): Promise<string[]> =>
  (await db.query<{ word: string }>(known({ words }))).rows.map(({ word }) => word);

/** So many words that begin almost like the last one are offered. */
const BEGINNINGS = 12;

const nearBegun = statement(
  'search_near_begun',
  `select w.word, w.distance from (select s.word, s.weight, levenshtein_less_equal(left(s.word, length($word)), $word, $distance) as distance
      from search_word s where s.word >= left($word, 2) collate "C" and s.word < left($word, 2) || U&'\\FFFD' collate "C" offset 0) w
    where w.distance <= $distance order by w.distance, w.weight desc limit ${BEGINNINGS}`,
  { word: 'text', distance: 'int' },
);

/** Known words that begin almost like this one; the first two letters are right. */
export const nearBeginnings = async (db: Executor, word: string, distance: number): Promise<Variant[]> =>
  (await db.query<{ word: string; distance: number }>(nearBegun({ word, distance }))).rows.map((row) => ({
    wanted: word,
    ...row,
  }));
