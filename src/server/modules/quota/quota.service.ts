import type { Known, LeaseKey, Leases, Taken } from '#server/platform/counters/leases.ts';
import { type Ledger, NO_LEDGER } from '#server/platform/counters/ledger.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Quota, Spent } from '#server/platform/http/route.ts';
import type { Log } from '#server/platform/log.ts';
import { createDayClock } from './quota.clock.ts';
import { createDebts } from './quota.debts.ts';
import { grantedOf, refusedOf } from './quota.headers.ts';
import { createQuotaQueue, type Outcome, outcomeOf } from './quota.queue.ts';
import { DAY_MS, dayOf, usedOf } from './quota.rules.ts';
import { countRequests, lower } from './quota.store.ts';

export interface QuotaOptions {
  readonly db: Executor;
  readonly leases: Leases;
  /** What this process may hand out by itself is noted here; without one it may not. */
  readonly ledger?: Ledger;
  readonly now: () => Date;
  readonly log: Log;
  /** Accounts whose leases are kept in memory at most. */
  readonly mostLeases?: number;
  /** Milliseconds of a clock that is never set. */
  readonly ticks?: () => number;
}

/** How an account's day stands. */
export interface Usage {
  /** Null: no limit. */
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  readonly reset: Date;
}

const UNCOUNTED: Spent = { granted: true, headers: {} };

const MOST_LEASES = 100_000;
/** More than any day has handed out. */
const EVERYTHING = 2_147_483_647;

/**
 * Exact quotas of UTC days. The table hands days out in blocks, a lease spends them; what has been granted is never more
 * than what was handed out, and that never more than the limit. Rejects when the table is needed and away.
 */
export const createQuota = (options: QuotaOptions) => {
  const {
    db,
    leases,
    ledger = NO_LEDGER,
    now,
    log,
    mostLeases = MOST_LEASES,
    ticks = () => performance.now(),
  } = options;
  const clock = createDayClock(now);
  const debts = createDebts({ db, ledger, ticks });
  const queue = createQuotaQueue({ db, leases, debts, mostLeases, log });

  const answer = ({ granted, remaining }: Outcome, limit: number, ms: number): Spent =>
    granted ? grantedOf(limit, remaining, ms) : refusedOf(limit, remaining, ms);

  const judge = (
    taken: Taken | null,
    key: LeaseKey,
    cost: number,
    limit: number,
    ms: number,
  ): Spent | Promise<Spent> => {
    const outcome = taken && outcomeOf(taken, cost, limit);
    if (outcome) return answer(outcome, limit, ms);
    return queue.take(key, cost, limit).then((settled) => answer(settled, limit, ms));
  };

  const spend: Quota['spend'] = ({ accountId, limit }, cost) => {
    if (accountId === null || limit === null) return UNCOUNTED;
    const ms = clock();
    const key = { accountId, day: dayOf(ms) };
    const taken = leases.take(key, cost, limit);
    return taken instanceof Promise
      ? taken.then((told) => judge(told, key, cost, limit, ms))
      : judge(taken, key, cost, limit, ms);
  };

  const refusal: Quota['refusal'] = ({ accountId, limit }, cost) => {
    if (accountId === null || limit === null) return null;
    const ms = clock();
    const known = leases.known({ accountId, day: dayOf(ms) });
    if (known === null || known.reserved - known.left + cost <= limit) return null;
    return refusedOf(limit, Math.max(limit - usedOf(known.reserved, known.left), 0), ms);
  };

  /** What a lease holds and the table has handed out, asking each that has to be asked. */
  const look = async (key: LeaseKey): Promise<Known> => {
    const seen = await leases.take(key, 0, -1);
    return { left: seen?.left ?? 0, reserved: seen?.reserved ?? (await debts.reserved(key)) };
  };

  const usage = async (accountId: number, limit: number | null): Promise<Usage> => {
    const day = dayOf(clock());
    const key = { accountId, day };
    const reset = new Date((day + 1) * DAY_MS);
    if (limit === null) return { limit, used: await countRequests(db, key), remaining: null, reset };
    const { left, reserved } = await look(key);
    const used = usedOf(reserved, left);
    return { limit, used, remaining: Math.max(limit - used, 0), reset };
  };

  return {
    spend,
    refusal,
    usage,
    /** Gives requests of today back, no more than were used. They can be spent at once, on every node. */
    giveBack: async (accountId: number, amount: number | 'all'): Promise<void> => {
      const key = { accountId, day: dayOf(clock()) };
      await debts.flushed(key);
      const { left } = await look(key);
      await lower(db, key, amount === 'all' ? EVERYTHING : amount, left);
      await leases.forget(key);
    },
    /** Tells the table what was handed out while it could not be told, as far as it takes it. */
    flush: debts.flushAll,
    /** Returns what lies in this process's leases to the table. */
    close: async (): Promise<void> => {
      await queue.tidy(0);
      await debts.flushAll().catch(() => {});
      leases.close();
      ledger.close();
    },
  } satisfies Quota & Record<string, unknown>;
};

export type Quotas = ReturnType<typeof createQuota>;
