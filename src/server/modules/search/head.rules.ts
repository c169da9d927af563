import { type DiscoverAsk, groupsOf, lower, type Position, typeGroups, YEARS } from './discover.rules.ts';
import type { Row } from './discover.sql.ts';

/** A title as the database gives it; `shown` says whether it may stand in lists. */
export type HeadRow = readonly [
  id: number,
  value: string | number | null,
  type: string,
  tags: readonly string[],
  year: number | null,
  rating: number | null,
  votes: number | null,
  runtime: number | null,
  shown: boolean,
];

type Column = 'year' | 'rating' | 'votes' | 'runtime';

/** Titles that follow each other in an order, by columns; what is not known is NaN, which no range holds. */
export interface Chunk {
  readonly ids: Float64Array;
  readonly values: readonly (string | number | null)[];
  readonly columns: Readonly<Record<Column, Float32Array | Float64Array>>;
  /** Who has a tag: a bit for each title. */
  readonly tags: ReadonlyMap<string, Uint32Array>;
}

/** As the database compares them: ratings are reals. */
const compared = (column: Column, value: number): number => (column === 'rating' ? Math.fround(value) : value);
const numbers = (rows: readonly HeadRow[], at: 4 | 5 | 6 | 7): readonly number[] =>
  rows.map((row) => row[at] ?? Number.NaN);

/** Those that may stand in lists, in the same order. */
export const chunkOf = (all: readonly HeadRow[]): Chunk => {
  const rows = all.filter((row) => row[8]);
  const tags = new Map<string, Uint32Array>();
  const mark = (tag: string, at: number): void => {
    const bits = tags.get(tag) ?? new Uint32Array(Math.ceil(rows.length / 32));
    if (!tags.has(tag)) tags.set(tag, bits);
    bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
  };
  for (const [at, [, , type, more]] of rows.entries()) for (const tag of [`@t:${type}`, ...more]) mark(tag, at);
  return {
    ids: Float64Array.from(rows, ([id]) => id),
    values: rows.map(([, value]) => value),
    columns: {
      year: Float32Array.from(numbers(rows, 4)),
      rating: Float32Array.from(numbers(rows, 5)),
      // There may be more than a real holds exactly.
      votes: Float64Array.from(numbers(rows, 6)),
      runtime: Float32Array.from(numbers(rows, 7)),
    },
    tags,
  };
};

type Groups = readonly (readonly string[])[];

export interface Wanted {
  /** Of each group a title has a tag. */
  readonly having: Groups;
  /** Of one of these groups at least it has none; null where that is not asked. */
  readonly lacking: Groups | null;
  readonly ranges: readonly { readonly column: Column; readonly from: number; readonly to: number }[];
}

const tagged = (letter: string, groups: Groups, form = lower): Groups =>
  groups.map((group) => group.map((value) => `@${letter}:${form(value)}`));

/** What titles have to fulfil, where all of it stands in a chunk's columns; else null. */
export const wantedOf = (ask: DiscoverAsk): Wanted | null => {
  const { keyword, rated, person, role } = ask;
  if ([keyword, rated, person, role].some((one) => one !== undefined)) return null;
  const named = (name: 'genre' | 'genreNot' | 'country' | 'language') => groupsOf(name, ask[name]);
  const range = (column: Column, from = -Infinity, to = Infinity): Wanted['ranges'] =>
    from === -Infinity && to === Infinity ? [] : [{ column, from: compared(column, from), to: compared(column, to) }];
  const { yearFrom, yearTo } = ask;
  const isByYear = yearFrom !== undefined || yearTo !== undefined;
  return {
    having: [
      ...tagged('t', typeGroups(ask.type), (type) => type),
      ...tagged('g', named('genre')),
      ...tagged('c', named('country')),
      ...tagged('l', named('language')),
    ],
    lacking: ask.genreNot === undefined ? null : tagged('g', named('genreNot')),
    ranges: [
      ...(isByYear ? range('year', yearFrom ?? YEARS.first, yearTo ?? YEARS.last) : []),
      ...range('rating', ask.ratingFrom, ask.ratingTo),
      ...range('votes', ask.votesFrom),
      ...range('runtime', ask.runtimeFrom, ask.runtimeTo),
    ],
  };
};

/** Who has a tag of each group; null where nobody has. */
const havingAll = ({ ids, tags }: Chunk, groups: Groups): Uint32Array | null => {
  const all = new Uint32Array(Math.ceil(ids.length / 32)).fill(0xffff_ffff);
  for (const group of groups) {
    const lists = group.flatMap((tag) => tags.get(tag) ?? []);
    let left = 0;
    for (let at = 0; at < all.length; at += 1) {
      let any = 0;
      for (const bits of lists) any |= bits[at] ?? 0;
      const both = (all[at] ?? 0) & any;
      all[at] = both;
      left |= both;
    }
    if (left === 0) return null;
  }
  return all;
};

/** The titles of a chunk from a place on that are wanted, at most `limit`. */
export const matchesIn = (chunk: Chunk, { having, lacking, ranges }: Wanted, from: number, limit: number): Row[] => {
  const bits = havingAll(chunk, having);
  if (bits === null) return [];
  const lost = lacking && havingAll(chunk, lacking);
  if (lost) for (const [at, all] of lost.entries()) bits[at] = (bits[at] ?? 0) & ~all;
  const bounds = ranges.map((range) => ({ ...range, values: chunk.columns[range.column] }));
  const isWithin = (at: number): boolean => {
    for (const { values, from: low, to: high } of bounds) {
      const value = values[at] ?? Number.NaN;
      if (!(value >= low && value <= high)) return false;
    }
    return true;
  };
  const found: Row[] = [];
  for (let at = from; at < chunk.ids.length && found.length < limit; at += 1) {
    const word = bits[at >>> 5] ?? 0;
    if (word === 0) at |= 31;
    else if ((word >>> (at & 31)) & 1 && isWithin(at))
      found.push({ id: chunk.ids[at] ?? 0, value: chunk.values[at] ?? null });
  }
  return found;
};

/** Where what follows a position begins; null where it stands in none of the chunks as it was. */
export const placeAfter = (chunks: readonly Chunk[], { id, value }: Position): { chunk: number; at: number } | null => {
  for (const [chunk, { ids, values }] of chunks.entries()) {
    const at = ids.indexOf(id);
    if (at >= 0) return values[at] === value ? { chunk, at: at + 1 } : null;
  }
  return null;
};
