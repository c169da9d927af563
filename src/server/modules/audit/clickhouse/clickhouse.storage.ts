import { createHash } from 'node:crypto';
import { failure } from '#server/kernel/failure.ts';
import { type ClickHouse, isClickHouseAway } from '#server/platform/clickhouse/clickhouse.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Entry } from '../audit.rules.ts';
import { keptOf } from '../kept.rules.ts';
import type { AuditStorage } from '../storage.ts';
import { forgetBatches, forgetOldBatches, numberBatch } from './batch.store.ts';
import { findRows, walkRows } from './find.store.ts';
import { addMissing, addPart, checkMoments, dropDay, keptDays, makeTable, partsOf } from './request.store.ts';
import { readClients, readStretches, readTally } from './tally.store.ts';

const keyOf = (entries: readonly Entry[]): string => {
  const hash = createHash('sha256');
  for (const entry of entries) hash.update(`${JSON.stringify(keptOf(entry))}\n`);
  return hash.digest('hex').slice(0, 32);
};

interface Parts {
  readonly db: Database;
  readonly clickHouse: ClickHouse;
  readonly now: () => Date;
  /** What was kept before, which goes by and by. */
  readonly before: Pick<AuditStorage, 'sweep'>;
}

/** Keeps audited requests in ClickHouse, a row for each; README.md says how. */
export const createClickHouseStorage = ({ db, clickHouse, now, before }: Parts): AuditStorage => {
  let made: Promise<void> | null = null;
  /** Makes the table where it is not there; tried again by the next who asks when that fails. */
  const ready = (): Promise<void> => {
    made ??= makeTable(clickHouse).catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };

  /** Batches that were written at the first attempt, so that nobody sends them again. */
  let done: string[] = [];

  const write: AuditStorage['write'] = async (entries, doubtful, also) => {
    checkMoments(entries);
    if (entries.length === 0) return db.transaction(also);
    const key = keyOf(entries);
    const forgotten = done;
    done = [];
    const { first, wasKnown } = await db.transaction(async (tx) => {
      await forgetBatches(tx, forgotten);
      const numbered = await numberBatch(tx, key, entries.length);
      if (!numbered.wasKnown) await also(tx);
      return numbered;
    });
    await ready();
    for (const part of partsOf(entries, key, first))
      await (doubtful || wasKnown ? addMissing : addPart)(clickHouse, part, key);
    if (!doubtful && !wasKnown) done.push(key);
  };

  /** Reads, and says so where ClickHouse does not answer. */
  const reading = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    try {
      await ready();
      return await read();
    } catch (error) {
      if (!isClickHouseAway(error)) throw error;
      const text = 'The store of audited requests does not answer.';
      throw failure('unavailable', text, { headers: { 'Retry-After': '5' }, cause: error });
    }
  };
  const moment = (): number => now().getTime();

  return {
    write,
    find: (search, slice, isLate) => reading(() => findRows(clickHouse, search, slice, { now: moment(), isLate })),
    walk: async function* (search) {
      await reading(async () => {});
      yield* walkRows(clickHouse, search, moment());
    },
    tally: (search, isLate) => reading(() => readTally(clickHouse, search, { now: moment(), isLate })),
    clients: (search, isLate) => reading(() => readClients(clickHouse, search, { now: moment(), isLate })),
    stretches: (bounds) => reading(() => readStretches(clickHouse, bounds, moment())),
    sweep: async (oldest, { signal, progress } = {}) => {
      await forgetOldBatches(db);
      const earlier = await before.sweep(oldest, { ...(signal && { signal }) });
      const days = (await reading(() => keptDays(clickHouse))).filter((day) => day < oldest);
      for (const [at, day] of days.entries()) {
        signal?.throwIfAborted();
        await dropDay(clickHouse, day);
        progress?.(at + 1, days.length);
      }
      return { dropped: earlier.dropped + days.length, left: earlier.left };
    },
  };
};
