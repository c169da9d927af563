import { TOTAL_CAP } from '#contracts/envelope.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { SEGMENT, segmentOf } from './line.store.ts';
import { isFiltered, type LogSearch } from './search.rules.ts';
import {
  type Counted,
  countMatches,
  type Kept,
  readBetween,
  readKept,
  readLines,
  readMatches,
  readSegments,
  readShares,
  type StoredLine,
  type Stretch,
} from './search.store.ts';

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export interface Found {
  readonly rows: readonly StoredLine[];
  readonly total: number;
}

/** The newest lines, which tell how common a text is. */
const SAMPLE = 10_000;
/** A text that more than one line in so many holds is found sooner by reading them in turn. */
const COMMON = 8;

/** The way in which the lines of a search are found soonest. */
const wayOf = async (db: Executor, search: LogSearch, { first, next }: Kept): Promise<Stretch['by']> => {
  const { text, level, category, requestId, run } = search;
  const isOfKind = level !== undefined || category !== undefined;
  if (requestId !== undefined || run !== undefined) return 'text';
  if (text === undefined) return isOfKind ? 'kind' : 'walk';
  const segment = segmentOf(next - 1);
  const low = Math.max(first, segment * SEGMENT, next - SAMPLE);
  const shares = await readShares(db, search, { segment, low, high: next });
  if (isOfKind && shares.kind < shares.text) return 'kind';
  return shares.text * COMMON > next - low ? 'walk' : 'text';
};

/** The stretches in which lines of a search may be, the newest first. */
const stretchesOf = async (db: Executor, search: LogSearch): Promise<readonly Stretch[]> => {
  const kept = await readKept(db);
  if (kept.next <= kept.first) return [];
  const by = await wayOf(db, search, kept);
  return (await readSegments(db, search)).map((segment) => ({
    segment,
    low: Math.max(kept.first, segment * SEGMENT),
    high: Math.min(kept.next, (segment + 1) * SEGMENT),
    by,
  }));
};

/** All lines, by number: the deepest page costs what the first does. */
const readAll = async (db: Executor, { offset, limit }: Slice): Promise<Found> => {
  const { first, next } = await readKept(db);
  const total = next - first;
  const high = next - 1 - offset;
  if (high < first) return { rows: [], total };
  return { rows: await readBetween(db, Math.max(first, high - limit + 1), high), total };
};

/** Lines that match, the newest first. The total is counted up to one more than 10,000. */
const readSome = async (db: Executor, search: LogSearch, { offset, limit }: Slice): Promise<Found> => {
  const needed = Math.max(TOTAL_CAP + 1, offset + limit);
  const found: number[] = [];
  for (const stretch of await stretchesOf(db, search)) {
    found.push(...(await readMatches(db, search, stretch, needed - found.length)));
    if (found.length >= needed) break;
  }
  const rows = await readLines(db, found.slice(offset, offset + limit));
  return { rows, total: Math.min(found.length, TOTAL_CAP + 1) };
};

export const findLines = (db: Executor, search: LogSearch, slice: Slice): Promise<Found> =>
  isFiltered(search) ? readSome(db, search, slice) : readAll(db, slice);

/** Lines that are counted for one histogram at most, the newest first. */
const MOST_COUNTED = 50_000;

export interface Tally {
  readonly counts: readonly Counted[];
  /** Whether there were no more. */
  readonly isWhole: boolean;
}

/** Counts the newest lines that match by the second and the level. */
export const tallyLines = async (db: Executor, search: LogSearch, most = MOST_COUNTED): Promise<Tally> => {
  const counts: Counted[] = [];
  let left = most;
  for (const stretch of await stretchesOf(db, search)) {
    const some = await countMatches(db, search, stretch, left);
    counts.push(...some);
    left -= some.reduce((sum, { n }) => sum + n, 0);
    if (left <= 0) break;
  }
  return { counts, isWhole: left > 0 };
};
