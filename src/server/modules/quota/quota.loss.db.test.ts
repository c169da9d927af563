import { describe, expect, it } from 'vitest';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import { testDatabase } from '#test/support/database.ts';
import { callerOf, handClock, quotasOn, remainingOf, spendAll, spendMany } from './quota.fixture.ts';

const db = await testDatabase();
const { state, newAccount, newQuota, reservedOf } = quotasOn(db);

describe('a process that ends', () => {
  it('loses nothing when it stops', async () => {
    const accountId = await newAccount();
    const caller = callerOf(accountId, 10_000);
    const quota = newQuota(createMemoryLeases());
    await spendMany([quota], 30, caller);
    expect(await reservedOf(accountId)).toBe(100);
    await quota.close();
    expect(await reservedOf(accountId)).toBe(30);
    expect(await newQuota(createMemoryLeases()).usage(accountId, 10_000)).toMatchObject({ used: 30 });
  });

  it.each([
    [1, 1, 1],
    [100, 30, 1],
    [10_000, 30, 100],
    [1_000_000, 30, 1000],
  ])('loses at most a block when it crashes, of a limit of %i', async (limit, calls, block) => {
    const accountId = await newAccount();
    const caller = callerOf(accountId, limit);
    const before = (await spendMany([newQuota(createMemoryLeases())], calls, caller)).length;
    const { used } = await newQuota(createMemoryLeases()).usage(accountId, limit);
    expect(used).toBeGreaterThanOrEqual(before);
    expect(used).toBeLessThan(before + block);
  });

  it('has granted no more than the limit, whenever it crashed', async () => {
    const caller = callerOf(await newAccount(), 1000);
    let granted = 0;
    for (let life = 0; life < 10; life += 1)
      granted += (await spendMany([newQuota(createMemoryLeases())], 55, caller)).length;
    granted += await spendAll(newQuota(createMemoryLeases()), caller);
    expect(granted).toBeLessThanOrEqual(1000);
    expect(granted).toBeGreaterThanOrEqual(900);
  });

  it('ends in peace when the table is away, and says what that means', async () => {
    let away = false;
    const shaky = quotasOn({ query: (...args) => (away ? Promise.reject(new Error('away')) : db.query(...args)) });
    const quota = shaky.newQuota(createMemoryLeases());
    await quota.spend(callerOf(await newAccount(), 10_000), 1);
    away = true;
    await quota.close();
    expect(shaky.state.log.lines).toEqual(['warn unspent requests could not be put back']);
  });
});

describe('the leases of a process', () => {
  it('are no more than it may keep; what lay in the oldest ones is in the table again', async () => {
    const leases = createMemoryLeases();
    const quota = newQuota(leases, 3);
    const accounts = [];
    for (let each = 0; each < 5; each += 1) {
      const accountId = await newAccount();
      accounts.push(accountId);
      await quota.spend(callerOf(accountId, 10_000), 1);
    }
    const [oldest = 0] = accounts;
    await expect.poll(() => reservedOf(oldest)).toBe(1);
    expect(leases.drain(0)).toHaveLength(3);
    expect(await quota.spend(callerOf(oldest, 10_000), 1)).toMatchObject({ granted: true });
  });
});

describe('the day', () => {
  it('begins anew at midnight, UTC', async () => {
    const clock = handClock(Date.parse('2026-11-21T23:59:59.999Z'));
    state.clock.at = clock.at;
    const accountId = await newAccount();
    const caller = callerOf(accountId, 7);
    const quota = newQuota(createMemoryLeases());
    expect(await spendAll(quota, caller)).toBe(7);
    expect(quota.refusal(caller, 1)?.headers).toMatchObject({ 'Retry-After': '1', RateLimit: '"day";r=0;t=1' });
    state.clock.at += 1;
    expect(quota.refusal(caller, 1)).toBeNull();
    expect(await quota.usage(accountId, 7)).toMatchObject({ used: 0, reset: new Date('2026-11-23T00:00:00Z') });
    expect(await spendAll(quota, caller)).toBe(7);
  });

  it('does not come back when the clock is put back', async () => {
    state.clock.at = Date.parse('2026-11-21T23:59:00Z');
    const caller = callerOf(await newAccount(), 10);
    const quota = newQuota(createMemoryLeases());
    await spendMany([quota], 4, caller);
    state.clock.at = Date.parse('2026-11-22T00:00:00Z');
    expect(await spendAll(quota, caller)).toBe(10);
    state.clock.at = Date.parse('2026-11-21T22:00:00Z');
    expect(await quota.spend(caller, 1)).toMatchObject({ granted: false, headers: { 'Retry-After': '86400' } });
  });

  it('is that of the table for a process that starts with a clock that is behind', async () => {
    state.clock.at = Date.parse('2026-11-21T12:00:00Z');
    const caller = callerOf(await newAccount(), 10);
    expect(await spendAll(newQuota(createMemoryLeases()), caller)).toBe(10);
    state.clock.at = Date.parse('2026-11-21T09:00:00Z');
    expect(await spendAll(newQuota(createMemoryLeases()), caller)).toBe(0);
  });
});

describe('requests that are given back', () => {
  it('can be spent at once, and no others', async () => {
    const accountId = await newAccount();
    const caller = callerOf(accountId, 100);
    const quota = newQuota(createMemoryLeases());
    expect(await spendAll(quota, caller)).toBe(100);
    await quota.giveBack(accountId, 25);
    expect(quota.refusal(caller, 1)).toBeNull();
    expect(await quota.usage(accountId, 100)).toMatchObject({ used: 75, remaining: 25 });
    expect(await spendAll(quota, caller)).toBe(25);
  });

  it('are no more than were used', async () => {
    const accountId = await newAccount();
    const caller = callerOf(accountId, 10_000);
    const quota = newQuota(createMemoryLeases());
    await spendMany([quota], 10, caller);
    await quota.giveBack(accountId, 5000);
    expect(await quota.usage(accountId, 10_000)).toMatchObject({ used: 0, remaining: 10_000 });
    expect(await quota.spend(caller, 10_001)).toMatchObject({ granted: false });
    expect(remainingOf(await quota.spend(caller, 10_000))).toBe(0);
  });

  it('are nothing to an account that has used nothing', async () => {
    const accountId = await newAccount();
    const quota = newQuota(createMemoryLeases());
    await quota.giveBack(accountId, 5);
    expect(await spendAll(quota, callerOf(accountId, 3))).toBe(3);
  });

  it('are known also to calls that were on their way to the table', async () => {
    const accountId = await newAccount();
    const caller = callerOf(accountId, 100);
    const quota = newQuota(createMemoryLeases());
    await spendMany([quota], 90, caller);
    const [granted] = await Promise.all([spendMany([quota], 60, caller), quota.giveBack(accountId, 20)]);
    const after = await spendAll(quota, caller);
    expect(granted.length + after).toBe(30);
  });
});
