import { codeOf } from '#server/platform/db/away.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { dayAfter, dayOf, type Entry } from '../audit.rules.ts';
import type { AuditStorage } from '../storage.ts';
import { type Block, blocksOf } from './block.rules.ts';
import { daysBefore, dropDay, lockOrder, makePartitions, mayISweep, writeBlocks } from './block.store.ts';
import { reading } from './find.store.ts';
import { readAll, readSome } from './find.ts';
import { readTally } from './tally.ts';

const NO_PARTITION = '23514';

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
  return rows.some((row) => row.uri === uri && row.elapsedUs === elapsedUs && row.method === sender.method);
};

interface BlockStorageParts {
  readonly db: Database;
  readonly now: () => Date;
}

/** Keeps audited requests in blocks; README.md says what those are. */
export const createBlockStorage = ({ db, now }: BlockStorageParts): AuditStorage => {
  /** Days that have a partition, as far as this node knows. */
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
    find: (search, slice) =>
      reading(db, (tx) =>
        Object.values(search).some((value) => value !== undefined)
          ? readSome(tx, search, slice, now())
          : readAll(tx, slice),
      ),
    tally: (search) => reading(db, (tx) => readTally(tx, search, now())),
    sweep: async (oldest) => {
      const today = dayOf(now().getTime());
      await ensure([today, dayAfter(today)]);
      for (const day of await daysBefore(db, oldest)) {
        await db.transaction(async (tx) => {
          if (await mayISweep(tx)) await dropDay(tx, day);
        });
        made.delete(day);
      }
    },
  };
};
