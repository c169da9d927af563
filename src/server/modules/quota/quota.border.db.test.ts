import { expect, it } from 'vitest';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import { testDatabase } from '#test/support/database.ts';
import { callerOf, quotasOn } from './quota.fixture.ts';

const { newAccount, newQuota } = quotasOn(await testDatabase());

it('refuses early only what cannot be granted, to the last request', async () => {
  const quota = newQuota(createMemoryLeases());
  const caller = callerOf(await newAccount(), 10_000);
  await quota.spend(caller, 1);
  expect(quota.refusal(caller, 9_999)).toBeNull();
  expect(quota.refusal(caller, 10_000)).toMatchObject({
    granted: false,
    headers: { 'X-RateLimit-Remaining': '9999' },
  });
});

it('gives all of a day back at once', async () => {
  const quota = newQuota(createMemoryLeases());
  const accountId = await newAccount();
  await quota.spend(callerOf(accountId, 2_000_000_000), 2_000_000_000);
  await quota.giveBack(accountId, 'all');
  expect(await quota.usage(accountId, 2_000_000_000)).toMatchObject({ used: 0 });
});
