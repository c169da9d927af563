import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openLedger } from '#server/platform/counters/ledger.ts';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import { DatabaseSilent } from '#server/platform/db/away.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { randomRuns } from '#test/support/runs.ts';
import { callerOf, quotasOn, remainingOf, spendAll, spendMany } from './quota.fixture.ts';
import type { Quotas } from './quota.service.ts';

const db = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'kinodex-ledger-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

type State = 'well' | 'full' | 'silent' | 'lost';

/** A database that takes no changes, answers nothing, or loses the answer to a change that it has made. */
const failing = () => {
  const state: { now: State } = { now: 'well' };
  const full = () => Object.assign(new Error('could not extend file'), { code: '53100' });
  const executor: Executor = {
    query: async (query, values) => {
      const text = typeof query === 'string' ? query : query.text;
      const changes = /insert|update/.test(text);
      if (state.now === 'silent') throw new DatabaseSilent();
      if (state.now === 'full' && changes) throw full();
      const answer = await db.query<never>(query, values);
      if (state.now === 'lost' && changes) throw new DatabaseSilent();
      return answer;
    },
  };
  return { state, executor };
};

/** An account on a node that can crash, stop and come back. */
const start = async () => {
  const { state, executor } = failing();
  const { newAccount, newQuota, reservedOf, state: fixture } = quotasOn(executor);
  const file = join(folder, `ledger-${++files}`);
  const email = `full-${files}@example.org`;
  const { rows } = await db.query<{ id: number }>('insert into account (email) values ($1) returning id', [email]);
  const accountId = rows[0]?.id ?? 0;
  const newNode = (): Quotas => newQuota(createMemoryLeases(), undefined, openLedger(file));
  return { state, accountId, newNode, reservedOf: () => reservedOf(accountId), clock: fixture.clock, newAccount };
};

describe('while the table takes no changes', () => {
  it('requests are counted on, to the last one of the day, and the table is told of each once', async () => {
    const { state, accountId, newNode, reservedOf } = await start();
    const quota = newNode();
    const caller = callerOf(accountId, 100);
    expect((await spendMany([quota], 30, caller)).length).toBe(30);
    state.now = 'full';
    const granted = await spendMany([quota], 90, caller);
    expect(granted).toHaveLength(70);
    expect(Math.min(...granted.map(remainingOf))).toBe(0);
    expect(await quota.usage(accountId, 100)).toMatchObject({ used: 100, remaining: 0 });
    state.now = 'well';
    await quota.flush();
    await quota.flush();
    expect(await reservedOf()).toBe(100);
    expect(await spendAll(quota, caller)).toBe(0);
  });

  it('a crash forgets none of them, and a stop hands back what was not spent', async () => {
    const { state, accountId, newNode, reservedOf } = await start();
    const caller = callerOf(accountId, 1000);
    let quota = newNode();
    await quota.spend(caller, 1);
    state.now = 'full';
    await spendMany([quota], 500, caller);
    quota = newNode();
    // A block may lie in the lease that was lost.
    expect((await quota.usage(accountId, 1000)).used).toBeGreaterThanOrEqual(501);
    expect((await quota.usage(accountId, 1000)).used).toBeLessThanOrEqual(511);
    const { used } = await quota.usage(accountId, 1000);
    await quota.spend(caller, 1);
    await quota.close();
    quota = newNode();
    expect((await quota.usage(accountId, 1000)).used).toBe(used + 1);
    state.now = 'well';
    expect(await spendAll(quota, caller)).toBe(999 - used);
    expect(await reservedOf()).toBe(1000);
  });

  it('what is known goes on also when nothing is answered; what is not known is not guessed', async () => {
    const { state, accountId, newNode } = await start();
    const quota = newNode();
    const caller = callerOf(accountId, 50);
    await quota.spend(caller, 1);
    state.now = 'silent';
    expect(await spendAll(quota, caller)).toBe(49);
    const stranger = await start();
    stranger.state.now = 'silent';
    const refused = stranger.newNode().spend(callerOf(stranger.accountId, 50), 1);
    await expect(refused).rejects.toBeInstanceOf(DatabaseSilent);
  });

  it('nothing is given back that the table has not been told of', async () => {
    const { state, accountId, newNode } = await start();
    const quota = newNode();
    const caller = callerOf(accountId, 50);
    await quota.spend(caller, 1);
    state.now = 'full';
    await spendAll(quota, caller);
    await expect(quota.giveBack(accountId, 10)).rejects.toMatchObject({ code: '53100' });
    state.now = 'well';
    await quota.giveBack(accountId, 10);
    expect(await spendAll(quota, caller)).toBe(10);
  });
});

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('spend' as const), cost: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('together' as const), calls: fc.integer({ min: 2, max: 30 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('giveBack' as const), amount: fc.integer({ min: 1, max: 50 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('turn' as const),
      state: fc.constantFrom<State>('well', 'full', 'full', 'silent', 'lost'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const) }) },
);

it('whatever fails in whatever order, no more is granted than the limit and what was given back', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.nat(100), fc.nat(3000)), fc.array(step, { maxLength: 40 }), async (limit, steps) => {
      const { state, accountId, newNode, clock } = await start();
      const caller = callerOf(accountId, limit);
      let quota = newNode();
      let left = limit;
      /** What a crash or an answer that got lost may have cost the caller; nobody else may be cost anything. */
      let doubtful = false;
      const spend = async (cost: number): Promise<void> => {
        const spent = await Promise.resolve(quota.spend(caller, cost)).then(
          ({ granted }) => granted,
          () => null,
        );
        if (spent) left -= cost;
        expect(left).toBeGreaterThanOrEqual(0);
        if (spent === false && !doubtful) expect(left).toBeLessThan(cost);
      };
      for (const one of steps) {
        if (one.do === 'spend') await spend(one.cost);
        if (one.do === 'together') await Promise.all(Array.from({ length: one.calls }, () => spend(1)));
        if (one.do === 'flush') await Promise.all([quota.flush().catch(() => {}), spend(1)]);
        if (one.do === 'wait') clock.at += 3_000;
        if (one.do === 'turn') state.now = one.state;
        if (state.now === 'lost') doubtful = true;
        if (one.do === 'giveBack') {
          const before = await quota.usage(accountId, limit).catch(() => null);
          const given = await quota.giveBack(accountId, one.amount).then(
            () => true,
            // It may have come back all the same.
            () => state.now === 'lost',
          );
          if (before && given) left = Math.min(limit, left + Math.min(one.amount, before.used));
        }
        if (one.do === 'stop') await quota.close();
        if (one.do === 'stop' || one.do === 'crash') {
          doubtful = true;
          quota = newNode();
        }
      }
      state.now = 'well';
      await quota.flush();
      const { used } = await quota.usage(accountId, limit);
      expect(limit - used).toBeLessThanOrEqual(left);
      if (!doubtful) expect(limit - used).toBe(left);
      await quota.close();
    }),
    { numRuns: randomRuns(80) },
  );
});
