import type { LogHistogram, LogLine } from '#contracts/logs.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { createBatchWriter } from '#server/platform/batch/batch.ts';
import type { Limits } from '#server/platform/batch/limits.ts';
import { type SetTimer, setClockTimer } from '#server/platform/batch/timer.ts';
import { codeOf, isRefusal } from '#server/platform/db/away.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lateIn, SEARCH_PATIENCE } from '#server/platform/db/late.ts';
import { viewed } from '#server/platform/db/steps.ts';
import type { Log } from '#server/platform/log.ts';
import type { LogLines } from '#server/platform/log-lines.ts';
import { type Found, findLines, type Slice, tallyLines, walkLines } from './find.ts';
import { LOGGED, linesOf } from './kept.rules.ts';
import type { Line } from './line.rules.ts';
import {
  addLines,
  deleteLines,
  dropSegment,
  isThere,
  makeSegment,
  oldSegment,
  segmentOf,
  takeNumbers,
} from './line.store.ts';
import { histogramOf, viewOf } from './line-view.rules.ts';
import type { LogSearch } from './search.rules.ts';
import { readBetween, reading } from './search.store.ts';

/** Less than of other rows, since a line may be long. */
const LIMITS: Limits = {
  ...{ patience: 200, slow: 50, full: 1_000, largest: 2_000, ofFile: 1_000, inMemory: 4_000, filesWhenLow: 20 },
  ...{ most: 10_000, retry: { first: 250, most: 10_000 }, lastTry: 1_000 },
};
/** Lines before and after one. */
const AROUND = 20;
const DELETED_AT_ONCE = 20_000;
const LOCK_TIMEOUT = '55P03';
const DAY_MS = 86_400_000;

interface LogTableParts {
  readonly db: Database;
  readonly lines: LogLines;
  /** Stands apart: what it says must not come back here. */
  readonly log: Log;
  readonly now: () => Date;
  /** Where lines wait while the database is away; no other process uses it. */
  readonly spillFolder: string;
  /** How many days lines are kept. */
  readonly days: () => number;
  readonly isLow?: () => boolean;
  readonly searchPatience?: number;
  readonly setTimer?: SetTimer;
}

type ListedLines = Omit<Found, 'rows'> & { readonly rows: readonly LogLine[] };

/** The log as a table: every line, written in batches beside what said it, searched newest first, swept by age. */
export const createLogTable = (parts: LogTableParts) => {
  const { db, lines, log, now, spillFolder: folder, days, isLow = () => false, setTimer = setClockTimer } = parts;
  const { searchPatience = SEARCH_PATIENCE } = parts;
  /** Partitions that are there. */
  const made = new Set<number>();

  const write = async (batch: readonly Line[], doubtful: boolean): Promise<void> => {
    const [first, last] = [batch[0], batch.at(-1)];
    if (!first || !last) return;
    const missing: number[] = [];
    await db.transaction(async (tx) => {
      const seq = await takeNumbers(tx, batch.length);
      if (doubtful && (await isThere(tx, first)) && (await isThere(tx, last))) {
        await takeNumbers(tx, -batch.length);
        return;
      }
      const segments = new Set([segmentOf(seq), segmentOf(seq + batch.length - 1)]);
      for (const segment of segments) {
        if (made.has(segment)) continue;
        await makeSegment(tx, segment);
        missing.push(segment);
      }
      await addLines(tx, seq, batch);
    });
    for (const segment of missing) made.add(segment);
  };

  const writer = createBatchWriter({
    kind: LOGGED,
    write: (rows, doubtful) => write(linesOf(rows), doubtful),
    isRefusal,
    ...{ folder, setTimer, log, isLow, limits: LIMITS },
  });
  const unfollow = lines.follow((line) => writer.add({ line }));

  /** Whether the oldest partition is gone by this; a reader may be in the way. */
  const drop = async (segment: number): Promise<number | null> => {
    try {
      return await db.transaction((tx) => dropSegment(tx, segment));
    } catch (error) {
      if (codeOf(error) === LOCK_TIMEOUT) return null;
      throw error;
    }
  };

  return {
    /** Writes what waits now. Resolves also when the database is away and it waits. */
    flush: writer.flush,
    /** Batches in files and lines in memory that wait, and what has become of the others. */
    waiting: writer.waiting,
    fates: writer.fates,
    /**
     * Lines, newest first. Without anything to look for the total is exact, else it ends at 10,001. A search that takes long
     * answers with what it has found, and `since`: with that as its end it can be gone on with.
     */
    list: async (search: LogSearch, slice: Slice): Promise<ListedLines> => {
      // Whoever opens the list expects to see what was said just before.
      if (slice.offset === 0) await writer.catchUp();
      const isLate = lateIn(searchPatience);
      const { rows, ...found } = await reading(db, (tx) => findLines(tx, search, slice, isLate));
      return { rows: rows.map(viewOf), ...found };
    },
    /** Every line that matches up to now, the newest first. */
    walk: async (search: LogSearch) => {
      await writer.flush();
      return viewed(walkLines(db, search), (rows) => rows.map(viewOf));
    },
    /** A line and what stands around it, newest first. Fails with `log_unknown` where nothing is kept. */
    around: async (seq: number): Promise<readonly LogLine[]> => {
      const rows = await readBetween(db, seq - AROUND, seq + AROUND);
      if (rows.length === 0) throw failure('log_unknown');
      return rows.map(viewOf);
    },
    histogram: async (search: LogSearch): Promise<LogHistogram> =>
      histogramOf(await reading(db, (tx) => tallyLines(tx, search, lateIn(searchPatience))), search, now()),
    /** Deletes lines that are older than is kept; answers how many. */
    sweep: async (signal?: AbortSignal, progress: (deleted: number) => void = () => {}): Promise<number> => {
      const before = new Date(now().getTime() - days() * DAY_MS);
      let deleted = 0;
      const add = (some: number): void => {
        deleted += some;
        progress(deleted);
        signal?.throwIfAborted();
      };
      for (let old = await oldSegment(db, before); old !== null; old = await oldSegment(db, before)) {
        const dropped = await drop(old);
        if (dropped === null) return deleted;
        add(dropped);
      }
      for (let some = -1; some !== 0; ) {
        some = await db.transaction((tx) => deleteLines(tx, before, DELETED_AT_ONCE));
        add(some);
      }
      return deleted;
    },
    /** Writes everything that waits, to files what the database does not take; what is said later is not kept. */
    close: async (): Promise<void> => {
      unfollow();
      await writer.close();
    },
  };
};

export type LogTable = ReturnType<typeof createLogTable>;
