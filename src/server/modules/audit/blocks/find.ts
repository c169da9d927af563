import { TOTAL_CAP } from '#contracts/list-limits.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type IsLate, neverLate } from '#server/platform/db/late.ts';
import { dayAfter } from '../audit.rules.ts';
import type { Found, Search, Slice, StoredRow } from '../storage.ts';
import { BLOCK_SPAN } from './block.rules.ts';
import {
  type BlockKey,
  type KeptBlock,
  type KeptDay,
  type Range,
  readBlocks,
  readDays,
  readNumbers,
  readUris,
} from './find.store.ts';
import { earliestBlock, matchesIn, rowsAt, tagsOfFilter } from './match.rules.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** A span grows at most so much from one to the next. */
const GROWTH = 8;
/** Blocks that are read at once, at least and at most; between them as many as hold so many rows. */
const FEWEST_BLOCKS = 10;
const MOST_BLOCKS = 5_000;
const ROWS_AT_ONCE = 20_000;
/** Blocks whose addresses are read at once. */
const WHOLE_BLOCKS = 10;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const rangeOf = (days: readonly KeptDay[]): Range => {
  const names = days.map(({ day }) => day).sort();
  return { from: startOf(names[0] ?? ''), to: startOf(dayAfter(names.at(-1) ?? '')) };
};

/** All rows, by number. The total comes from the days' counters, and a deep page costs what the first does. */
export const readAll = async (db: Executor, { offset, limit }: Slice): Promise<Found> => {
  const { next, days } = await readDays(db);
  const total = days.reduce((sum, { rows }) => sum + rows, 0);
  if (offset >= total) return { rows: [], total, since: null };
  const top = next - 1;
  // Above this number there are no gaps, so that the place in the list is known from the number.
  const gaps = Math.max(0, ...days.filter(({ rows }) => rows === 0).map((one) => one.last_seq));
  const above = Math.min(offset, top - gaps);
  const high = top - above;
  const low = high - limit >= gaps ? high - limit : 0;
  const concerned = days.filter((one) => one.rows > 0 && one.first_seq <= high && one.last_seq > low);
  if (concerned.length === 0) return { rows: [], total, since: null };
  const skip = offset - above;
  const blocks = await readNumbers(db, { high, skip, limit }, rangeOf(concerned));
  const rows = blocks.flatMap((block) => {
    const top = Math.min(block.rows, high - block.first_seq + 1);
    const until = top - Math.max(0, skip - block.above);
    const begin = Math.max(0, top - (skip + limit - block.above));
    return rowsAt(block, block.uris, downFrom(until, begin));
  });
  return { rows, total, since: null };
};

/** Places from below `until` down to `begin`. */
const downFrom = (until: number, begin: number): readonly number[] =>
  Array.from({ length: Math.max(0, until - begin) }, (_, index) => until - 1 - index);

/** A row that is to be shown, as its place in a block. */
interface Hit {
  readonly block: KeptBlock;
  readonly place: number;
}

const newestFirst = (a: StoredRow, b: StoredRow): number => b.at.getTime() - a.at.getTime() || b.seq - a.seq;

const rowsOf = async (db: Executor, hits: readonly Hit[]): Promise<readonly StoredRow[]> => {
  const ofBlocks = [...Map.groupBy(hits, ({ block }) => block)];
  const rows: StoredRow[] = [];
  for (let begin = 0; begin < ofBlocks.length; begin += WHOLE_BLOCKS) {
    const some = ofBlocks.slice(begin, begin + WHOLE_BLOCKS);
    const uris = await readUris(
      db,
      some.map(([block]) => block),
    );
    for (const [block, own] of some) {
      const lines = uris.get(block.first_seq);
      const places = own.map(({ place }) => place);
      // Its day may have been swept meanwhile.
      if (lines !== undefined) rows.push(...rowsAt(block, lines, places));
    }
  }
  return rows.sort(newestFirst);
};

/** When a search ends with what it has. */
export interface Bound {
  readonly isLate: IsLate;
  /** Rows about in which the database looks through addresses at once. A search that has no more than these always ends whole. */
  readonly span: number;
}

const SPAN = 250_000;
export const boundOf = (isLate: IsLate, span = SPAN): Bound => ({ isLate, span });
const UNBOUND = boundOf(neverLate);

/** Where rows of a search may be: the range as far as anything is kept of it, and what their blocks have in common. */
export interface Field {
  readonly range: Range;
  readonly tags: readonly string[];
  readonly uri?: string;
  readonly slowestUs: number;
  /** Milliseconds of a span in which they are looked for, at most. */
  readonly widest: number;
  /** Whether so much is kept in the range that a search may be late. */
  readonly isLong: boolean;
  /** Their addresses are read along. */
  readonly isWhole?: boolean;
}

/** Where rows of a search may be; null when nothing is kept. */
export const fieldOf = async (
  db: Executor,
  { from, to, ...filter }: Search,
  { span }: Bound = UNBOUND,
): Promise<Field | null> => {
  const days = (await readDays(db)).days.filter(({ rows }) => rows > 0);
  if (days.length === 0) return null;
  const kept = rangeOf(days);
  const range: Range = {
    from: Math.max(kept.from, from?.getTime() ?? 0),
    to: Math.min(kept.to, to === undefined ? kept.to : to.getTime() + 1),
  };
  const { uri, elapsedUs = 0 } = filter;
  const concerned = days.filter(({ day }) => startOf(day) < range.to && startOf(day) + DAY > range.from);
  const counts = concerned.map(({ rows }) => rows);
  const widest = uri === undefined ? DAY : Math.max(MINUTE, Math.min(DAY, (DAY * span) / Math.max(1, ...counts)));
  const isLong = counts.reduce((sum, rows) => sum + rows, 0) > span;
  return { widest, isLong, range, tags: tagsOfFilter(filter), slowestUs: elapsedUs, ...(uri !== undefined && { uri }) };
};

/** How many rows a walk has found so far, how many are enough, and the moment from which on blocks were yielded. */
export interface Progress {
  readonly needed: number;
  found: number;
  reached: number;
}

/** The progress of a walk that has not begun; without a number it goes to the end. */
export const begunFor = (needed = Number.POSITIVE_INFINITY): Progress => ({
  ...{ needed, found: 0 },
  reached: Number.POSITIVE_INFINITY,
});

/**
 * The blocks of a field, the newest first, some 20,000 rows at a time where nothing else is said. They are looked for in
 * spans of time that follow from how many rows were found so far, so that neither a common filter nor a range in the
 * middle of a long day makes the database look at more than a part of it.
 */
export async function* walkBack(
  db: Executor,
  { range, widest, isLong: _, ...wanted }: Field,
  now: Date,
  progress: Progress,
  atOnce = ROWS_AT_ONCE,
) {
  const seen = { blocks: 0, rows: 0 };
  let limit = FEWEST_BLOCKS;
  let width = MINUTE;
  let end = range.to;
  let start = Math.min(end, now.getTime()) - width;
  const earliest = earliestBlock(range);
  while (end > earliest) {
    const already = progress.found;
    let before: BlockKey | undefined = { first_at: new Date(end), first_seq: 0 };
    while (before) {
      const from = new Date(Math.max(earliest, start));
      const blocks: readonly KeptBlock[] = await readBlocks(db, { ...wanted, from, before, limit });
      before = blocks.length < limit ? undefined : blocks.at(-1);
      progress.reached = (before?.first_at ?? from).getTime();
      yield blocks;
      seen.blocks += blocks.length;
      seen.rows += blocks.reduce((sum, { rows }) => sum + rows, 0);
      const enough = Math.ceil((atOnce * seen.blocks) / Math.max(seen.rows, 1));
      limit = Math.min(Math.max(enough, FEWEST_BLOCKS), MOST_BLOCKS);
    }
    const found = progress.found - already;
    const missing = progress.needed - progress.found;
    const guess = found === 0 ? Number.POSITIVE_INFINITY : (1.25 * width * missing) / found;
    width = Math.max(MINUTE, Math.min(guess, width * GROWTH, widest));
    end = start;
    start = Math.floor(end - width);
  }
}

/**
 * Rows that match, newest first, found by walking back through the blocks in which they may be. Blocks of several
 * batches may overlap by a second, and so may pages. The total is counted up to one more than 10,000, as far as it gets
 * before it is late.
 */
export const readSome = async (
  db: Executor,
  search: Search,
  slice: Slice,
  now: Date,
  bound: Bound = UNBOUND,
): Promise<Found> => {
  const { from: _, to: __, ...filter } = search;
  const field = await fieldOf(db, search, bound);
  if (field === null) return { rows: [], total: 0, since: null };
  const { range } = field;
  const progress = begunFor(Math.max(TOTAL_CAP + 1, slice.offset + slice.limit));
  let since: Date | null = null;
  const hits: Hit[] = [];
  for await (const blocks of walkBack(db, field, now, progress)) {
    for (const block of blocks) {
      const places = matchesIn(block, filter, range);
      const skipped = Math.max(0, slice.offset - progress.found);
      for (const place of places.slice(skipped, skipped + slice.limit - hits.length)) hits.push({ block, place });
      progress.found += places.length;
    }
    if (progress.found >= progress.needed) break;
    if (progress.reached > earliestBlock(range) && field.isLong && bound.isLate()) {
      // What begins there or before may hold rows up to a span later.
      since = new Date(Math.min(progress.reached + BLOCK_SPAN, range.to) - 1);
      break;
    }
  }
  return { rows: await rowsOf(db, hits), total: Math.min(progress.found, TOTAL_CAP + 1), since };
};

/** Rows of a step, about: a long walk keeps little in memory, however long its addresses are. */
const STEP = 2_000;

/** Every row that matches, the newest first, a step at a time. */
export async function* walkRows(db: Executor, search: Search, now: Date): AsyncGenerator<readonly StoredRow[]> {
  const { from: _, to: __, ...filter } = search;
  const field = await fieldOf(db, search);
  if (field === null) return;
  // Also where nothing was found: whoever waits sees that it goes on.
  for await (const blocks of walkBack(db, { ...field, isWhole: true }, now, begunFor(), STEP))
    yield blocks
      .flatMap((block) => rowsAt(block, block.uris ?? '', matchesIn(block, filter, field.range)))
      .sort(newestFirst);
}
