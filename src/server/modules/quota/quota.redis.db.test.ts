import { afterEach, describe, expect, it } from 'vitest';
import { createRedisLeases, type RedisLeases } from '#server/platform/counters/redis-leases.ts';
import { testDatabase } from '#test/support/database.ts';
import { keptLog, silentLog } from '#test/support/log.ts';
import { findRedis, noRedisServer, startRedis } from '#test/support/redis.ts';
import { callerOf, quotasOn, spendAll, spendMany } from './quota.fixture.ts';

const db = await testDatabase();
const { state, newAccount, newQuota, reservedOf } = quotasOn(db);
const redis = await findRedis();

const open: RedisLeases[] = [];
const newLeases = async (url: string, prefix: string, log = silentLog): Promise<RedisLeases> => {
  const leases = createRedisLeases({ url, prefix, log });
  open.push(leases);
  await leases.opened;
  return leases;
};
afterEach(() => {
  for (const leases of open.splice(0)) leases.close();
});

describe.skipIf(!redis)(`two nodes with one Redis${redis ? '' : ' (skipped: no Redis)'}`, () => {
  const newNode = async () => newQuota(await newLeases(redis?.url ?? '', redis?.prefix ?? ''));

  it.each([0, 1, 7, 100, 1000])('are granted exactly the limit of %i by 1,000 calls at once', async (limit) => {
    const nodes = [await newNode(), await newNode()];
    const accountId = await newAccount();
    expect(await spendMany(nodes, 1000, callerOf(accountId, limit))).toHaveLength(limit);
    expect(await reservedOf(accountId)).toBe(limit);
  });

  it('never grant more than the limit to dear calls', async () => {
    const nodes = [await newNode(), await newNode()];
    const caller = callerOf(await newAccount(), 100);
    expect(await spendMany(nodes, 50, caller, 30)).toHaveLength(3);
    expect(await spendMany(nodes, 50, caller)).toHaveLength(10);
  });

  it('say the same of the day, and refuse without the table', async () => {
    const [one, two] = [await newNode(), await newNode()];
    const accountId = await newAccount();
    const caller = callerOf(accountId, 1000);
    await spendMany([one], 123, caller);
    expect(await two.usage(accountId, 1000)).toMatchObject({ used: 123, remaining: 877 });
    await one.spend(caller, 877);
    const before = state.statements;
    expect(await two.spend(caller, 1)).toMatchObject({ granted: false });
    expect(two.refusal(caller, 1)).toMatchObject({ granted: false });
    expect(state.statements).toBe(before);
  });

  it('both grant what one gave back', async () => {
    const [one, two] = [await newNode(), await newNode()];
    const accountId = await newAccount();
    const caller = callerOf(accountId, 100);
    await spendMany([one, two], 200, caller);
    await one.giveBack(accountId, 30);
    expect((await two.spend(caller, 1)).granted).toBe(true);
    expect(await spendMany([one, two], 200, caller)).toHaveLength(29);
  });

  it('lose nothing when one crashes', async () => {
    const caller = callerOf(await newAccount(), 10_000);
    await spendMany([await newNode()], 30, caller);
    expect(await spendAll(await newNode(), caller, 10)).toBe(997);
  });
});

describe.skipIf(noRedisServer !== '')(`a Redis that fails${noRedisServer}`, () => {
  it.each([
    [100, 95],
    [1000, 950],
  ])('half-way costs next to nothing of a limit of %i, and no call an error', async (limit, least) => {
    const server = await startRedis();
    const nodes = [newQuota(await newLeases(server.url, 'a:')), newQuota(await newLeases(server.url, 'a:'))];
    const accountId = await newAccount();
    const caller = callerOf(accountId, limit);
    let granted = (await spendMany(nodes, limit * 0.4, caller)).length;
    const [during] = await Promise.all([spendMany(nodes, 1000, caller), server.kill()]);
    granted += during.length + (await spendMany(nodes, 1000, caller)).length;
    expect(granted).toBeLessThanOrEqual(limit);
    expect(granted).toBeGreaterThanOrEqual(least);
    expect(await reservedOf(accountId)).toBe(limit);
  });

  it('is used again when it is back, and said so once', async () => {
    const server = await startRedis();
    const log = keptLog();
    const leases = await newLeases(server.url, 'b:', log);
    const quota = newQuota(leases);
    const caller = callerOf(await newAccount(), 10_000);
    await quota.spend(caller, 1);
    await server.kill();
    await spendMany([quota], 20, caller);
    await server.start();
    await expect.poll(leases.inUse).toBe(true);
    await quota.spend(caller, 1);
    const before = state.statements;
    expect(await spendMany([quota], 50, caller)).toHaveLength(50);
    expect(state.statements).toBe(before);
    expect(log.lines).toHaveLength(2);
    expect(log.lines[0]).toMatch(/^warn Redis is not used/);
    expect(log.lines[1]).toBe('info Redis is used again');
  });

  it('and comes back with an old snapshot gives nothing twice', async () => {
    const server = await startRedis();
    const leases = await newLeases(server.url, 'c:');
    const quota = newQuota(leases);
    const accountId = await newAccount();
    const caller = callerOf(accountId, 1000);
    await quota.spend(caller, 1);
    await server.save();
    let granted = 1 + (await spendMany([quota], 509, caller)).length;
    await server.kill();
    await server.start();
    await expect.poll(leases.inUse).toBe(true);
    expect((await quota.usage(accountId, 1000)).used).toBeGreaterThanOrEqual(granted);
    granted += (await spendMany([quota], 1000, caller)).length;
    expect(granted).toBeLessThanOrEqual(1000);
    expect(granted).toBeGreaterThanOrEqual(990);
  });

  it('by hanging is left alone after the first wait', async () => {
    const server = await startRedis();
    const leases = await newLeases(server.url, 'd:');
    const quota = newQuota(leases);
    const caller = callerOf(await newAccount(), 100);
    await quota.spend(caller, 1);
    server.hold();
    expect(await spendMany([quota], 200, caller)).toHaveLength(99);
    expect(leases.inUse()).toBe(false);
    server.release();
  });

  it('from the start is the same', async () => {
    const leases = createRedisLeases({ url: 'redis://127.0.0.1:1', log: silentLog });
    open.push(leases);
    const quota = newQuota(leases);
    const accountId = await newAccount();
    expect(await spendMany([quota], 1000, callerOf(accountId, 100))).toHaveLength(100);
    await quota.giveBack(accountId, 10);
    expect(await quota.usage(accountId, 100)).toMatchObject({ used: 90 });
    expect(await spendAll(quota, callerOf(accountId, 100))).toBe(10);
  });
});
