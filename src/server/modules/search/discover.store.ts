import { TOTAL_CAP } from '#contracts/envelope.ts';
import type { DiscoverSort, Facet } from '#contracts/search.ts';
import type { Executor, Transaction } from '#server/platform/db/database.ts';
import type { Order, Position } from './discover.rules.ts';
import { PARTS } from './document.store.ts';
import { steer } from './steer.ts';
import { lexeme } from './words.rules.ts';

interface Key {
  readonly column: string;
  readonly type: 'real' | 'int' | 'text';
  /** The tag of a step of values, the steps upwards; null for a value that has none. */
  readonly steps: { readonly tag: string; readonly values: readonly number[] } | null;
}

const run = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const DECADES = run(180, 220);

const KEYS: Readonly<Record<DiscoverSort, Key>> = {
  popularity: { column: 'popularity', type: 'real', steps: null },
  rating: { column: 'rating', type: 'real', steps: { tag: '@q:', values: run(0, 10) } },
  votes: { column: 'votes', type: 'int', steps: { tag: '@v:', values: run(1, 10) } },
  year: { column: 'year', type: 'int', steps: { tag: '@d:', values: DECADES } },
  releaseDate: { column: 'released', type: 'text', steps: { tag: '@p:', values: DECADES } },
  title: { column: 'sort_title', type: 'text', steps: null },
};

/** How many titles are read in order, in the hope that they fill a page, before the matches themselves are read and sorted. */
const TRIED = 8_000;

/** What titles have to fulfil. The tags find candidates; ranges and ids decide. */
export interface Filter {
  readonly query: string;
  readonly ranges: Readonly<
    Partial<Record<'ratingFrom' | 'ratingTo' | 'votesFrom' | 'runtimeFrom' | 'runtimeTo', number | undefined>>
  >;
  /** The only titles that may match; null for all. */
  readonly ids: readonly number[] | null;
}

const RANGES: Readonly<Record<keyof Filter['ranges'], string>> = {
  ratingFrom: 'd.rating >= $::real',
  ratingTo: 'd.rating <= $::real',
  votesFrom: 'd.votes >= $::int',
  runtimeFrom: 'd.runtime >= $::int',
  runtimeTo: 'd.runtime <= $::int',
};
const COLUMNS = 'd.id, d.words, d.rating, d.votes, d.runtime';

/** The parts of a statement that is made for one call, and the values that its places stand for. */
const drafted = ({ query, ranges, ids }: Filter) => {
  const values: unknown[] = [];
  const put = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const parts = Object.entries(RANGES).flatMap(([name, text]) => {
    const value = ranges[name as keyof Filter['ranges']];
    return value === undefined ? [] : [text.replace('$', () => `$${values.push(value)}`)];
  });
  if (ids) parts.push(`d.id = any(${put(ids, 'bigint[]')})`);
  const matching = (more = ''): string => [`d.words @@ ${put(`${query}${more}`, 'tsquery')}`, ...parts].join(' and ');
  return { values, put, matching };
};

export interface Row {
  readonly id: number;
  readonly value: string | number | null;
}

/** Titles with a value, or those without one (by id), after a position. */
interface Stretch {
  readonly filter: Filter;
  readonly order: Order;
  readonly after: Position | null;
  readonly limit: number;
  readonly valued: boolean;
}

const bounds = (
  { order: { sort, upwards }, after, valued }: Stretch,
  put: (value: unknown, type: string) => string,
) => {
  const { column, type } = KEYS[sort];
  const key = `d.${column}`;
  const direction = upwards ? 'asc' : 'desc';
  if (!valued) return { key, where: `${key} is null and d.id > ${put(after?.id ?? 0, 'bigint')}`, order: 'd.id' };
  const where = after
    ? `(${key}, d.id) ${upwards ? '>' : '<'} (${put(after.value, type)}, ${put(after.id, 'bigint')})`
    : `${key} is not null`;
  return { key, where: `${where} and ${key} is not null`, order: `${key} ${direction}, d.id ${direction}` };
};

/** Reads titles in order and keeps what matches: quick where many match. */
const tryInOrder = async (tx: Transaction, stretch: Stretch): Promise<Row[]> => {
  const { values, put, matching } = drafted(stretch.filter);
  const { key, where, order } = bounds(stretch, put);
  const text = `select d.id, d.value from (select ${COLUMNS}, ${key} as value from title_document d where ${where} order by ${order} limit ${TRIED}) d
    where ${matching()} limit ${stretch.limit}`;
  return (await tx.query<{ id: number; value: string | number | null }>(text, values)).rows;
};

interface Step {
  readonly table: string;
  readonly tag: string;
}

/** Where the titles from a position on lie, in order. */
const stepsFrom = ({ order: { sort, upwards }, after, valued }: Stretch): readonly Step[] => {
  const table = 'title_document';
  const { steps } = KEYS[sort];
  if (sort === 'popularity')
    return (upwards ? PARTS.toReversed() : PARTS).map((at) => ({ table: `${table}_${at}`, tag: '' }));
  if (!steps) return [{ table, tag: '' }];
  if (!valued) return [{ table, tag: ` & !${lexeme(steps.tag)}:*` }];
  const values = upwards ? steps.values : steps.values.toReversed();
  const from = values.findIndex((value) => String(value) === stepOf(sort, after?.value ?? null));
  return values.slice(Math.max(from, 0)).map((value) => ({ table, tag: ` & ${lexeme(`${steps.tag}${value}`)}` }));
};

/** The step that a value lies in, as the documents' tags have it. */
const stepOf = (sort: DiscoverSort, value: string | number | null): string | null => {
  if (value === null) return null;
  if (sort === 'votes') return String(String(value).length);
  if (sort === 'rating') return String(Math.floor(Number(value)));
  return sort === 'year' ? String(Math.floor(Number(value) / 10)) : String(value).slice(0, 3);
};

/** Steps that are read in one statement. */
const STEPS_AT_ONCE = 6;

/** Finds what matches and sorts it, step by step, no further than a page needs: quick where few match. */
const sortMatches = async (tx: Transaction, stretch: Stretch): Promise<Row[]> => {
  const found: Row[] = [];
  const steps = stepsFrom(stretch);
  for (let at = 0; at < steps.length && found.length < stretch.limit; at += STEPS_AT_ONCE) {
    const { values, put, matching } = drafted(stretch.filter);
    const { key, where, order } = bounds(stretch, put);
    const limit = stretch.limit - found.length;
    const parts = steps
      .slice(at, at + STEPS_AT_ONCE)
      .map(
        ({ table, tag }) =>
          `(select d.id, ${key} as value from ${table} d where ${matching(tag)} and ${where} order by ${order} limit ${limit})`,
      );
    const text = `select * from (${parts.join(' union all ')}) m limit ${limit}`;
    found.push(...(await tx.query<{ id: number; value: string | number | null }>(text, values)).rows);
  }
  return found;
};

/** A page of the titles after a position: those with a value in order, then those without by id. */
export const pageOfTitles = async (
  tx: Transaction,
  filter: Filter,
  order: Order,
  after: Position | null,
  limit: number,
): Promise<Row[]> => {
  const read = async (stretch: Stretch): Promise<Row[]> => {
    if (filter.ids === null) {
      await steer(tx, 'order');
      const tried = await tryInOrder(tx, stretch);
      if (tried.length === stretch.limit) return tried;
    }
    await steer(tx, 'matches');
    return sortMatches(tx, stretch);
  };
  const valued = after?.value === null ? [] : await read({ filter, order, after, limit, valued: true });
  if (valued.length === limit || KEYS[order.sort].steps === null) return valued;
  const from = after?.value === null ? after : null;
  const unvalued = await read({ filter, order, after: from, limit: limit - valued.length, valued: false });
  return [...valued, ...unvalued.map(({ id }) => ({ id, value: null }))];
};

/** The most titles of people that are looked through. */
const WORKS = 20_000;

/** The titles that someone of each group worked on, in the role when there is one. */
export const worksOf = async (
  db: Executor,
  groups: readonly (readonly number[])[],
  role: number | null,
): Promise<number[] | null> => {
  if (groups.length === 0) return null;
  const values: unknown[] = [role];
  const works = groups.map(
    (group) =>
      `(select c.title_id from credit c where c.person_id = any($${values.push(group)}::bigint[]) and ($1::int is null or c.role = $1))`,
  );
  const { rows } = await db.query<{ ids: number[] }>(
    `select coalesce(array_agg(w.title_id), '{}') as ids from (select title_id from (${works.join(' intersect ')}) w limit ${WORKS}) w`,
    values,
  );
  return [...new Set(rows[0]?.ids ?? [])];
};

/** What a facet counts: the type and the year, or the tags of a letter. */
const FACET: Readonly<Record<Facet, string>> = {
  genre: '@g:',
  country: '@c:',
  language: '@l:',
  type: '@t:',
  year: '@y:',
};
const TAGS: readonly Facet[] = ['genre', 'country', 'language'];

export interface Counted {
  readonly facet: Facet;
  readonly value: string;
  readonly count: number;
}

/** How often each value stands among the first 10,000 titles that match, and how many match, up to one more. */
export const countFacets = async (
  tx: Transaction,
  filter: Filter,
  facets: readonly Facet[],
): Promise<{ counts: readonly Counted[]; total: number }> => {
  await steer(tx, 'matches');
  const { values, put, matching } = drafted(filter);
  const matches = PARTS.map((at) => `(select d.type, d.year, d.tags from title_document_${at} d where ${matching()})`);
  const tags = facets.filter((facet) => TAGS.includes(facet)).map((facet) => FACET[facet]);
  const counted = [
    ...(tags.length > 0
      ? [
          `select w.tag from m cross join lateral unnest(m.tags) w (tag) where m.n <= ${TOTAL_CAP} and left(w.tag, 3) = any(${put(tags, 'text[]')})`,
        ]
      : []),
    ...(facets.includes('type') ? [`select '@t:' || type from m where m.n <= ${TOTAL_CAP}`] : []),
    ...(facets.includes('year') ? [`select '@y:' || year from m where m.n <= ${TOTAL_CAP} and year is not null`] : []),
  ];
  const { rows } = await tx.query<{ tag: string | null; count: number }>(
    `with m as materialized (select m.*, row_number() over () as n from (select * from (${matches.join(' union all ')}) m limit ${TOTAL_CAP + 1}) m)
      (select c.tag, count(*)::int as count from (${counted.join(' union all ')}) c (tag) group by c.tag order by count desc, c.tag)
      union all select null, count(*)::int from m`,
    values,
  );
  const counts = rows.flatMap(({ tag, count }) => {
    const facet = tag === null ? undefined : facets.find((one) => tag.startsWith(FACET[one]));
    return facet && tag !== null ? [{ facet, value: tag.slice(3), count }] : [];
  });
  return { counts, total: rows.at(-1)?.count ?? 0 };
};
