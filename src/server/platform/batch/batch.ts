import type { Log } from '../log.ts';
import { LIMITS, type Limits } from './limits.ts';
import { createQueue } from './queue.ts';
import { createReports } from './report.ts';
import type { Batch, Group, RowKind } from './rows.ts';
import { createSpill } from './spill.ts';
import { createWatch, type SetTimer } from './timer.ts';
import { type Writing, writeGroup } from './write.ts';

export interface BatchParts<Row> extends Writing<Row> {
  readonly kind: RowKind<Row>;
  /** Where batches wait while they cannot be written; no other process uses it. */
  readonly folder: string;
  readonly setTimer: SetTimer;
  readonly log: Log;
  /** Rows that were only counted so far; asked for whenever a batch is written, but not while that fails. */
  readonly gather?: () => readonly Row[];
  /** Whether the disk is so full that few files may be written. */
  readonly isLow: () => boolean;
  readonly limits?: Limits;
}

/** What has become of rows since the start. A row that waits in a file is written later, and counted then too. */
export interface Fates {
  readonly written: number;
  readonly filed: number;
  /** Left out, since the database does not take them. */
  readonly refused: number;
  readonly lost: number;
}

/** So long whoever looks at what was written waits for what was added just before. */
const LOOKERS_MS = 500;

const countIn = <Row>(groups: readonly Group<Row>[]): number => groups.reduce((sum, rows) => sum + rows.length, 0);

/**
 * Collects rows and writes them in batches beside what made them, one batch at a time and in the order in which rows were
 * added. While that fails they wait in memory, then in files, and it is tried again ever later. What takes long is copied
 * to files meanwhile, so that a process that is killed loses only what it was given in the last quarter of a second.
 */
export const createBatchWriter = <Row>(parts: BatchParts<Row>) => {
  const { kind, folder, setTimer, log, gather = () => [], isLow, limits = LIMITS } = parts;
  const spill = createSpill({ kind, folder, log });
  const { writes, filed, kept, refused, lost } = createReports(kind, log);
  const fates = { written: 0, filed: 0, refused: 0, lost: 0 };
  const queue = createQueue<Row>(spill, limits);
  /** What is being written, or is to be tried again. */
  let batch: Batch<Row> | null = null;
  let running: Promise<void> | null = null;
  let spilling: Promise<void> | null = null;
  let keeping = Promise.resolve();
  let disarm: (() => void) | null = null;
  let closed = false;
  let added = 0;
  /** As many of the rows added are to be written now; the others have time until the batch is full or the time is up. */
  let goal = 0;

  const stopTimer = (): void => {
    disarm?.();
    disarm = null;
  };
  const arm = (ms: number): void => {
    if (closed) return;
    disarm ??= setTimer(() => {
      disarm = null;
      run();
    }, ms);
  };

  /** Takes a batch from memory, when there is one to be written now and none before it waits in a file. */
  const take = (): Batch<Row> | null => {
    const rest = queue.size();
    if (rest === 0 || (rest < limits.full && added - rest >= goal)) return null;
    return queue.take();
  };

  /** While the files are written nothing is taken from memory. */
  const toFiles = (work: () => Promise<void>): void => {
    spilling ??= work()
      .then(filed.done, (error: unknown) => filed.failed({ err: error }))
      .finally(() => {
        spilling = null;
      });
  };

  const mayFile = (): boolean => !isLow() || spill.waiting() < limits.filesWhenLow;

  const copy = async (): Promise<void> => {
    if (batch && batch.groups.length > 0 && !spill.isInFile(batch.number)) await spill.copy(batch);
    await queue.copy();
  };
  /** A batch may take long, and many may come one after the other. */
  const watch = createWatch(setTimer, limits, () => {
    if (mayFile()) toFiles(copy);
  });

  /** Takes the batch that is next: from a file when one waits, else from memory. */
  const takeNext = async (): Promise<void> => {
    do {
      while (spilling) await spilling;
      batch = await spill.first();
      if (batch) break;
    } while (spilling);
    if (closed) return;
    batch ??= take();
    if (batch) watch.begin();
  };

  const leaveOut: typeof refused = (rows, error) => {
    fates.refused += rows.length;
    refused(rows, error);
  };

  const drain = async (): Promise<void> => {
    while (!closed) {
      if (!batch) await takeNext();
      if (!batch) return watch.end();
      while (batch.groups.length > 0) {
        // Once it is closed everything waits in files, and the next start sees for itself what of them was written.
        if (closed) return;
        const [held, before] = [countIn(batch.groups), fates.refused];
        await writeGroup(batch, parts, leaveOut);
        fates.written += held - countIn(batch.groups) - (fates.refused - before);
        while (spilling) await spilling;
        // By now it may be closed, and its file the next one's.
        if (closed) return;
        // A process that is killed leaves a file that says what of a parted batch is not written.
        if (batch.groups.length > 0) {
          keeping = spill.keep(batch).catch((error: unknown) => filed.failed({ err: error }));
          await keeping;
        }
      }
      if (closed) return;
      await spill.done(batch.number);
      batch = null;
      writes.done();
      kept.done();
    }
  };

  const push = (row: Row): void => {
    queue.push(row);
    added++;
  };

  /** Has what was counted written too; while nothing can be written it is best kept as a count. */
  const gatherRows = (): void => {
    if (writes.failures() === 0) gather().forEach(push);
  };

  const run = (): Promise<void> => {
    stopTimer();
    gatherRows();
    goal = added;
    running ??= drain()
      .catch((error: unknown) => {
        writes.failed({ err: error });
      })
      .finally(() => {
        running = null;
        const failures = writes.failures();
        if (failures > 0) {
          stopTimer();
          arm(Math.min(limits.retry.first * 2 ** (failures - 1), limits.retry.most));
        } else if (queue.size() > 0) arm(limits.patience);
      });
    return running;
  };

  /** Takes what waits in memory to files, down to `leave` rows. */
  const takeToFiles = async (leave: number, may = () => true): Promise<void> => {
    await spill.open();
    while (queue.size() > leave && may()) fates.filed += await queue.file();
  };

  /** Writes what was added before; resolves also when that failed and rows go on waiting. */
  const flush = async (): Promise<void> => {
    gatherRows();
    const until = added;
    if (running) goal = until;
    await (running ?? run());
    // What was under way may have looked for more before the last row came.
    if (writes.failures() === 0 && added - queue.size() < until) await run();
  };

  const flushWithin = async (ms: number): Promise<void> => {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const inTime = setTimer(resolve, ms);
    await Promise.race([flush(), late]);
    inTime();
  };

  return {
    /** Takes a row, which is written within 200 ms while that succeeds. */
    add: (row: Row): void => {
      if (queue.size() >= limits.most) {
        kept.failed({ waiting: queue.size() });
        fates.lost += 1;
        return;
      }
      push(row);
      if (queue.size() > limits.inMemory && queue.size() % limits.ofFile === 0 && mayFile())
        toFiles(() => takeToFiles(limits.inMemory / 2, mayFile));
      if (queue.size() >= limits.full && writes.failures() === 0 && !running) run();
      else if (disarm === null) arm(limits.patience);
    },
    /** There is something to gather: it is to be written in time. */
    wake: (): void => arm(limits.patience),
    flush,
    /** The same for whoever looks at what is there: no longer than half a second. */
    catchUp: () => flushWithin(LOOKERS_MS),
    /** Batches in files and rows in memory that wait. */
    waiting: () => ({
      files: spill.waiting(),
      rows: queue.size() + countIn(batch?.groups ?? []),
    }),
    fates: (): Fates => ({ ...fates }),
    /** Writes everything, to files what the database does not take now or does not answer about. */
    close: async (): Promise<void> => {
      await flushWithin(limits.lastTry);
      closed = true;
      stopTimer();
      watch.end();
      while (spilling) await spilling;
      await keeping;
      gather().forEach(push);
      const rest = batch?.groups ?? [];
      try {
        if (batch && rest.length > 0) await spill.settle(batch.number, rest);
        await takeToFiles(0);
      } catch (error) {
        lost(error, queue.size() + countIn(rest));
      }
    },
  };
};

export type BatchWriter<Row> = ReturnType<typeof createBatchWriter<Row>>;
