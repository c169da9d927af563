import type { Log } from '#server/platform/log.ts';
import { createRepeated } from '#server/platform/repeated.ts';
import { type Entry, keptOf, sortByArrival } from './audit.rules.ts';
import { type Batches, isRefusal } from './batch.service.ts';
import type { Spill } from './spill.ts';

/** Calls `work` after so many milliseconds; the answer takes it back. */
export type Schedule = (work: () => void, ms: number) => () => void;

/** Milliseconds that a row waits for others at most. */
const PATIENCE = 200;
/** Rows that are written without waiting for more, and rows of a batch at most: a larger one costs less a row. */
const FULL = 5_000;
const LARGEST = 10_000;
/** Rows of a file. */
const OF_FILE = 2_000;
/** Rows that wait in memory; what is more goes to files. */
const IN_MEMORY = 20_000;
/** Files that may wait while the disk is low. */
const FILES_WHEN_LOW = 100;
/** Rows that wait in memory at the very most, when files cannot be written either. */
const MOST = 200_000;
/** Milliseconds that the end waits for a database that does not answer. */
const LAST_TRY = 1_000;
const RETRY = { first: 250, most: 10_000 };

interface Batch {
  readonly number: number;
  readonly entries: readonly Entry[];
  /** An attempt to write it has failed in a way that leaves open whether it was written. */
  doubtful: boolean;
}

interface Parts {
  readonly batches: Batches;
  readonly spill: Spill;
  readonly schedule: Schedule;
  readonly log: Log;
  /** What was only counted so far, as rows; taken whenever a batch is. */
  readonly crowds: () => readonly Entry[];
  readonly isLow: () => boolean;
}

/** Collects rows and writes them in batches, one at a time and in order; while that fails, they wait. */
export const createWriter = ({ batches, spill, schedule, log, crowds, isLow }: Parts) => {
  const buffer: Entry[] = [];
  /** What is being written; several where a batch was parted to find the row that is refused. */
  let heads: Batch[] = [];
  let running: Promise<void> | null = null;
  let spilling: Promise<void> | null = null;
  let timer: (() => void) | null = null;
  const writes = createRepeated(log, {
    failing: 'audited requests wait, since they cannot be written',
    again: 'audited requests are written again',
  });
  const filed = createRepeated(
    log,
    { failing: 'audited requests cannot be kept in files', again: 'audited requests are kept in files again' },
    'error',
  );
  const kept = createRepeated(
    log,
    {
      failing: 'audited requests are lost: neither database nor disk takes them',
      again: 'audited requests are kept again; so many were lost',
    },
    'error',
  );
  let added = 0;
  /** As many of the rows added are to be written now; the others have time until the batch is full or the time is up. */
  let goal = 0;

  const arm = (ms: number): void => {
    timer ??= schedule(() => {
      timer = null;
      run();
    }, ms);
  };

  /** Takes a batch from memory, when there is one to be written now and none before it waits in a file. */
  const take = (): Batch | null => {
    const rest = buffer.length;
    if (rest === 0 || (rest < FULL && added - rest >= goal)) return null;
    return { number: spill.number(), entries: sortByArrival(buffer.splice(0, LARGEST)), doubtful: false };
  };

  /** The batch that is next: from a file when one waits, else from memory. */
  const next = async (): Promise<Batch | null> => {
    do {
      while (spilling) await spilling;
      const waited = await spill.first();
      if (waited) return waited;
    } while (spilling);
    return take();
  };

  /** Parts a batch in two until the row that the database refuses stands alone; that one is told of and left out. */
  const part = (batch: Batch, error: unknown): void => {
    const { number, entries } = batch;
    const middle = Math.ceil(entries.length / 2);
    if (entries.length <= 1) {
      log.error(
        { err: error, entry: entries[0] && keptOf(entries[0]) },
        'an audited request was refused by the database and is left out',
      );
      heads.shift();
    } else {
      const parted = [entries.slice(0, middle), entries.slice(middle)];
      heads.splice(0, 1, ...parted.map((half) => ({ number, entries: half, doubtful: false })));
    }
  };

  const drain = async (): Promise<void> => {
    while (true) {
      if (heads.length === 0) {
        const batch = await next();
        if (!batch) return;
        heads = [batch];
      }
      const [head] = heads;
      if (!head) continue;
      try {
        if (head.entries.length > 0) await batches.write(head.entries, head.doubtful);
        heads.shift();
      } catch (error) {
        if (!isRefusal(error)) {
          head.doubtful = true;
          throw error;
        }
        part(head, error);
      }
      if (heads.length === 0) await spill.done(head.number);
      writes.done();
      kept.done();
    }
  };

  /** Has what was counted written too; while nothing can be written it is best kept as a count. */
  const gather = (): void => {
    for (const entry of crowds()) {
      buffer.push(entry);
      added++;
    }
  };

  const run = (): Promise<void> => {
    timer?.();
    timer = null;
    if (writes.failures() === 0) gather();
    goal = added;
    running ??= drain()
      .catch((error: unknown) => {
        writes.failed({ err: error });
      })
      .finally(() => {
        running = null;
        const failures = writes.failures();
        if (failures > 0) {
          timer?.();
          timer = null;
          arm(Math.min(RETRY.first * 2 ** (failures - 1), RETRY.most));
        } else if (buffer.length > 0) arm(PATIENCE);
      });
    return running;
  };

  /** Takes what waits in memory to files, down to `leave` rows. */
  const takeToFiles = async (leave: number, may = () => true): Promise<void> => {
    await spill.open();
    while (buffer.length > leave && may()) {
      const taken = buffer.slice(0, OF_FILE);
      await spill.put(spill.number(), sortByArrival(taken));
      buffer.splice(0, taken.length);
    }
  };

  const mayFile = (): boolean => !isLow() || spill.waiting() < FILES_WHEN_LOW;

  const spillOver = (): void => {
    spilling ??= takeToFiles(IN_MEMORY / 2, mayFile)
      .then(filed.done, (error: unknown) => filed.failed({ err: error }))
      .finally(() => {
        spilling = null;
      });
  };

  const add = (entry: Entry): void => {
    if (buffer.length >= MOST) {
      kept.failed({ waiting: buffer.length });
      return;
    }
    buffer.push(entry);
    added++;
    if (buffer.length > IN_MEMORY && buffer.length % OF_FILE === 0 && mayFile()) spillOver();
    if (buffer.length >= FULL && writes.failures() === 0 && !running) run();
    else if (timer === null) arm(PATIENCE);
  };

  /** Writes what was added before; resolves also when that failed and rows go on waiting. */
  const flush = async (): Promise<void> => {
    if (writes.failures() === 0) gather();
    const until = added;
    if (running) goal = until;
    await (running ?? run());
    // What was under way may have looked for more before the last row came.
    if (writes.failures() === 0 && added - buffer.length < until) await run();
  };

  return {
    add,
    /** Something was counted: it is to be written in time. */
    wake: (): void => arm(PATIENCE),
    flush,
    /** Batches in files and rows in memory that wait. */
    waiting: () => ({
      files: spill.waiting(),
      rows: buffer.length + heads.reduce((sum, { entries }) => sum + entries.length, 0),
    }),
    /** Writes everything, to files what the database does not take now or does not answer about. */
    close: async (): Promise<void> => {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const forget = schedule(resolve, LAST_TRY);
      await Promise.race([flush(), late]);
      forget();
      timer?.();
      timer = null;
      while (spilling) await spilling;
      gather();
      const entries = heads.flatMap((head) => head.entries);
      const [head] = heads;
      try {
        if (head) await spill.put(head.number, entries);
        heads = [];
        await takeToFiles(0);
      } catch (error) {
        log.error({ err: error, rows: entries.length + buffer.length }, 'audited requests are lost: the disk is full');
      }
    },
  };
};

export type Writer = ReturnType<typeof createWriter>;
