import type { ClientOrder } from '#contracts/audit.api.ts';
import { STATUS_DAYS } from '#contracts/status.api.ts';
import { createBatchWriter } from '#server/platform/batch/batch.ts';
import { type SetTimer, setClockTimer } from '#server/platform/batch/timer.ts';
import { isRefusal } from '#server/platform/db/away.ts';
import type { Executor, Transaction } from '#server/platform/db/database.ts';
import type { Answered } from '#server/platform/http/route.ts';
import type { Log } from '#server/platform/log.ts';
import {
  type Counted,
  countsOf,
  dayAfter,
  dayOf,
  entryOf,
  LONGEST_URI,
  SHORT_URI,
  sortByArrival,
} from './audit.rules.ts';
import { createDays } from './days.service.ts';
import { AUDITED } from './kept.rules.ts';
import { type AuditSearch, createList, type ListParts } from './list.service.ts';
import type { Sender } from './sender.rules.ts';
import { createSenders } from './senders.ts';
import type { AuditStorage, Slice, SweepWatch, Swept } from './storage.ts';
import { createStrangers, isStranger, type Share } from './strangers.ts';

export type { AuditSearch } from './list.service.ts';

const MINUTE_MS = 60_000;

/** Who keeps what tokens have cost. */
export interface Counters {
  /** Part of the step that writes the requests. */
  readonly add: (tx: Transaction, counts: readonly Counted[]) => Promise<void>;
  /** Drops the UTC days before one, YYYY-MM-DD; answers how many counts they had. */
  readonly drop: (db: Executor, before: string) => Promise<number>;
}

export interface AuditParts extends ListParts {
  readonly db: Executor;
  readonly storage: AuditStorage;
  readonly log: Log;
  readonly now: () => Date;
  /** Where batches wait while the database is away; no other process uses it. */
  readonly spillFolder: string;
  /** How many days requests are kept. */
  readonly days: () => number;
  /** How many days the counts of requests are kept. */
  readonly countDays: () => number;
  readonly counters: Counters;
  readonly setTimer?: SetTimer;
  /** Whether the disk is so full that as little as possible is to be kept. */
  readonly isLow?: () => boolean;
}

const NO_HEADERS = {};

/** The audit of requests: written in batches beside them, read newest first, and swept by whole days. */
export const createAudit = (parts: AuditParts) => {
  const { db, storage, log, now, days, countDays, counters, setTimer = setClockTimer, isLow = () => false } = parts;
  /** The first day that is kept. */
  const oldestDay = (): string => dayAfter(dayOf(now().getTime()), -days());
  const strangers = createStrangers();
  const writer = createBatchWriter({
    kind: AUDITED,
    write: async (entries, doubtful) => {
      // What waited for longer than rows are kept would be swept away at once; it is counted all the same.
      const oldest = Date.parse(oldestDay());
      const kept = sortByArrival(entries.filter(({ at }) => at >= oldest));
      await storage.write(kept, doubtful, (tx) => counters.add(tx, countsOf(entries)));
    },
    isRefusal,
    gather: strangers.take,
    folder: parts.spillFolder,
    ...{ setTimer, log, isLow },
  });
  const lists = createList(parts);
  const senderOf = createSenders();

  const shareOf = ({ request: { address, url } }: Answered, { headers }: Sender, at: number): Share =>
    isLow() ? 'counted' : strangers.shareOf(address, Math.min(url.length, LONGEST_URI) + (headers ?? '').length, at);

  const record = (answered: Answered): void => {
    try {
      const { request, tokenId } = answered;
      const at = now().getTime();
      const sender = senderOf(request, tokenId);
      const share = isStranger(answered) ? shareOf(answered, sender, at) : 'whole';
      if (share === 'whole') {
        writer.add(entryOf(answered, sender, at));
        return;
      }
      const bare = senderOf({ method: request.method, address: request.address, headers: NO_HEADERS }, null);
      const short = entryOf(answered, bare, at, SHORT_URI);
      if (share === 'short') writer.add(short);
      else {
        strangers.count(short);
        writer.wake();
      }
    } catch (error) {
      log.error({ err: error }, 'an audited request cannot be kept and is left out');
    }
  };

  /** Drops what is older than is kept, and answers how much that was. One node does it at a time. */
  const sweep = async (watch?: SweepWatch): Promise<Swept & { readonly counts: number }> => {
    const days = await storage.sweep(oldestDay(), watch);
    return { ...days, counts: await counters.drop(db, dayAfter(dayOf(now().getTime()), -countDays())) };
  };

  return {
    /** Notes a request that was answered, fit to be kept; it is written within 200 ms. */
    record,
    /** Writes what waits now, also what an earlier run has left. Resolves also when the database is away and it waits. */
    flush: writer.flush,
    waiting: writer.waiting,
    fates: writer.fates,
    sweep,
    /**
     * Requests, newest first. Without anything to look for the total is exact, else it ends at 10,001. A search that takes
     * long answers with what it has found, and `since`: with that as its end it can be gone on with.
     */
    list: async (search: AuditSearch, slice: Slice) => {
      // Whoever opens the list expects to see the request that was made just before.
      if (slice.offset === 0) await writer.catchUp();
      return lists.list(search, slice);
    },
    /** Every request that matches up to now, newest first. */
    walk: async (search: AuditSearch) => {
      await writer.flush();
      return lists.walk(search);
    },
    /** Requests up to now over time, those that wait among them. */
    histogram: async (search: AuditSearch) => {
      await writer.catchUp();
      return lists.histogram(search);
    },
    /** Who asked most up to now, those that wait among them. */
    clients: async (search: AuditSearch, order: ClientOrder) => {
      await writer.catchUp();
      return lists.clients(search, order);
    },
    /** How the last 24 hours went, up to now. */
    hours: async () => {
      await writer.catchUp();
      return lists.hours(now());
    },
    /** How the last 30 UTC days went, up to a minute ago. */
    days: createDays({ stretches: storage.stretches, now, days: STATUS_DAYS, lasts: MINUTE_MS }),
    /** Writes everything that waits, to files what the database does not take. */
    close: writer.close,
  };
};

export type Audit = ReturnType<typeof createAudit>;
