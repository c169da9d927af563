import type { AuditRow } from '#contracts/audit.api.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Answered } from '#server/platform/http/route.ts';
import type { Log } from '#server/platform/log.ts';
import { createRepeated } from '#server/platform/repeated.ts';
import { dayAfter, dayOf, entryOf, LONGEST_URI, SHORT_URI } from './audit.rules.ts';
import { daysBefore, dropDay, mayISweep } from './audit.store.ts';
import { type Counters, createBatches } from './batch.service.ts';
import { readAll, readSome, type Search, type Slice } from './list.service.ts';
import { type KeptRow, reading } from './list.store.ts';
import type { Sender } from './sender.rules.ts';
import { createSenders } from './senders.ts';
import { createSpill } from './spill.ts';
import { createStrangers, isStranger, type Share } from './strangers.ts';
import { createWriter, type Schedule } from './writer.ts';

export type { Counters } from './batch.service.ts';

/** What is looked for, the token as the text that a person knows. */
export interface AuditSearch extends Omit<Search, 'tokenId'> {
  readonly token?: string;
}

export interface AuditParts {
  readonly db: Database;
  readonly log: Log;
  readonly now: () => Date;
  /** Where batches wait while the database is away; no other process uses it. */
  readonly spillFolder: string;
  /** How many days requests are kept. */
  readonly days: () => number;
  readonly counters: Counters;
  /** The id of a token's row; null for what is none of ours. */
  readonly tokenId: (text: string) => Promise<number | null>;
  readonly tokenTexts: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  readonly schedule?: Schedule;
  /** Whether the disk is so full that as little as possible is to be kept. */
  readonly isLow?: () => boolean;
}

const NO_HEADERS = {};
const SWEEP_MS = 3_600_000;
const COUNT_DAYS = 400;

const byClock: Schedule = (work, ms) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};

const rowOf = (row: KeptRow, tokens: ReadonlyMap<number, string>): AuditRow => ({
  idAudit: row.seq,
  ip: row.ip,
  token: row.token_id === null ? null : (tokens.get(row.token_id) ?? null),
  uri: row.uri,
  requestDate: row.at.toISOString(),
  elapsedTime: row.elapsed_us / 1_000,
  httpCode: row.code,
  method: row.method,
  headers: row.headers,
  requestId: row.request_id,
});

/** The audit of requests: written in batches beside them, read newest first, and swept by whole days. */
export const createAudit = (parts: AuditParts) => {
  const { db, log, now, days, counters, tokenId, tokenTexts, schedule = byClock, isLow = () => false } = parts;
  const spill = createSpill({ folder: parts.spillFolder, log });
  const batches = createBatches({ db, days, now, counters });
  const strangers = createStrangers();
  const writer = createWriter({ batches, spill, schedule, log, crowds: strangers.take, isLow });
  const senderOf = createSenders();
  let timer: (() => void) | null = null;
  let closed = false;

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

  /** Drops what is older than is kept and makes the partitions ahead. One node does it at a time. */
  const sweep = async (): Promise<void> => {
    await batches.makeAhead();
    const oldest = batches.oldestDay();
    for (const day of await daysBefore(db, oldest)) {
      await db.transaction(async (tx) => {
        if (await mayISweep(tx)) await dropDay(tx, day);
      });
      batches.forget(day);
    }
    await counters.drop(db, dayAfter(dayOf(now().getTime()), -COUNT_DAYS));
  };

  const sweeps = createRepeated(log, {
    failing: 'the audit is not swept for now; it is tried again every hour',
    again: 'the audit is swept again',
  });
  const sweepAgain = async (): Promise<void> => {
    await sweep().then(sweeps.done, (error: unknown) => sweeps.failed({ err: error }));
    if (!closed) timer = schedule(() => void sweepAgain(), SWEEP_MS);
  };

  const find = async ({ token, ...search }: AuditSearch, slice: Slice) => {
    const asked = token !== undefined || Object.values(search).some((value) => value !== undefined);
    if (!asked) return reading(db, (tx) => readAll(tx, slice));
    const id = token === undefined ? undefined : await tokenId(token);
    if (id === null) return { rows: [], total: 0 };
    const filter = id === undefined ? search : { ...search, tokenId: id };
    return reading(db, (tx) => readSome(tx, filter, slice, now()));
  };

  return {
    /** Notes a request that was answered, fit to be kept; it is written within 200 ms. */
    record,
    /** Writes what waits now. Resolves also when the database is away and it goes on waiting. */
    flush: writer.flush,
    waiting: writer.waiting,
    sweep,
    /** Writes what an earlier run has left, and sweeps now and every hour. Never fails. */
    start: async (): Promise<void> => {
      await sweepAgain();
      await writer.flush();
    },
    /** Requests, newest first. Without anything to look for the total is exact, else it ends at 10,001. */
    list: async (search: AuditSearch, slice: Slice): Promise<{ rows: readonly AuditRow[]; total: number }> => {
      // Whoever opens the list expects to see the request that was made just before.
      if (slice.offset === 0) await writer.flush();
      const { rows, total } = await find(search, slice);
      const ids = new Set(rows.flatMap(({ token_id }) => token_id ?? []));
      const tokens = ids.size > 0 ? await tokenTexts([...ids]) : new Map<number, string>();
      return { rows: rows.map((row) => rowOf(row, tokens)), total };
    },
    /** Ends the sweeps and writes everything that waits, to files what the database does not take. */
    close: async (): Promise<void> => {
      closed = true;
      timer?.();
      await writer.close();
    },
  };
};

export type Audit = ReturnType<typeof createAudit>;
