import { describe, expect, it } from 'vitest';
import { invalidateToken, userToken } from '#contracts/account.api.ts';
import { createRequests } from '#server/modules/quota/count.service.ts';
import { testDatabase } from '#test/support/database.ts';
import { ask, callOf, failureOf, NOW, peopleIn, SECRET, TODAY } from './people.fixture.ts';
import { createTokens } from './token.service.ts';
import { userTokenRoutes } from './user-token.routes.ts';
import { createUserToken } from './user-token.service.ts';

const db = await testDatabase();
const people = peopleIn(db);
const tokens = createTokens({ db, secret: SECRET, now: () => NOW });
const usage = (accountId: number, limit: number | null) => ({
  limit,
  used: accountId,
  remaining: limit === null ? null : limit - 1,
  reset: '2026-11-22T00:00:00Z',
});
const routes = userTokenRoutes(
  createUserToken({
    db,
    tokens,
    usage,
    requests: createRequests(db),
    now: () => NOW,
    configuration: { number: () => 3 },
  }),
);
const show = async (who: Parameters<typeof callOf>[0]) => (await ask(routes, userToken, {}, callOf(who))).data;

describe('the token page', () => {
  it('shows the token, its limit and the requests of the last days by every token of the user', async () => {
    const owner = await people.person();
    const old = await people.token(owner.accountId, { retired: true });
    await people.counted(old.tokenId, '2026-11-18', '192.0.2.1', 100);
    await people.counted(old.tokenId, '2026-11-19', '192.0.2.1', 5);
    await people.counted(owner.tokenId, '2026-11-19', '192.0.2.1', 2);
    await people.counted(owner.tokenId, TODAY, '192.0.2.1', 10, '09:00:00.000');
    await people.counted(owner.tokenId, TODAY, '192.0.2.2', 1, '10:00:00.000');
    await people.counted(owner.tokenId, TODAY, '192.0.2.3', 4, '07:00:00.000');
    await db.query('update request_count set cleared = requests where day = $1', [TODAY]);
    const stranger = await people.person();
    await people.counted(stranger.tokenId, TODAY, '198.51.100.1', 999, '11:00:00.000');

    expect(await show(owner)).toEqual({
      token: owner.token,
      status: 'VALID',
      requestsDays: 3,
      requests: [
        { date: TODAY, requests: 15 },
        { date: '2026-11-19', requests: 7 },
      ],
      limit: 1000,
      used: owner.accountId,
      remaining: 999,
      lastUsed: { date: '2026-11-21T10:00:00.000Z', ip: '192.0.2.2' },
    });
  });

  it('says that a token is disabled, and that an administrator has no limit', async () => {
    const owner = await people.person({ role: 'ADMIN' });
    await db.query('update api_token set valid = false where account_id = $1', [owner.accountId]);
    expect(await show(owner)).toMatchObject({ status: 'DISABLED', limit: null, remaining: null, lastUsed: null });
  });

  it('makes the token of a user without one', async () => {
    const accountId = await people.account('odd@example.org');
    const first = await show({ accountId, email: 'odd@example.org' });
    expect(first).toMatchObject({ status: 'VALID', requests: [], limit: 0, lastUsed: null });
    expect(await tokens.authenticate(first.token)).toMatchObject({ accountId });
    expect(await show({ accountId, email: 'odd@example.org' })).toEqual(first);
  });
});

describe('invalidating', () => {
  it("replaces the session's own token and nobody else's, whatever is sent along", async () => {
    const [owner, stranger] = [await people.person(), await people.person()];
    const { accountId, token } = stranger;
    const input = { body: { accountId, token }, query: { accountId, token } };
    expect((await ask(routes, invalidateToken, input, callOf(owner))).data).toBe('Token invalidated');
    tokens.invalidate();
    expect(await failureOf(() => tokens.authenticate(owner.token))).toMatchObject({ reason: 'token_invalid' });
    expect(await tokens.authenticate((await show(owner)).token)).toMatchObject({ accountId: owner.accountId });
    expect(await tokens.authenticate(stranger.token)).toMatchObject({ accountId });
    expect((await show(stranger)).token).toBe(stranger.token);
  });

  it('keeps the history with the user', async () => {
    const owner = await people.person();
    await people.counted(owner.tokenId, TODAY, '192.0.2.1', 10);
    await ask(routes, invalidateToken, {}, callOf(owner));
    expect(await show(owner)).toMatchObject({
      requests: [{ date: TODAY, requests: 10 }],
      lastUsed: { ip: '192.0.2.1' },
    });
  });

  it('is refused while an administrator has disabled the token', async () => {
    const owner = await people.person();
    await db.query('update api_token set valid = false where account_id = $1', [owner.accountId]);
    const refusal = await failureOf(() => ask(routes, invalidateToken, {}, callOf(owner)));
    expect(refusal).toMatchObject({ reason: 'token_locked', status: 409 });
    expect((await show(owner)).token).toBe(owner.token);
  });
});
