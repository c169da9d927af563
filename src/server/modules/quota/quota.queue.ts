import type { Known, LeaseKey, Leases, Taken } from '#server/platform/counters/leases.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Debts } from './quota.debts.ts';
import { blockOf, fitting, usedOf } from './quota.rules.ts';
import { findReserved, putBack, reserve } from './quota.store.ts';

/** How a call ended: what is left of the day after it, and whether it was granted. */
export interface Outcome {
  readonly granted: boolean;
  readonly remaining: number;
}

/** A call that cannot be decided from the lease alone. */
interface Waiting extends LeaseKey {
  readonly cost: number;
  readonly limit: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface QueueOptions {
  readonly db: Executor;
  readonly leases: Leases;
  /** Hands out in the table's place while that takes no changes. */
  readonly debts: Debts;
  /** Leases that are kept at most. */
  readonly mostLeases: number;
  readonly log: Log;
}

/** Blocks a call tries to get before it pays the table directly; each failure means that others got some. */
const TRIES = 8;
/** Calls that are paid for with one statement while the lease is away. */
const GROUP = 200;

const remainingOf = ({ left, reserved }: Known, limit: number): number => Math.max(limit - usedOf(reserved, left), 0);

/** What a lease's answer decides; null when the table has to be asked. */
export const outcomeOf = ({ ok, left, reserved }: Taken, cost: number, limit: number): Outcome | null => {
  if (reserved === null || (!ok && reserved - left + cost <= limit)) return null;
  return { granted: ok, remaining: remainingOf({ left, reserved }, limit) };
};

/**
 * The way to the table, one call of an account after the other, so that no account holds more than one connection and a
 * block that one call fetched serves those behind it. A failure of the table fails all that wait.
 */
export const createQuotaQueue = ({ db, leases, debts, mostLeases, log }: QueueOptions) => {
  const queues = new Map<number, Waiting[]>();

  /** A block, or what the table says when it has none to give, put into the lease. */
  const fill = async (call: Waiting, { left, reserved, turn }: Taken): Promise<Taken | null> => {
    const { cost, limit } = call;
    if (reserved !== null) {
      const amount = blockOf(cost - left, limit, reserved);
      const since = await debts.handOut(call, amount, limit, reserved);
      if (since !== null) return leases.put(call, { amount, reserved: since, turn }, cost, limit);
    }
    return leases.put(call, { amount: 0, reserved: await debts.reserved(call), turn }, cost, limit);
  };

  /** Null when the lease is away, or others were always quicker. */
  const fromLease = async (call: Waiting): Promise<Outcome | null> => {
    let taken = await leases.take(call, call.cost, call.limit);
    for (let tries = 0; taken !== null; tries += 1) {
      const outcome = outcomeOf(taken, call.cost, call.limit);
      if (outcome || tries >= TRIES) return outcome;
      taken = await fill(call, taken);
    }
    return null;
  };

  /** Pays for calls straight from the table, those that come first first. */
  const fromTable = async (calls: readonly [Waiting, ...Waiting[]]): Promise<void> => {
    const [{ limit }] = calls;
    let granted: readonly Waiting[] = calls;
    for (;;) {
      const cost = granted.reduce((sum, call) => sum + call.cost, 0);
      let reserved = granted.length > 0 ? await reserve(db, calls[0], cost, limit) : null;
      const done = reserved !== null;
      reserved ??= await findReserved(db, calls[0]);
      if (done || granted.length === 0) {
        const remaining = Math.max(limit - reserved, 0);
        for (const call of calls) call.resolve({ granted: granted.includes(call), remaining });
        return;
      }
      granted = fitting(calls, limit - reserved);
    }
  };

  /** Returns to the table what lies in the oldest leases, down to `keep` of them. */
  const tidy = async (keep: number): Promise<void> => {
    const unspent = debts.giveBack(leases.drain(keep));
    if (unspent.length === 0) return;
    try {
      await putBack(db, unspent);
      for (const key of unspent) await leases.forget(key);
    } catch (err) {
      log.warn({ err }, 'unspent requests could not be put back');
    }
  };

  /** True when the lease decided. */
  const settleFirst = async (first: Waiting, queue: Waiting[]): Promise<boolean> => {
    const outcome = await fromLease(first);
    if (outcome) {
      queue.shift();
      first.resolve(outcome);
      return true;
    }
    const alike = queue.slice(0, GROUP).findIndex(({ day, limit }) => day !== first.day || limit !== first.limit);
    const group = queue.splice(0, alike === -1 ? GROUP : alike);
    try {
      await fromTable([first, ...group.slice(1)]);
    } catch (error) {
      for (const call of group) call.reject(error);
      throw error;
    }
    return false;
  };

  /** Settles all that what lies in the lease decides: mostly the block that the first one fetched. */
  const settleFromLease = async (queue: Waiting[]): Promise<void> => {
    const asked = await Promise.all(
      queue.map(async (call) => ({ call, taken: await leases.take(call, call.cost, call.limit) })),
    );
    const settled = new Set<Waiting>();
    for (const { call, taken } of asked) {
      const outcome = taken && outcomeOf(taken, call.cost, call.limit);
      if (!outcome) continue;
      settled.add(call);
      call.resolve(outcome);
    }
    queue.splice(0, queue.length, ...queue.filter((call) => !settled.has(call)));
  };

  const run = async (accountId: number, queue: Waiting[]): Promise<void> => {
    try {
      for (let [first] = queue; first; [first] = queue) {
        const isThere = await settleFirst(first, queue);
        if (isThere && queue.length > 0) await settleFromLease(queue);
      }
    } catch (error) {
      for (const call of queue.splice(0)) call.reject(error);
    }
    // In the same turn in which the queue was seen empty, so that nobody lines up behind nobody.
    queues.delete(accountId);
    await tidy(mostLeases);
  };

  return {
    take: (key: LeaseKey, cost: number, limit: number): Promise<Outcome> =>
      new Promise((resolve, reject) => {
        const call = { accountId: key.accountId, day: key.day, cost, limit, resolve, reject };
        const queue = queues.get(key.accountId);
        if (queue) {
          queue.push(call);
          return;
        }
        const first = [call];
        queues.set(key.accountId, first);
        run(key.accountId, first);
      }),
    tidy,
  };
};
