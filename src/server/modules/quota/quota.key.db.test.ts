import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import { createRedisLeases, type RedisLeases } from '#server/platform/counters/redis-leases.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Caller } from '#server/platform/http/route.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { findRedis } from '#test/support/redis.ts';
import { callerOf, quotasOn, remainingOf, spendAll, spendMany, withKey } from './quota.fixture.ts';
import type { Quotas } from './quota.service.ts';
import { full, memoryLedger } from './quota.table.fixture.ts';

/** Limits of keys within those of their accounts. */

const db = await testDatabase();
const { state, newAccount, newKey, newQuota, reservedOf, reservedOfKey } = quotasOn(db);
const redis = await findRedis();

const open: RedisLeases[] = [];
afterEach(() => {
  for (const leases of open.splice(0)) leases.close();
});
const onRedis = async (): Promise<Quotas> => {
  const leases = createRedisLeases({ url: redis?.url ?? '', prefix: redis?.prefix ?? '', log: silentLog });
  open.push(leases);
  await leases.opened;
  return newQuota(leases);
};
const alone = async (): Promise<Quotas> => newQuota(createMemoryLeases());

/** A caller by a key with a limit, and one by the same account without. */
const newCallers = async (limit: number | null, ofKey: number) => {
  const accountId = await newAccount();
  const plain = callerOf(accountId, limit);
  const keyId = await newKey(accountId);
  return { accountId, keyId, plain, keyed: withKey(plain, keyId, ofKey) };
};
const usedBy = async (quota: Quotas, { accountId, limit }: Caller) => (await quota.usage(accountId ?? 0, limit)).used;

/** The database, which fails statements with this text while that is switched on. */
const whenAsked = (part: string, failed: () => Error) => {
  const failing = { isOn: false };
  const query: Executor['query'] = async (asked, values) => {
    const text = typeof asked === 'string' ? asked : asked.text;
    if (failing.isOn && text.includes(part)) throw failed();
    return db.query(asked, values);
  };
  return { db: { query }, state: failing };
};

const PLACES: readonly (readonly [string, () => Promise<readonly Quotas[]>])[] = [
  ['one node', async () => [await alone()]],
  ...(redis ? ([['two nodes with one Redis', async () => [await onRedis(), await onRedis()]]] as const) : []),
];

describe.each(PLACES)('a key with a limit on %s', (_, newNodes) => {
  it.each([1, 7, 100, 1000])('is granted exactly %i by 1,000 calls at once, which its account pays', async (limit) => {
    const nodes = await newNodes();
    const { keyed, keyId, plain } = await newCallers(10_000, limit);
    expect(await spendMany(nodes, 1000, keyed)).toHaveLength(limit);
    expect(await reservedOfKey(keyId)).toBe(limit);
    const [node] = nodes;
    if (!node) throw new Error('there is no node');
    expect(await node.usedByKey(keyId)).toBe(limit);
    expect(await usedBy(node, plain)).toBe(limit);
  });

  it('is granted no more than the account has, and gets back what that refuses', async () => {
    const nodes = await newNodes();
    const { keyed, keyId, accountId } = await newCallers(60, 100);
    expect(await spendMany(nodes, 1000, keyed)).toHaveLength(60);
    expect(await reservedOf(accountId)).toBe(60);
    for (const node of nodes) expect(await node.usedByKey(keyId)).toBe(60);
    // The account has more by now, and the key all that it was not granted.
    expect(await spendMany(nodes, 1000, withKey(callerOf(accountId, 1000), keyId, 100))).toHaveLength(40);
  });

  it('takes nothing from other keys, and all of them no more than the account has', async () => {
    const nodes = await newNodes();
    const { keyed, accountId, plain } = await newCallers(250, 100);
    const other = withKey(plain, await newKey(accountId), 100);
    const granted = await Promise.all([keyed, other].map((caller) => spendMany(nodes, 500, caller)));
    expect(granted.map(({ length }) => length)).toEqual([100, 100]);
    expect(await spendMany(nodes, 500, plain)).toHaveLength(50);
  });

  it('is refused dear calls whole, which cost neither of them anything', async () => {
    const nodes = await newNodes();
    const { keyed, keyId, plain } = await newCallers(1000, 100);
    expect(await spendMany(nodes, 50, keyed, 30)).toHaveLength(3);
    expect(await spendMany(nodes, 50, keyed)).toHaveLength(10);
    const [node] = nodes;
    if (!node) throw new Error('there is no node');
    expect([await node.usedByKey(keyId), await usedBy(node, plain)]).toEqual([100, 100]);
  });
});

describe('a key with a limit', () => {
  it('is told of the limit of which less is left, also when it is refused', async () => {
    const quota = await alone();
    const { keyed, plain } = await newCallers(1000, 3);
    expect(remainingOf(await quota.spend(keyed, 1))).toBe(2);
    expect(remainingOf(await quota.spend(plain, 1))).toBe(998);
    expect(await quota.usageBy({ ...keyed, accountId: keyed.accountId ?? 0 })).toMatchObject({
      limit: 3,
      used: 1,
      remaining: 2,
    });
    await quota.spend(keyed, 2);
    const refused = await quota.spend(keyed, 1);
    expect(refused).toMatchObject({ granted: false, byKey: true, headers: { 'X-RateLimit-Limit': '3' } });
    expect(refused.headers['Retry-After']).toBe('43200');
    expect(quota.refusal(keyed, 1)).toEqual(refused);
    expect(quota.refusal(plain, 1)).toBeNull();
    await quota.spend(plain, 996);
    const spent = await quota.spend({ ...keyed, key: { id: keyed.key?.id ?? 0, limit: 500 } }, 1);
    expect(spent).toMatchObject({ granted: false, headers: { 'X-RateLimit-Limit': '1000' } });
    expect(spent.byKey).toBeUndefined();
  });

  it('has it also where the account has none', async () => {
    const quota = await alone();
    const { keyed, plain } = await newCallers(null, 5);
    expect(await spendAll(quota, keyed)).toBe(5);
    expect(quota.spend(plain, 500)).toEqual({ granted: true, headers: {} });
  });

  it('begins anew with the day, and what lies in the lease goes back to the table', async () => {
    const quota = await alone();
    const { keyed, keyId, accountId } = await newCallers(100_000, 10_000);
    await spendMany([quota], 7, keyed);
    await quota.close();
    expect([await reservedOfKey(keyId), await reservedOf(accountId)]).toEqual([7, 7]);
    const next = await alone();
    expect(await next.usedByKey(keyId)).toBe(7);
    state.clock.at += 86_400_000;
    expect(await next.usedByKey(keyId)).toBe(0);
    expect(await spendAll(next, withKey(keyed, keyId, 3))).toBe(3);
    state.clock.at -= 86_400_000;
  });

  it('gets back what its account could not be asked for', async () => {
    const broken = whenAsked('quota_day', () => new Error('broken'));
    const { keyed, keyId } = await newCallers(100, 10);
    const quota = quotasOn(broken.db).newQuota(createMemoryLeases());
    broken.state.isOn = true;
    await expect(quota.spend(keyed, 1)).rejects.toThrow('broken');
    broken.state.isOn = false;
    expect(await quota.usedByKey(keyId)).toBe(0);
    expect(await spendAll(quota, keyed)).toBe(10);
  });

  it('is counted in the ledger while the table takes no changes, and told to it later', async () => {
    const { db: filled, state: disk } = whenAsked('insert', full);
    const { keyed, keyId, accountId } = await newCallers(1000, 10);
    const { ledger } = memoryLedger();
    const quota = quotasOn(filled).newQuota(createMemoryLeases(), undefined, ledger);
    disk.isOn = true;
    expect(await spendMany([quota], 100, keyed)).toHaveLength(10);
    expect(await reservedOfKey(keyId)).toBe(0);
    disk.isOn = false;
    await quota.flush();
    expect(await reservedOfKey(keyId)).toBe(10);
    expect(await reservedOf(accountId)).toBeGreaterThanOrEqual(10);
  });
});
