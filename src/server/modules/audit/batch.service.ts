import type { Database, Executor, Transaction } from '#server/platform/db/database.ts';
import { type Counted, countsOf, dayAfter, dayOf, type Entry } from './audit.rules.ts';
import { lockOrder, makePartitions, writeBlocks } from './audit.store.ts';
import { type Block, blocksOf } from './block.rules.ts';
import { readSome } from './list.service.ts';

const NO_PARTITION = '23514';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * Whether a row is at fault, so that trying again is no use: the database has refused the data as such (22: data, 23:
 * integrity, 54: size), or it cannot even be put into words.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof TypeError || /^(22|23|54)[0-9A-Z]{3}$/.test(codeOf(error));

const daysOf = (blocks: readonly Block[]): readonly string[] => [
  ...new Set(blocks.map(({ firstAt }) => dayOf(firstAt))),
];

/** Rows that arrived in one millisecond from one sender with one status. */
const ALIKE = 1_000;

/** Whether a row that looks exactly like this one is there, in whatever block. */
const isWritten = async (tx: Transaction, { at, code, elapsedUs, uri, sender }: Entry, now: Date): Promise<boolean> => {
  const moment = new Date(at);
  const search = { from: moment, to: moment, codes: [code, code], ip: sender.ip, elapsedUs } as const;
  const { rows } = await readSome(tx, search, { offset: 0, limit: ALIKE }, now);
  return rows.some((row) => row.uri === uri && row.elapsed_us === elapsedUs && row.method === sender.method);
};

/** What a batch is written through; a test puts one in between that fails. */
export type BatchDatabase = Pick<Database, 'transaction'>;

/** Who keeps what tokens have cost. */
export interface Counters {
  /** Part of the step that writes the requests. */
  readonly add: (tx: Transaction, counts: readonly Counted[]) => Promise<void>;
  /** Drops the UTC days before one, YYYY-MM-DD. */
  readonly drop: (db: Executor, before: string) => Promise<void>;
}

interface BatchParts {
  readonly db: BatchDatabase;
  /** How many days requests are kept. */
  readonly days: () => number;
  readonly now: () => Date;
  readonly counters: Pick<Counters, 'add'>;
}

/** Writes batches: requests, what the days hold, and what tokens have cost, all or nothing. */
export const createBatches = ({ db, days, now, counters }: BatchParts) => {
  const made = new Set<string>();

  const ensure = async (wanted: readonly string[]): Promise<void> => {
    const missing = wanted.filter((day) => !made.has(day));
    if (missing.length === 0) return;
    await db.transaction((tx) => makePartitions(tx, missing));
    for (const day of missing) made.add(day);
  };

  /** A commit is whole: what it has left holds the first row and the last. */
  const wasWritten = async (tx: Transaction, entries: readonly Entry[]): Promise<boolean> => {
    const [first, last] = [entries[0], entries.at(-1)];
    if (!first || !last) return false;
    await lockOrder(tx);
    return (await isWritten(tx, first, now())) && (await isWritten(tx, last, now()));
  };

  const once = async (entries: readonly Entry[], doubtful: boolean): Promise<void> => {
    const oldest = Date.parse(oldestDay());
    // What waited for longer than rows are kept would be swept away at once.
    const kept = entries.every(({ at }) => at >= oldest) ? entries : entries.filter(({ at }) => at >= oldest);
    const blocks = blocksOf(kept);
    await ensure(daysOf(blocks));
    await db.transaction(async (tx) => {
      if (doubtful && (await wasWritten(tx, kept))) return;
      // The numbers first: they are what writers queue for.
      await writeBlocks(tx, blocks);
      await counters.add(tx, countsOf(entries));
    });
  };

  /** The first day that is kept. */
  const oldestDay = (): string => dayAfter(dayOf(now().getTime()), -days());

  return {
    oldestDay,
    /** Makes today's partition and tomorrow's, so that midnight is like any other moment. */
    makeAhead: (): Promise<void> => {
      const today = dayOf(now().getTime());
      return ensure([today, dayAfter(today)]);
    },
    forget: (day: string): void => void made.delete(day),
    /**
     * Writes one batch, in the order it is in. A doubtful one may have been written already, by a commit whose answer got
     * lost; then it is not written again.
     */
    write: async (entries: readonly Entry[], doubtful: boolean): Promise<void> => {
      try {
        await once(entries, doubtful);
      } catch (error) {
        if (codeOf(error) !== NO_PARTITION) throw error;
        // Another node has swept a day that this one took for made.
        made.clear();
        await once(entries, doubtful);
      }
    },
  };
};

export type Batches = ReturnType<typeof createBatches>;
