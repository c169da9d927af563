import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Leases } from '#server/platform/counters/leases.ts';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import { createRedisLeases } from '#server/platform/counters/redis-leases.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { findRedis } from '#test/support/redis.ts';
import { randomRuns } from '#test/support/runs.ts';
import { callerOf, quotasOn } from './quota.fixture.ts';

const db = await testDatabase();
const { newAccount, newQuota, reservedOf } = quotasOn(db);
const redis = await findRedis();

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('spend' as const), cost: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('together' as const), calls: fc.integer({ min: 2, max: 30 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('giveBack' as const), amount: fc.integer({ min: 1, max: 50 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const) }) },
);

const kinds = [
  { name: 'in memory', missing: '', newLeases: () => createMemoryLeases(), shared: false },
  {
    name: 'in Redis',
    missing: redis ? '' : ' (skipped: no Redis)',
    newLeases: async () => {
      const leases = createRedisLeases({ url: redis?.url ?? '', prefix: redis?.prefix ?? '', log: silentLog });
      await leases.opened;
      return leases;
    },
    shared: true,
  },
];

const promise = 'whatever happens, no more is granted than the limit and what was given back: leases';

describe.each(kinds)('quotas', (kind) => {
  it.skipIf(kind.missing !== '')(`${promise} ${kind.name}${kind.missing}`, () => neverAbove(kind));
});

async function neverAbove(kind: (typeof kinds)[number]): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.nat(100), fc.nat(3000)), fc.array(step, { maxLength: 25 }), async (limit, steps) => {
      const accountId = await newAccount();
      const caller = callerOf(accountId, limit);
      let leases: Leases = await kind.newLeases();
      let quota = newQuota(leases);
      // The plain model: what is left, and what crashes may have lost of it.
      let left = limit;
      let lost = 0;
      const block = Math.max(1, Math.ceil(limit / 100));
      const spend = async (cost: number): Promise<void> => {
        const { granted } = await quota.spend(caller, cost);
        if (granted) left -= cost;
        expect(left).toBeGreaterThanOrEqual(0);
        if (!granted) expect(left - lost).toBeLessThan(cost);
      };
      for (const one of steps) {
        if (one.do === 'spend') await spend(one.cost);
        if (one.do === 'together') await Promise.all(Array.from({ length: one.calls }, () => spend(1)));
        if (one.do === 'giveBack') {
          const { used } = await quota.usage(accountId, limit);
          await quota.giveBack(accountId, one.amount);
          left += Math.min(one.amount, used);
          // What a crash lost counts as used, and may be what comes back.
          lost = Math.max(0, lost - Math.max(0, left - limit));
          left = Math.min(left, limit);
        }
        if (one.do === 'stop') await quota.close();
        if (one.do === 'crash') leases.close();
        if (one.do === 'crash' && !kind.shared) lost += block;
        if (one.do === 'crash' || one.do === 'stop') {
          leases = await kind.newLeases();
          quota = newQuota(leases);
        }
        expect(await reservedOf(accountId)).toBeLessThanOrEqual(limit);
      }
      const { used } = await quota.usage(accountId, limit);
      expect(limit - used).toBeLessThanOrEqual(left);
      expect(limit - used).toBeGreaterThanOrEqual(left - lost);
      await quota.close();
    }),
    { numRuns: randomRuns(60) },
  );
}
