import { expect, it } from 'vitest';
import { createMemoryPurse } from '#server/platform/counters/memory-purse.ts';
import { testDatabase } from '#test/support/database.ts';
import { callerOf, quotasOn } from './quota.fixture.ts';

const { newAccount, newQuota } = quotasOn(await testDatabase());

it('refuses early only what cannot be granted, to the last request', async () => {
  const quota = newQuota(createMemoryPurse());
  const caller = callerOf(await newAccount(), 10_000);
  await quota.spend(caller, 1);
  expect(quota.refusal(caller, 9_999)).toBeNull();
  expect(quota.refusal(caller, 10_000)).toMatchObject({
    granted: false,
    headers: { 'X-RateLimit-Remaining': '9999' },
  });
});
