import { describe, expect, it } from 'vitest';
import { NOW, peopleIn, SECRET, TODAY } from '#server/modules/tokens/people.fixture.ts';
import { createTokens } from '#server/modules/tokens/token.service.ts';
import { createUserToken } from '#server/modules/tokens/user-token.service.ts';
import { createMemoryLeases } from '#server/platform/counters/memory-leases.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { createRequests } from './count.service.ts';
import { createManager } from './manager.service.ts';
import { createQuota } from './quota.service.ts';

const db = await testDatabase();
const people = peopleIn(db);
const now = () => NOW;
const tokens = createTokens({ db, secret: SECRET, now });
const quota = createQuota({ db, leases: createMemoryLeases(), now, log: silentLog });
const page = createUserToken({
  db,
  tokens,
  usage: quota.usage,
  requests: createRequests(db),
  now,
  configuration: { number: () => 30 },
});

/** A user whose limit is five and who has spent it, three requests of it from one address. */
const spent = async () => {
  const one = await people.person();
  await db.query('update account set max_requests = 5 where id = $1', [one.accountId]);
  for (let at = 0; at < 5; at++) expect(await spend(one.token)).toBe(true);
  expect(await spend(one.token)).toBe(false);
  await people.counted(one.tokenId, TODAY, '192.0.2.1', 3);
  await people.counted(one.tokenId, TODAY, '192.0.2.2', 2);
  return one;
};
const spend = async (token: string) => (await quota.spend(await tokens.authenticate(token), 1)).granted;

describe('a spent quota', () => {
  it('stays spent with a new token', async () => {
    const one = await spent();
    const next = await tokens.replace(one.accountId, null);
    tokens.invalidate();
    expect(await spend(next)).toBe(false);
    expect(await page.show(one.accountId, '192.0.2.1')).toMatchObject({ limit: 5, used: 5, remaining: 0 });
  });

  it('comes back at once by what a manager takes off, also with a new token', async () => {
    const one = await spent();
    const manager = createManager({ db, tokens, now, flush: async () => {}, giveBack: quota.giveBack });
    const next = await tokens.replace(one.accountId, null);
    tokens.invalidate();
    await manager.clearTokenIp(one.token, '192.0.2.1');
    expect(await quota.usage(one.accountId, 5)).toMatchObject({ used: 2, remaining: 3 });
    expect([await spend(next), await spend(next), await spend(next), await spend(next)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
