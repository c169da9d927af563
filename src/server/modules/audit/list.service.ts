import { TOTAL_CAP } from '#contracts/envelope.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { dayAfter } from './audit.rules.ts';
import {
  type Filter,
  type KeptDay,
  type KeptRow,
  readDays,
  readMatches,
  readNumbers,
  type Span,
} from './list.store.ts';

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export interface Search extends Filter {
  readonly from?: Date;
  /** Within, unlike the end of a Span. */
  readonly to?: Date;
}

export interface Found {
  readonly rows: readonly KeptRow[];
  readonly total: number;
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** A span grows at most so much from one to the next. */
const GROWTH = 8;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const spanOf = (days: readonly KeptDay[]): { from: number; to: number } => {
  const names = days.map(({ day }) => day).sort();
  return { from: startOf(names[0] ?? ''), to: startOf(dayAfter(names.at(-1) ?? '')) };
};

/** All rows, by number. The total comes from the days' counters, and a deep page costs what the first does. */
export const readAll = async (db: Executor, { offset, limit }: Slice): Promise<Found> => {
  const { next, days } = await readDays(db);
  const total = days.reduce((sum, { rows }) => sum + rows, 0);
  if (offset >= total) return { rows: [], total };
  const top = next - 1;
  // Above this number there are no gaps, so that the place in the list is known from the number.
  const gaps = Math.max(0, ...days.filter(({ rows }) => rows === 0).map((one) => one.last_seq));
  const above = Math.min(offset, top - gaps);
  const high = top - above;
  const low = high - limit >= gaps ? high - limit : 0;
  const concerned = days.filter((one) => one.rows > 0 && one.first_seq <= high && one.last_seq > low);
  if (concerned.length === 0) return { rows: [], total };
  const { from, to } = spanOf(concerned);
  const numbers = { high, low, skip: offset - above, limit };
  return { rows: await readNumbers(db, numbers, { from: new Date(from), to: new Date(to) }), total };
};

/**
 * Rows that match, newest first, found by walking back in time in spans that follow from how many were found so far:
 * neither a common filter nor a range in the middle of a long day makes the database sort more than a part of it.
 * The total is counted up to one more than 10,000.
 */
export const readSome = async (db: Executor, search: Search, slice: Slice, now: Date): Promise<Found> => {
  const { from: first, to: last, ...filter } = search;
  const days = (await readDays(db)).days.filter(({ rows }) => rows > 0);
  if (days.length === 0) return { rows: [], total: 0 };
  const kept = spanOf(days);
  const from = Math.max(kept.from, first?.getTime() ?? 0);
  let to = Math.min(kept.to, last === undefined ? kept.to : last.getTime() + 1);
  const needed = Math.max(TOTAL_CAP + 1, slice.offset + slice.limit);
  const rows: KeptRow[] = [];
  let found = 0;
  let width = MINUTE;
  let start = Math.min(to, now.getTime()) - width;
  while (to > from && found < needed) {
    const span: Span = { from: new Date(Math.max(from, start)), to: new Date(to) };
    const wanted = {
      count: needed - found,
      skip: Math.max(0, slice.offset - found),
      take: slice.limit - rows.length,
    };
    const part = await readMatches(db, filter, span, wanted);
    found += part.found;
    rows.push(...part.rows);
    const guess = part.found === 0 ? Number.POSITIVE_INFINITY : (1.25 * width * (needed - found)) / part.found;
    width = Math.max(MINUTE, Math.min(guess, width * GROWTH, DAY));
    to = span.from.getTime();
    start = Math.floor(to - width);
  }
  return { rows, total: Math.min(found, TOTAL_CAP + 1) };
};
