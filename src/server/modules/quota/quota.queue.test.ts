import { describe, expect, it } from 'vitest';
import type { LeaseKey, Leases } from '#server/platform/counters/leases.ts';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import { keptLog } from '#test/support/log.ts';
import { createDebts } from './quota.debts.ts';
import { createQuotaQueue, type Outcome } from './quota.queue.ts';
import { answered, full, memoryLedger, quotaTable } from './quota.table.fixture.ts';

const DAY = 20_000;
const KEY = { accountId: 1, day: DAY };

/** A lease that cannot be reached. */
const away = (): Leases => ({ ...createMemoryLeases(), take: async () => null, put: async () => null });

/** A lease out of which others always take whatever is put in before it can be spent. */
const emptied = () => {
  const state = { blocks: 0 };
  const leases: Leases = {
    ...createMemoryLeases(),
    take: () => ({ ok: false, left: 0, reserved: 0, turn: 0 }),
    put: (_, { reserved, turn }) => {
      state.blocks += 1;
      return { ok: false, left: 0, reserved, turn };
    },
  };
  return { leases, state };
};

const queueWith = (leases: Leases, mostLeases = 100) => {
  const table = quotaTable();
  const { ledger } = memoryLedger();
  const debts = createDebts({ db: table.db, ledger, ticks: () => 0 });
  const log = keptLog();
  const queue = createQuotaQueue({ db: table.db, leases, debts, mostLeases, log });
  const settleMany = (calls: number, cost: number, limit: number): Promise<Outcome[]> =>
    Promise.all(Array.from({ length: calls }, () => queue.take(KEY, cost, limit)));
  return { table, ledger, log, queue, settleMany };
};

const grantedOf = (outcomes: readonly Outcome[]): number => outcomes.filter(({ granted }) => granted).length;

describe('a block', () => {
  it('serves those behind the call that fetched it', async () => {
    const { table, settleMany } = queueWith(createMemoryLeases());
    const outcomes = await settleMany(30, 1, 10_000);
    expect(outcomes.map(({ remaining }) => remaining)).toEqual(Array.from({ length: 30 }, (_, at) => 9_999 - at));
    expect(table.count('reserve')).toBe(1);
    expect(table.of(KEY)).toBe(100);
  });

  it('is no more than a call needs beyond what lies in the lease', async () => {
    const { table, queue } = queueWith(createMemoryLeases());
    await queue.take(KEY, 1, 1000);
    expect(table.of(KEY)).toBe(10);
    expect(await queue.take(KEY, 500, 1000)).toEqual({ granted: true, remaining: 499 });
    expect(table.of(KEY)).toBe(501);
  });

  it('is fetched for what lies in the lease and the table together', async () => {
    const { queue } = queueWith(createMemoryLeases());
    await queue.take(KEY, 1, 1000);
    expect(await queue.take(KEY, 999, 1000)).toEqual({ granted: true, remaining: 0 });
  });

  it('that the table has not got is told to the lease, and asked for no more', async () => {
    const { table, settleMany } = queueWith(createMemoryLeases());
    const outcomes = await settleMany(12, 10, 25);
    expect(grantedOf(outcomes)).toBe(2);
    expect(outcomes.at(-1)).toEqual({ granted: false, remaining: 5 });
    expect(table.count('reserve')).toBe(2);
  });

  it('is fetched eight times for others before a call pays the table itself', async () => {
    const { leases, state } = emptied();
    const { table, queue } = queueWith(leases);
    expect(await queue.take(KEY, 3, 1000)).toEqual({ granted: true, remaining: 1000 - table.of(KEY) });
    expect(state.blocks).toBe(8);
    expect(table.count('reserve')).toBe(9);
  });
});

describe('while the lease is away', () => {
  it('calls are paid for together, two hundred at once', async () => {
    const { table, settleMany } = queueWith(away());
    const outcomes = await settleMany(401, 2, 1000);
    expect(grantedOf(outcomes)).toBe(401);
    expect(outcomes.map(({ remaining }) => remaining)).toEqual([
      ...Array<number>(200).fill(600),
      ...Array<number>(200).fill(200),
      198,
    ]);
    expect(table.count('reserve')).toBe(3);
  });

  it('those that come first are granted when not all fit, and all hear what is left', async () => {
    const { table, settleMany } = queueWith(away());
    const outcomes = await settleMany(5, 4, 10);
    expect(outcomes.map(({ granted }) => granted)).toEqual([true, true, false, false, false]);
    expect(new Set(outcomes.map(({ remaining }) => remaining))).toEqual(new Set([2]));
    expect(table.of(KEY)).toBe(8);
    table.count('reserve');
    expect(await settleMany(2, 3, 10)).toEqual(Array(2).fill({ granted: false, remaining: 2 }));
    // A refusal changes nothing.
    expect(table.count('reserve')).toBe(1);
  });

  it('each call counts on its own day and by its own limit', async () => {
    const { table, queue } = queueWith(away());
    const tomorrow = { ...KEY, day: DAY + 1 };
    const outcomes = await Promise.all([
      queue.take(KEY, 1, 3),
      queue.take(KEY, 1, 3),
      queue.take(tomorrow, 1, 3),
      queue.take(tomorrow, 1, 1),
    ]);
    expect(outcomes).toEqual([
      { granted: true, remaining: 1 },
      { granted: true, remaining: 1 },
      { granted: true, remaining: 2 },
      { granted: false, remaining: 0 },
    ]);
    expect([table.of(KEY), table.of(tomorrow)]).toEqual([2, 1]);
  });

  it('a table that fails fails all that wait, and nobody afterwards', async () => {
    const { table, queue, settleMany } = queueWith(away());
    table.state.failure = full();
    const calls = await Promise.allSettled(Array.from({ length: 250 }, () => queue.take(KEY, 1, 1000)));
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(table.count('reserve')).toBe(1);
    table.state.failure = null;
    expect(grantedOf(await settleMany(2, 1, 1000))).toBe(2);
  });
});

describe('leases beyond those that are kept', () => {
  it('are put back into the table, the oldest first', async () => {
    const leases = createMemoryLeases();
    const { table, queue } = queueWith(leases, 1);
    const other = { ...KEY, accountId: 2 };
    await queue.take(KEY, 1, 1000);
    await queue.take(other, 1, 1000);
    await answered();
    expect([table.of(KEY), leases.known(KEY)]).toEqual([1, null]);
    expect([table.of(other), leases.known(other)]).toEqual([10, { left: 9, reserved: 10 }]);
    await queue.tidy(0);
    expect(table.of(other)).toBe(1);
  });

  it('are taken off what the table was not told of', async () => {
    const { table, ledger, queue } = queueWith(createMemoryLeases());
    await queue.take(KEY, 1, 1000);
    await queue.take(KEY, 9, 1000);
    table.state.failure = full();
    await queue.take(KEY, 1, 1000);
    expect(ledger.of(KEY)).toBe(10);
    await queue.tidy(0);
    expect(ledger.of(KEY)).toBe(1);
  });

  it('are forgotten where others may know them', async () => {
    const forgotten: LeaseKey[] = [];
    const { queue } = queueWith({ ...createMemoryLeases(), forget: (key) => void forgotten.push(key) }, 0);
    await queue.take(KEY, 1, 1000);
    await answered();
    expect(forgotten).toEqual([{ ...KEY, left: 9 }]);
  });

  it('cost the table nothing when nothing lies in them', async () => {
    const { table, queue } = queueWith(createMemoryLeases(), 0);
    await queue.take(KEY, 1, 1);
    await answered();
    expect(table.count('putBack')).toBe(0);
  });

  it('stay handed out when the table cannot be told', async () => {
    const { table, log, queue } = queueWith(createMemoryLeases());
    await queue.take(KEY, 1, 1000);
    table.state.failure = full();
    await queue.tidy(0);
    expect(log.lines).toEqual(['warn unspent requests could not be put back']);
    expect(table.of(KEY)).toBe(10);
  });
});
