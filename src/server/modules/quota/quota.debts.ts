import type { LeaseKey, Leftover } from '#server/platform/counters/leases.ts';
import type { Ledger } from '#server/platform/counters/ledger.ts';
import { DiskFull, isDatabaseAway, isDiskFull } from '#server/platform/db/away.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { addReserved, findReserved, reserve } from './quota.store.ts';

/** Milliseconds that the table is left alone after it failed: each try may take as long as a database is waited for. */
const REST_MS = 2_000;

export interface DebtOptions {
  readonly db: Executor;
  readonly ledger: Ledger;
  /** Milliseconds of a clock that is never set. */
  readonly ticks: () => number;
}

const nameOf = ({ accountId, day }: LeaseKey): string => `${accountId} ${day}`;

/**
 * What is handed out while the table takes no changes: noted in a ledger, counted as if the table knew, and told to it as
 * soon as it can be. Where something is in doubt it is counted, so a failure may cost a caller requests and never gives any.
 */
export const createDebts = ({ db, ledger, ticks }: DebtOptions) => {
  /** What the table is being told, by day. */
  const telling = new Map<string, Promise<void>>();
  /** What it was told last, of any day, or is being told. */
  let latest: Promise<void> | undefined;
  let restsUntil = Number.NEGATIVE_INFINITY;

  const tell = async (key: LeaseKey): Promise<void> => {
    const owed = ledger.of(key);
    await addReserved(db, key, owed);
    ledger.add(key, -owed);
  };

  /** Tells the table what it does not know of a day; one at a time, or it would be told twice. */
  const flush = async (key: LeaseKey): Promise<void> => {
    const name = nameOf(key);
    const begun = telling.get(name);
    if (begun) return begun;
    if (ledger.of(key) === 0) return;
    latest = tell(key).finally(() => telling.delete(name));
    telling.set(name, latest);
    await latest;
  };

  return {
    flush,
    /** Hands out a block: what is handed out since, or null when the table leaves no room for it. */
    handOut: async (key: LeaseKey, amount: number, limit: number, reserved: number): Promise<number | null> => {
      if (ticks() < restsUntil && ledger.add(key, amount)) return reserved + amount;
      try {
        await flush(key);
        return await reserve(db, key, amount, limit);
      } catch (error) {
        if (!isDiskFull(error) && !isDatabaseAway(error)) throw error;
        if (!ledger.add(key, amount)) throw error;
        restsUntil = ticks() + REST_MS;
        return reserved + amount;
      }
    },
    /** What has been handed out of a day, whether the table knows or not. */
    reserved: async (key: LeaseKey): Promise<number> => {
      const name = nameOf(key);
      for (;;) {
        await telling.get(name)?.catch(() => {});
        const since = latest;
        const reserved = await findReserved(db, key);
        // What was told in between may be missing from both, or stand in both.
        if (since === latest && !telling.has(name)) return reserved + ledger.of(key);
      }
    },
    /** Takes what was never spent off what is owed; the rest belongs into the table. */
    giveBack: (unspent: readonly Leftover[]): readonly Leftover[] =>
      unspent
        .map((one) => {
          const owed = telling.has(nameOf(one)) ? 0 : Math.min(one.left, ledger.of(one));
          // Each change of the ledger waits for the disk.
          if (owed === 0) return one;
          ledger.add(one, -owed);
          return { ...one, left: one.left - owed };
        })
        .filter(({ left }) => left > 0),
    /** Throws unless the table knows all of a day. */
    flushed: async (key: LeaseKey): Promise<void> => {
      await flush(key);
      if (ledger.of(key) > 0) throw new DiskFull('the table has not been told of all requests of the day');
    },
    /** Tells the table everything that it does not know, as far as it takes it. */
    flushAll: async (): Promise<void> => {
      for (const key of ledger.keys()) await flush(key);
    },
  };
};

export type Debts = ReturnType<typeof createDebts>;
