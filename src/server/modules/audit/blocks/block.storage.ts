import { codeOf } from '#server/platform/db/away.ts';
import type { Database, Executor, Transaction } from '#server/platform/db/database.ts';
import { dayAfter, dayOf, type Entry } from '../audit.rules.ts';
import type { AuditStorage, StoredRow } from '../storage.ts';
import { type Block, blocksOf } from './block.rules.ts';
import { daysBefore, dropDay, lockOrder, makePartitions, mayISweep, writeBlocks } from './block.store.ts';
import { reading } from './find.store.ts';
import { boundOf, readAll, readSome, walkRows } from './find.ts';
import { readClients, readStretches, readTally } from './tally.ts';

const NO_PARTITION = '23514';
const LOCK_TIMEOUT = '55P03';

const daysOf = (blocks: readonly Block[]): readonly string[] => [
  ...new Set(blocks.map(({ firstAt }) => dayOf(firstAt))),
];

/** Rows that arrived in one millisecond from one sender with one status. */
const ALIKE = 1_000;

/** Whether a row that looks exactly like this one is there, in whatever block. */
const isWritten = async (
  tx: Transaction,
  { at, code, elapsedUs, uri, id, sender }: Entry,
  now: Date,
): Promise<boolean> => {
  const moment = new Date(at);
  const search = { from: moment, to: moment, codes: [code, code], ip: sender.ip, elapsedUs } as const;
  const { rows } = await readSome(tx, search, { offset: 0, limit: ALIKE }, now);
  const isIt = ({ requestId }: StoredRow): boolean => requestId === null || requestId === id;
  return rows.some(
    (row) => row.uri === uri && row.elapsedUs === elapsedUs && row.method === sender.method && isIt(row),
  );
};

interface BlockStorageParts {
  readonly db: Database;
  readonly now: () => Date;
  /** For tests: rows that are looked through at once, and always. */
  readonly span?: number;
}

/** Keeps audited requests in blocks; README.md says what those are. */
export const createBlockStorage = ({ db, now, span }: BlockStorageParts): AuditStorage => {
  /** Days that have a partition, as far as this node knows. */
  const made = new Set<string>();

  const ensure = async (wanted: readonly string[]): Promise<void> => {
    const missing = wanted.filter((day) => !made.has(day));
    if (missing.length === 0) return;
    await db.transaction((tx) => makePartitions(tx, missing));
    for (const day of missing) made.add(day);
  };

  /** No connection is held between two statements of a long walk. */
  const apart = { query: (...given) => reading(db, (tx) => tx.query(...given)) } as Executor;

  /** A commit is whole: what it has left holds the first row and the last. */
  const wasWritten = async (tx: Transaction, entries: readonly Entry[]): Promise<boolean> => {
    const [first, last] = [entries[0], entries.at(-1)];
    if (!first || !last) return false;
    await lockOrder(tx);
    return (await isWritten(tx, first, now())) && (await isWritten(tx, last, now()));
  };

  const writeOnce: AuditStorage['write'] = async (entries, doubtful, also) => {
    const blocks = blocksOf(entries);
    await ensure(daysOf(blocks));
    await db.transaction(async (tx) => {
      if (doubtful && (await wasWritten(tx, entries))) return;
      // The numbers first: they are what writers queue for.
      await writeBlocks(tx, blocks);
      await also(tx);
    });
  };

  /** Whether a day is gone by this: another node may be at it, or a reader in the way. */
  const isDropped = async (day: string): Promise<boolean> => {
    try {
      return await db.transaction(async (tx) => {
        if (!(await mayISweep(tx))) return false;
        await dropDay(tx, day);
        return true;
      });
    } catch (error) {
      if (codeOf(error) === LOCK_TIMEOUT) return false;
      throw error;
    } finally {
      made.delete(day);
    }
  };

  return {
    write: async (...batch) => {
      try {
        await writeOnce(...batch);
      } catch (error) {
        if (codeOf(error) !== NO_PARTITION) throw error;
        // Another node has swept a day that this one took for made.
        made.clear();
        await writeOnce(...batch);
      }
    },
    find: (search, slice, isLate) =>
      reading(db, (tx) =>
        Object.values(search).some((value) => value !== undefined)
          ? readSome(tx, search, slice, now(), boundOf(isLate, span))
          : readAll(tx, slice),
      ),
    walk: (search) => walkRows(apart, search, now()),
    tally: (search, isLate) => reading(db, (tx) => readTally(tx, search, { now: now(), bound: boundOf(isLate, span) })),
    clients: (search, isLate) =>
      reading(db, (tx) => readClients(tx, search, { now: now(), bound: boundOf(isLate, span) })),
    stretches: (bounds) => reading(db, (tx) => readStretches(tx, bounds, now())),
    sweep: async (oldest, { signal, progress } = {}) => {
      const today = dayOf(now().getTime());
      await ensure([today, dayAfter(today)]);
      const days = await daysBefore(db, oldest);
      let dropped = 0;
      for (const [at, day] of days.entries()) {
        signal?.throwIfAborted();
        if (await isDropped(day)) dropped += 1;
        progress?.(at + 1, days.length);
      }
      return { dropped, left: days.length - dropped };
    },
  };
};
