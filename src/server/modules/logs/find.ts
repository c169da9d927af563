import { TOTAL_CAP } from '#contracts/list-limits.ts';
import { codeOf } from '#server/platform/db/away.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import type { IsLate } from '#server/platform/db/late.ts';
import { byKeys, downwards } from '#server/platform/db/steps.ts';
import { SEGMENT, segmentOf } from './line.store.ts';
import { isFiltered, type LogSearch } from './search.rules.ts';
import {
  type Counted,
  countMatches,
  type Kept,
  readBetween,
  reading,
  readKept,
  readLines,
  readMatches,
  readPart,
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
  /** The newest moment of what was not looked at, since it took long; null: all was that counts. */
  readonly since: Date | null;
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
  return (await readSegments(db, search)).map(({ segment, to }) => ({
    ...{ segment, to },
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
  if (high < first) return { rows: [], total, since: null };
  return { rows: await readBetween(db, Math.max(first, high - limit + 1), high), total, since: null };
};

/**
 * Looks through stretches, the newest first, until `look` has enough or it is late. Answers the newest moment of those that
 * are left where it was late.
 */
const lookThrough = async (
  stretches: readonly Stretch[],
  isLate: IsLate,
  look: (stretch: Stretch) => Promise<{ readonly isEnough: boolean }>,
): Promise<Date | null> => {
  for (const [at, stretch] of stretches.entries()) {
    if ((await look(stretch)).isEnough) return null;
    const left = stretches.slice(at + 1).map(({ to }) => to.getTime());
    if (left.length > 0 && isLate()) return new Date(Math.max(...left));
  }
  return null;
};

/** Lines that match, the newest first. The total is counted up to one more than 10,000. */
const readSome = async (db: Executor, search: LogSearch, { offset, limit }: Slice, isLate: IsLate): Promise<Found> => {
  const needed = Math.max(TOTAL_CAP + 1, offset + limit);
  const found: number[] = [];
  const since = await lookThrough(await stretchesOf(db, search), isLate, async (stretch) => {
    found.push(...(await readMatches(db, search, stretch, needed - found.length)));
    return { isEnough: found.length >= needed };
  });
  const rows = await readLines(db, found.slice(offset, offset + limit));
  return { rows, total: Math.min(found.length, TOTAL_CAP + 1), since };
};

export const findLines = (db: Executor, search: LogSearch, slice: Slice, isLate: IsLate): Promise<Found> =>
  isFiltered(search) ? readSome(db, search, slice, isLate) : readAll(db, slice);

const NO_TABLE = '42P01';

/** Reads what is left of a partition: nothing where it has been swept away by now. */
const readLeft = async <Row>(
  db: Database,
  read: (tx: Executor) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  try {
    return await reading(db, read);
  } catch (error) {
    if (codeOf(error) === NO_TABLE) return [];
    throw error;
  }
};

/** Every line that matches and is there by now, the newest first, step by step. */
export async function* walkLines(db: Database, search: LogSearch): AsyncGenerator<readonly StoredLine[]> {
  for (const stretch of await reading(db, (tx) => stretchesOf(tx, search))) {
    const { segment, low, high, by } = stretch;
    if (by === 'walk')
      yield* downwards({ low, high: high - 1 }, (part) => readLeft(db, (tx) => readPart(tx, search, segment, part)));
    else {
      const seqs = await readLeft(db, (tx) => readMatches(tx, search, stretch, SEGMENT));
      yield* byKeys(seqs, (some) => readLeft(db, (tx) => readLines(tx, some)));
    }
  }
}

/** Lines that are counted for one histogram at most, the newest first. */
const MOST_COUNTED = 50_000;

export interface Tally extends Pick<Found, 'since'> {
  readonly counts: readonly Counted[];
  /** Whether there were no more. */
  readonly isWhole: boolean;
}

/** Counts the newest lines that match by the second and the level. */
export const tallyLines = async (
  db: Executor,
  search: LogSearch,
  isLate: IsLate,
  most = MOST_COUNTED,
): Promise<Tally> => {
  const counts: Counted[] = [];
  let left = most;
  const since = await lookThrough(await stretchesOf(db, search), isLate, async (stretch) => {
    const some = await countMatches(db, search, stretch, left);
    counts.push(...some);
    left -= some.reduce((sum, { n }) => sum + n, 0);
    return { isEnough: left <= 0 };
  });
  return { counts, since, isWhole: left > 0 && since === null };
};
