import type { Known, LeaseKey, Leases, Taken } from '#server/platform/counters/leases.ts';
import { type Ledger, NO_LEDGER } from '#server/platform/counters/ledger.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Caller, Quota, Spent } from '#server/platform/http/route.ts';
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

/** Who pays, and from what. */
export interface Limited extends Pick<Caller, 'limit' | 'key'> {
  readonly accountId: number;
}

/** Goes on with a value, at once where it is there. */
const then = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** A turn that no lease is at: what is put in with it says nothing of the table. */
const NO_TURN = -1;
/** A limit within which nothing can be taken. */
const NOTHING_MORE = -1;

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

  const take = (key: LeaseKey, cost: number, limit: number): Outcome | Promise<Outcome> => {
    const judge = (taken: Taken | null): Outcome | Promise<Outcome> =>
      (taken && outcomeOf(taken, cost, limit)) ?? queue.take(key, cost, limit);
    return then(leases.take(key, cost, limit), judge);
  };

  /** Into the lease that it came from, which knows already what was handed out; where that is away, it is lost. */
  const untake = async (key: LeaseKey, cost: number): Promise<void> => {
    await leases.put(key, { amount: cost, reserved: 0, turn: NO_TURN }, 0, NOTHING_MORE);
  };

  const answer = ({ granted, remaining }: Outcome, limit: number, ms: number): Spent =>
    granted ? grantedOf(limit, remaining, ms) : refusedOf(limit, remaining, ms);
  const answerOfKey = (own: Outcome, limit: number, ms: number): Spent => {
    const spent = answer(own, limit, ms);
    return own.granted ? spent : { ...spent, byKey: true };
  };

  /** The key's limit first, then the account's; what the account refuses goes back to the key. */
  const spendBoth = (caller: Limited & Required<Pick<Caller, 'key'>>, cost: number): Spent | Promise<Spent> => {
    const { accountId, limit, key } = caller;
    const ms = clock();
    const day = dayOf(ms);
    const ofKey = { accountId: -key.id, day };
    const pay = (own: Outcome): Spent | Promise<Spent> => {
      if (!own.granted || limit === null) return answerOfKey(own, key.limit, ms);
      const settle = (whole: Outcome): Spent | Promise<Spent> => {
        if (!whole.granted) return untake(ofKey, cost).then(() => answer(whole, limit, ms));
        return own.remaining < whole.remaining ? answer(own, key.limit, ms) : answer(whole, limit, ms);
      };
      const taken = take({ accountId, day }, cost, limit);
      if (!(taken instanceof Promise)) return settle(taken);
      return taken.then(settle, async (error: unknown) => {
        await untake(ofKey, cost);
        throw error;
      });
    };
    return then(take(ofKey, cost, key.limit), pay);
  };

  const spend: Quota['spend'] = ({ accountId, limit, key }, cost) => {
    if (accountId === null) return UNCOUNTED;
    if (key !== undefined) return spendBoth({ accountId, limit, key }, cost);
    if (limit === null) return UNCOUNTED;
    const ms = clock();
    return then(take({ accountId, day: dayOf(ms) }, cost, limit), (outcome) => answer(outcome, limit, ms));
  };

  /** What is left of a day that a cost is too dear for; null when it may be granted. */
  const tooDear = (key: LeaseKey, cost: number, limit: number): Outcome | null => {
    const known = leases.known(key);
    if (known === null || known.reserved - known.left + cost <= limit) return null;
    return { granted: false, remaining: Math.max(limit - usedOf(known.reserved, known.left), 0) };
  };

  const refusal: Quota['refusal'] = ({ accountId, limit, key }, cost) => {
    if (accountId === null) return null;
    const ms = clock();
    const day = dayOf(ms);
    const own = key && tooDear({ accountId: -key.id, day }, cost, key.limit);
    if (key && own) return answerOfKey(own, key.limit, ms);
    const whole = limit === null ? null : tooDear({ accountId, day }, cost, limit);
    return whole && limit !== null ? answer(whole, limit, ms) : null;
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

  /** Requests of today with the tokens of a key that has a limit of its own. */
  const usedByKey = async (keyId: number): Promise<number> => {
    const { left, reserved } = await look({ accountId: -keyId, day: dayOf(clock()) });
    return usedOf(reserved, left);
  };

  /** How the day stands for a caller: the account's, or the key's where less is left of that. */
  const usageBy = async ({ accountId, limit, key }: Limited): Promise<Usage> => {
    const whole = await usage(accountId, limit);
    if (key === undefined) return whole;
    const used = await usedByKey(key.id);
    const remaining = Math.max(key.limit - used, 0);
    if (whole.remaining !== null && whole.remaining <= remaining) return whole;
    return { limit: key.limit, used, remaining, reset: whole.reset };
  };

  return {
    spend,
    refusal,
    usage,
    usageBy,
    usedByKey,
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
