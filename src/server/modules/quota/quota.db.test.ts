import { describe, expect, it } from 'vitest';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import { testDatabase } from '#test/support/database.ts';
import { callerOf, quotasOn, remainingOf, spendAll, spendMany } from './quota.fixture.ts';

const db = await testDatabase();
const { state, newAccount, newQuota, reservedOf } = quotasOn(db);

describe('1,000 calls at once', () => {
  it.each([0, 1, 7, 100, 999, 1000])('are granted exactly the limit of %i', async (limit) => {
    const accountId = await newAccount();
    const granted = await spendMany([newQuota(createMemoryLeases())], 1000, callerOf(accountId, limit));
    expect(granted).toHaveLength(limit);
    expect(await reservedOf(accountId)).toBe(limit);
  });

  it('each say something else is left', async () => {
    const quota = newQuota(createMemoryLeases());
    const granted = await spendMany([quota], 200, callerOf(await newAccount(), 100));
    expect(new Set(granted.map(remainingOf))).toEqual(new Set(Array.from({ length: 100 }, (_, left) => left)));
  });

  it('are granted the limit together when other leases draw on the same day', async () => {
    const nodes = [newQuota(createMemoryLeases()), newQuota(createMemoryLeases()), newQuota(createMemoryLeases())];
    const granted = await spendMany(nodes, 1000, callerOf(await newAccount(), 100));
    expect(granted).toHaveLength(100);
  });
});

describe('a dear call', () => {
  it('is granted whole or refused whole, and costs nothing when it is refused', async () => {
    const caller = callerOf(await newAccount(), 100);
    const quota = newQuota(createMemoryLeases());
    expect(await spendMany([quota], 50, caller, 30)).toHaveLength(3);
    const refused = await quota.spend(caller, 30);
    expect(refused).toMatchObject({ granted: false, headers: { 'X-RateLimit-Remaining': '10' } });
    expect(await spendAll(quota, caller)).toBe(10);
  });

  it('is granted out of what lies in the lease and the table together', async () => {
    const caller = callerOf(await newAccount(), 1000);
    const quota = newQuota(createMemoryLeases());
    await quota.spend(caller, 1);
    expect((await quota.spend(caller, 999)).granted).toBe(true);
    expect((await quota.spend(caller, 1)).granted).toBe(false);
  });

  it('is refused when it alone is dearer than the limit', async () => {
    const accountId = await newAccount();
    const quota = newQuota(createMemoryLeases());
    expect(await quota.spend(callerOf(accountId, 7), 8)).toMatchObject({ granted: false });
    expect(await reservedOf(accountId)).toBe(0);
  });
});

describe('the table', () => {
  it('is asked once for a block of calls, and not for refusals', async () => {
    const caller = callerOf(await newAccount(), 10_000);
    const quota = newQuota(createMemoryLeases());
    await quota.spend(caller, 1);
    const before = state.statements;
    for (let call = 0; call < 99; call += 1) expect(quota.spend(caller, 1)).not.toBeInstanceOf(Promise);
    expect(state.statements).toBe(before);
    await quota.spend(caller, 9900);
    const full = state.statements;
    expect(quota.spend(caller, 1)).toMatchObject({ granted: false });
    expect(quota.refusal(caller, 1)).toMatchObject({ granted: false });
    expect(state.statements).toBe(full);
  });

  it('fails the calls that need it while it is away, and none afterwards', async () => {
    const caller = callerOf(await newAccount(), 100);
    let away = true;
    const shaky = quotasOn({ query: (...args) => (away ? Promise.reject(new Error('away')) : db.query(...args)) });
    const quota = shaky.newQuota(createMemoryLeases());
    const calls = await Promise.allSettled(Array.from({ length: 20 }, () => quota.spend(caller, 1)));
    expect(calls.map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
    expect(shaky.state.statements).toBe(1);
    away = false;
    expect(await spendMany([quota], 150, caller)).toHaveLength(100);
  });
});

describe('a limit that changes', () => {
  it('holds at once when it is lowered, also for what lies in the lease already', async () => {
    const accountId = await newAccount();
    const quota = newQuota(createMemoryLeases());
    await spendMany([quota], 50, callerOf(accountId, 10_000));
    expect(await spendAll(quota, callerOf(accountId, 60))).toBe(10);
    expect(quota.refusal(callerOf(accountId, 60), 1)).not.toBeNull();
    expect(await quota.spend(callerOf(accountId, 20), 1)).toMatchObject({ granted: false });
    expect(await quota.usage(accountId, 20)).toMatchObject({ limit: 20, used: 60, remaining: 0 });
  });

  it('holds at once when it is raised', async () => {
    const accountId = await newAccount();
    const quota = newQuota(createMemoryLeases());
    expect(await spendAll(quota, callerOf(accountId, 7))).toBe(7);
    expect(await spendAll(quota, callerOf(accountId, 20))).toBe(13);
  });

  it('costs nothing while there is none, and begins with nothing used', async () => {
    const accountId = await newAccount();
    const quota = newQuota(createMemoryLeases());
    const before = state.statements;
    expect(quota.spend(callerOf(accountId, null), 500)).toEqual({ granted: true, headers: {} });
    expect(quota.refusal(callerOf(accountId, null), 500)).toBeNull();
    expect(state.statements).toBe(before);
    expect(await spendAll(quota, callerOf(accountId, 5))).toBe(5);
  });
});

describe('usage', () => {
  it('says how the day stands, also to one who has not called yet', async () => {
    const accountId = await newAccount();
    const quota = newQuota(createMemoryLeases());
    const reset = new Date('2026-11-22T00:00:00Z');
    expect(await quota.usage(accountId, 100)).toEqual({ limit: 100, used: 0, remaining: 100, reset });
    await spendMany([quota], 42, callerOf(accountId, 100));
    expect(await quota.usage(accountId, 100)).toEqual({ limit: 100, used: 42, remaining: 58, reset });
  });

  it('of one without a limit is what was counted with all tokens, without what was taken back', async () => {
    const accountId = await newAccount();
    const { rows } = await db.query<{ id: number }>(
      `insert into api_token (account_id, hash, sealed, retired_at) values ($1, 'a', 'x', now()), ($1, 'b', 'x', null) returning id`,
      [accountId],
    );
    for (const { id } of rows)
      await db.query(
        `insert into request_count (token_id, day, ip, requests, cleared, last_at) values
          ($1, '2026-11-21', '192.0.2.1', 10, 3, now()), ($1, '2026-11-21', '192.0.2.2', 5, 0, now()),
          ($1, '2026-11-20', '192.0.2.1', 70, 0, now())`,
        [id],
      );
    const quota = newQuota(createMemoryLeases());
    expect(await quota.usage(accountId, null)).toMatchObject({ limit: null, used: 24, remaining: null });
  });
});
