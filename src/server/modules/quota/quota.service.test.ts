import { describe, expect, it } from 'vitest';
import type { Leases } from '#server/platform/counters/leases.ts';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import { silentLog } from '#test/support/log.ts';
import { callerOf, handClock } from './quota.fixture.ts';
import { dayOf } from './quota.rules.ts';
import { createQuota } from './quota.service.ts';
import { full, memoryLedger, quotaTable } from './quota.table.fixture.ts';

const start = (leases: Leases = createMemoryLeases()) => {
  const table = quotaTable();
  const { ledger, state: kept } = memoryLedger();
  const clock = handClock();
  const state = { isClosed: false };
  const closing: Leases = {
    ...leases,
    close: () => {
      state.isClosed = true;
      leases.close();
    },
  };
  const quota = createQuota({
    db: table.db,
    leases: closing,
    ledger,
    now: clock.now,
    ticks: () => clock.at,
    log: silentLog,
  });
  const reserved = (): number => table.of({ accountId: 1, day: dayOf(clock.at) });
  return { table, kept, clock, state, quota, reserved };
};

describe('nobody', () => {
  it.each([
    ['without an account', { ...callerOf(1, 5), accountId: null }],
    ['without a limit', callerOf(1, null)],
  ])('%s is counted or refused', async (_, caller) => {
    const { table, quota } = start();
    for (let call = 0; call < 10; call += 1) {
      expect(quota.refusal(caller, 1)).toBeNull();
      expect(await quota.spend(caller, 1)).toEqual({ granted: true, headers: {} });
    }
    expect(table.state.asked).toEqual([]);
  });
});

it('a limit that is gone refuses nobody', async () => {
  const { quota } = start();
  await quota.spend(callerOf(1, 5), 5);
  expect(quota.refusal(callerOf(1, 5), 1)).not.toBeNull();
  expect(quota.refusal(callerOf(1, null), 1)).toBeNull();
});

describe('a call', () => {
  it('is answered at once out of the lease, and refused early only where it cannot be granted', async () => {
    const { table, quota } = start();
    const caller = callerOf(1, 1000);
    await quota.spend(caller, 1);
    const before = table.state.asked.length;
    expect(quota.spend(caller, 1)).toMatchObject({ granted: true, headers: { 'X-RateLimit-Remaining': '998' } });
    expect(quota.refusal(caller, 998)).toBeNull();
    expect(quota.refusal(caller, 999)).toMatchObject({ headers: { 'X-RateLimit-Remaining': '998' } });
    expect(table.state.asked).toHaveLength(before);
  });

  it('says what is left of the day', async () => {
    const { quota } = start();
    const caller = callerOf(1, 100);
    expect(await quota.spend(caller, 30)).toMatchObject({ granted: true, headers: { 'X-RateLimit-Remaining': '70' } });
    expect(await quota.spend(caller, 71)).toMatchObject({ granted: false, headers: { 'X-RateLimit-Remaining': '70' } });
    expect(quota.refusal(caller, 70)).toBeNull();
    expect(quota.refusal(caller, 71)).toMatchObject({ granted: false, headers: { 'X-RateLimit-Remaining': '70' } });
  });

  it('of a limit that was lowered below what is used is told that nothing is left', async () => {
    const { quota } = start();
    await quota.spend(callerOf(1, 100), 60);
    const none = { granted: false, headers: { 'X-RateLimit-Limit': '20', 'X-RateLimit-Remaining': '0' } };
    expect(await quota.spend(callerOf(1, 20), 1)).toMatchObject(none);
    expect(quota.refusal(callerOf(1, 20), 1)).toMatchObject(none);
    expect(await quota.usage(1, 20)).toMatchObject({ used: 60, remaining: 0 });
  });
});

describe('a lease that is away', () => {
  it('holds nothing, and the table says what is used', async () => {
    const { quota } = start({ ...createMemoryLeases(), take: async () => null, put: async () => null });
    await quota.spend(callerOf(1, 100), 30);
    expect(await quota.usage(1, 100)).toMatchObject({ used: 30, remaining: 70 });
    await quota.giveBack(1, 'all');
    expect(await quota.usage(1, 100)).toMatchObject({ used: 0, remaining: 100 });
  });
});

describe('the table, after it failed', () => {
  it('is left alone for two seconds of a clock that is never set', async () => {
    const { table, clock, quota } = start();
    const caller = callerOf(1, 1000);
    await quota.spend(caller, 1);
    table.state.failure = full();
    await quota.spend(caller, 100);
    table.count('reserve');
    clock.at += 1999;
    await quota.spend(caller, 100);
    expect(table.count('reserve')).toBe(0);
    clock.at += 1;
    await quota.spend(caller, 100);
    expect(table.count('reserve') + table.count('add')).toBe(1);
  });
});

describe('requests that are given back', () => {
  it('can be spent at once', async () => {
    const { quota } = start();
    const caller = callerOf(1, 5);
    await quota.spend(caller, 5);
    await quota.giveBack(1, 2);
    expect(await quota.usage(1, 5)).toEqual({
      limit: 5,
      used: 3,
      remaining: 2,
      reset: new Date('2026-11-22T00:00:00Z'),
    });
    expect(await quota.spend(caller, 3)).toMatchObject({ granted: false });
    expect(await quota.spend(caller, 2)).toMatchObject({ granted: true });
  });

  it('are first told to the table where it does not know them', async () => {
    const { table, quota, reserved } = start();
    await quota.spend(callerOf(1, 100), 1);
    table.state.failure = full();
    await quota.spend(callerOf(1, 100), 20);
    await expect(quota.giveBack(1, 5)).rejects.toMatchObject({ code: '53100' });
    table.state.failure = null;
    await quota.giveBack(1, 5);
    expect(reserved()).toBe(16);
    expect(await quota.usage(1, 100)).toMatchObject({ used: 16 });
  });
});

describe('a stop', () => {
  it('hands back what was not spent, tells the table what is owed and closes everything', async () => {
    const { table, kept, state, quota, reserved } = start();
    const caller = callerOf(1, 1000);
    await quota.spend(caller, 1);
    table.state.failure = full();
    await quota.spend(caller, 100);
    await quota.spend(caller, 1);
    expect(reserved()).toBe(10);
    table.state.failure = null;
    await quota.close();
    expect(reserved()).toBe(102);
    expect([state.isClosed, kept.isClosed]).toEqual([true, true]);
  });

  it('closes everything also when the table takes nothing', async () => {
    const { table, kept, state, quota } = start();
    const caller = callerOf(1, 1000);
    await quota.spend(caller, 1);
    table.state.failure = full();
    await quota.spend(caller, 100);
    await quota.close();
    expect([state.isClosed, kept.isClosed]).toEqual([true, true]);
  });
});
