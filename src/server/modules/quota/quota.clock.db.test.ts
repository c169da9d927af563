import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import { createDatabase } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { callerOf, quotasOn, spendAll } from './quota.fixture.ts';
import { createQuota } from './quota.service.ts';

const db = await testDatabase();
const { newAccount } = quotasOn(db);
const serving = createDatabase({ connection: db.connection, kind: db.kind, poolSize: 1, log: silentLog });
await serving.watch();
afterAll(serving.close);
afterEach(() => void vi.useRealTimers());

it.each([3, 24])('a node whose clock is set ahead by %i hours grants no second day', async (hours) => {
  const caller = callerOf(await newAccount(), 20);
  const quota = createQuota({ db: serving, leases: createMemoryLeases(), now: serving.now, log: silentLog });
  expect(await spendAll(quota, caller)).toBe(20);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  expect(await spendAll(quota, caller)).toBe(0);
});
