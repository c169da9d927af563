import type { DiscoverSort } from '#contracts/search.ts';
import type { Order, Position } from './discover.rules.ts';
import { PARTS } from './document.store.ts';
import { lexeme } from './words.rules.ts';

interface Key {
  readonly column: string;
  readonly type: 'real' | 'int' | 'text';
  /** The tag of a step of values, the steps upwards; null for a value that has none. */
  readonly steps: { readonly tag: string; readonly values: readonly number[] } | null;
}

const run = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const DECADES = run(180, 220);

export const KEYS: Readonly<Record<DiscoverSort, Key>> = {
  popularity: { column: 'popularity', type: 'real', steps: null },
  rating: { column: 'rating', type: 'real', steps: { tag: '@q:', values: run(0, 10) } },
  votes: { column: 'votes', type: 'int', steps: { tag: '@v:', values: run(1, 10) } },
  year: { column: 'year', type: 'int', steps: { tag: '@d:', values: DECADES } },
  releaseDate: { column: 'released', type: 'text', steps: { tag: '@p:', values: DECADES } },
  title: { column: 'sort_title', type: 'text', steps: null },
};

/** What titles have to fulfil. The tags find candidates; ranges and ids decide. */
export interface Filter {
  /** The tags, as a query. */
  readonly query: string;
  /** What may be shown, as a query of its own: an index asks it of what has the tags. Null where the first one says it. */
  readonly within: string | null;
  readonly ranges: Readonly<
    Partial<
      Record<
        'yearFrom' | 'yearTo' | 'ratingFrom' | 'ratingTo' | 'votesFrom' | 'runtimeFrom' | 'runtimeTo',
        number | undefined
      >
    >
  >;
  /** Whether the tags leave something out; otherwise they are no way to find anything. */
  readonly narrow: boolean;
  /** How large a part of the titles matches, about; null where nobody knows. */
  readonly share: number | null;
  /** How many titles the inverted indexes find, about, before the ranges decide; null where nobody knows. */
  readonly candidates: number | null;
  /** The only titles that may match; null for all. */
  readonly ids: readonly number[] | null;
}

const RANGES: Readonly<Record<keyof Filter['ranges'], string>> = {
  yearFrom: 'd.year >= $::int',
  yearTo: 'd.year <= $::int',
  ratingFrom: 'd.rating >= $::real',
  ratingTo: 'd.rating <= $::real',
  votesFrom: 'd.votes >= $::int',
  runtimeFrom: 'd.runtime >= $::int',
  runtimeTo: 'd.runtime <= $::int',
};
export const COLUMNS = 'd.id, d.words, d.year, d.rating, d.votes, d.runtime';

/** All titles, the best known first: a limit then stops before the great number of the others is looked at. */
export const everyPart = (columns: string, where: () => string): string =>
  `(${PARTS.map((at) => `select ${columns} from title_document_${at} d where ${where()}`).join(' union all ')})`;

/** The parts of a statement that is made for one call, and the values that its places stand for. */
export const drafted = ({ query, within, ranges, ids }: Filter) => {
  const values: unknown[] = [];
  // What is too small for a real is refused by the database, where it is not rounded first.
  const place = (value: unknown, type: string): number =>
    values.push(type === 'real' && typeof value === 'number' ? Math.fround(value) : value);
  const put = (value: unknown, type: string): string => `$${place(value, type)}::${type}`;
  const ranged = Object.entries(RANGES).flatMap(([name, text]) => {
    const value = ranges[name as keyof Filter['ranges']];
    return value === undefined ? [] : [text.replace(/\$::(\w+)/, (_, type: string) => put(value, type))];
  });
  const among = ids ? [`d.id = any(${put(ids, 'bigint[]')})`] : [];
  const matching = (more = ''): string => {
    const tags = `d.words @@ ${put(`${query}${more}`, 'tsquery')}`;
    const words = within === null ? tags : `${tags} and d.words @@ ${put(within, 'tsquery')}`;
    // Written so that the ids are looked up and not the tags, where both are there.
    return [ids ? `(${words}) is true` : words, ...ranged, ...among].join(' and ');
  };
  /** The ranges of one column, where they bound how far it is read. */
  const bounding = (column: string): string[] => ranged.filter((text) => text.startsWith(`d.${column} `));
  return { values, put, matching, bounding };
};

export interface Row {
  readonly id: number;
  readonly value: string | number | null;
}

/** Titles with a value, those without one (by id), or both in this order, after a position. */
export interface Stretch {
  readonly filter: Filter;
  readonly order: Order;
  readonly after: Position | null;
  readonly limit: number;
  readonly valued: boolean | 'both';
  /** What else bounds the value. */
  readonly within?: string;
}

export const bounds = (
  { order: { sort, upwards }, after, valued, within }: Stretch,
  { put, bounding }: Pick<ReturnType<typeof drafted>, 'put' | 'bounding'>,
) => {
  const { column, type } = KEYS[sort];
  const key = `d.${column}`;
  const direction = upwards ? 'asc' : 'desc';
  if (valued === 'both')
    return {
      ...{ key, where: 'true' },
      order: `${key} ${direction} nulls last, case when ${key} is null then d.id end, d.id ${direction}`,
    };
  if (!valued) return { key, where: `${key} is null and d.id > ${put(after?.id ?? 0, 'bigint')}`, order: 'd.id' };
  const where = after
    ? `(${key}, d.id) ${upwards ? '>' : '<'} (${put(after.value, type)}, ${put(after.id, 'bigint')})`
    : `${key} is not null`;
  return {
    key,
    where: [where, `${key} is not null`, ...bounding(column), ...(within ? [within] : [])].join(' and '),
    order: `${key} ${direction}, d.id ${direction}`,
  };
};

export interface Step {
  readonly table: string;
  readonly tag: string;
  readonly value?: number;
}

/** Where the titles from a position on lie, in order. */
export const stepsFrom = ({ order: { sort, upwards }, after, valued }: Stretch): readonly Step[] => {
  const table = 'title_document';
  const { steps } = KEYS[sort];
  if (sort === 'popularity')
    return (upwards ? PARTS.toReversed() : PARTS).map((at) => ({ table: `${table}_${at}`, tag: '' }));
  if (!steps) return [{ table, tag: '' }];
  if (!valued) return [{ table, tag: ` & !${lexeme(steps.tag)}:*` }];
  const values = upwards ? steps.values : steps.values.toReversed();
  const from = values.findIndex((value) => String(value) === stepOf(sort, after?.value ?? null));
  return values
    .slice(Math.max(from, 0))
    .map((value) => ({ table, value, tag: ` & ${lexeme(`${steps.tag}${value}`)}` }));
};

/** The step that a value lies in, as the documents' tags have it. */
const stepOf = (sort: DiscoverSort, value: string | number | null): string | null => {
  if (value === null) return null;
  if (sort === 'votes') return String(String(value).length);
  if (sort === 'rating') return String(Math.floor(Number(value)));
  return sort === 'year' ? String(Math.floor(Number(value) / 10)) : String(value).slice(0, 3);
};

/** What a value fulfils that lies in a step or after it. */
export const fromStep = ({ order: { sort, upwards } }: Stretch, step: number): string => {
  const [low, high] = {
    votes: [10 ** (step - 1), 10 ** step],
    year: [step * 10, step * 10 + 10],
    releaseDate: [`'${step}'`, `'${step + 1}'`],
    rating: [step, step + 1],
    popularity: [],
    title: [],
  }[sort];
  return upwards ? `d.${KEYS[sort].column} >= ${low}` : `d.${KEYS[sort].column} < ${high}`;
};
