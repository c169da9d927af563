import { describe, expect, it } from 'vitest';
import { manager, managerIp, managerToken, managerTokenIp } from '#contracts/manager.api.ts';
import { ask, failureOf, NOW, peopleIn, SECRET, TODAY } from '#server/modules/tokens/people.fixture.ts';
import { newToken } from '#server/modules/tokens/token.secret.ts';
import { createTokens } from '#server/modules/tokens/token.service.ts';
import { testDatabase } from '#test/support/database.ts';
import { managerRoutes } from './manager.routes.ts';
import { createManager } from './manager.service.ts';

const db = await testDatabase();
const people = peopleIn(db);
const tokens = createTokens({ db, secret: SECRET, now: () => NOW });

let given: [number, number | 'all'][] = [];
let waiting: (() => Promise<unknown>)[] = [];
const routes = managerRoutes(
  createManager({
    db,
    tokens,
    now: () => NOW,
    flush: async () => {
      for (const write of waiting.splice(0)) await write();
    },
    giveBack: async (accountId, amount) => {
      given.push([accountId, amount]);
    },
  }),
);
const show = async (query: object = {}) => (await ask(routes, manager, { query })).data;
const say = async (endpoint: typeof managerToken | typeof managerTokenIp | typeof managerIp, body: object) =>
  (await ask(routes, endpoint, { body })).data;
const history = async () =>
  (await db.query('select token_id, day, ip, requests, last_at from request_count order by 1, 2, 3')).rows;

/** Two users with counters of today and of yesterday, and nobody else's. */
const begin = async () => {
  await db.query('delete from request_count');
  given = [];
  waiting = [];
  const [one, two] = [await people.person(), await people.person()];
  await people.counted(one.tokenId, TODAY, '192.0.2.1', 10);
  await people.counted(one.tokenId, TODAY, '192.0.2.2', 20);
  await people.counted(two.tokenId, TODAY, '192.0.2.1', 5);
  await people.counted(one.tokenId, '2026-11-20', '192.0.2.1', 400);
  return { one, two };
};

describe('the counters of the day', () => {
  it('stand by token and by pair, most first', async () => {
    const { one, two } = await begin();
    await db.query('update account set max_requests = 7 where id = $1', [two.accountId]);
    expect(await show()).toEqual({
      requestsByToken: [
        { token: one.token, requests: 30, refused: 0, email: one.email, limit: 1000, idToken: one.tokenId },
        { token: two.token, requests: 5, refused: 0, email: two.email, limit: 7, idToken: two.tokenId },
      ],
      relationshipIpToken: [
        { token: one.token, ip: '192.0.2.2', requests: 20, refused: 0, idToken: one.tokenId },
        { token: one.token, ip: '192.0.2.1', requests: 10, refused: 0, idToken: one.tokenId },
        { token: two.token, ip: '192.0.2.1', requests: 5, refused: 0, idToken: two.tokenId },
      ],
      tokens: 2,
      pairs: 3,
    });
  });

  it('name those that were refused something first, also where nothing counts', async () => {
    const { one, two } = await begin();
    await db.query('update request_count set refused = 3 where token_id = $1 and day = $2', [two.tokenId, TODAY]);
    const third = await people.person();
    await people.counted(third.tokenId, TODAY, '192.0.2.3', 0);
    await db.query('update request_count set refused = 9 where token_id = $1', [third.tokenId]);
    const shown = await show();
    expect(
      shown.requestsByToken.map(({ idToken, requests, refused }: (typeof shown.requestsByToken)[number]) => [
        ...[idToken, requests, refused],
      ]),
    ).toEqual([
      [two.tokenId, 5, 3],
      [third.tokenId, 0, 9],
      [one.tokenId, 30, 0],
    ]);
    expect(shown.relationshipIpToken.map(({ refused }: { refused: number }) => refused)).toEqual([3, 9, 0, 0]);
    await say(managerToken, { token: two.token });
    expect((await show({ token: two.token })).requestsByToken).toEqual([]);
  });

  it.each([
    ['a token', { token: true }, [30], [20, 10]],
    ['an address', { ip: '192.0.2.1' }, [10, 5], [10, 5]],
    ['both', { token: true, ip: '192.0.2.1' }, [10], [10]],
    ['the id of a token', { id: true }, [30], [20, 10]],
    ['an address in another spelling', { ip: '::FFFF:192.0.2.1' }, [10, 5], [10, 5]],
    ['another address', { ip: '192.0.2.9' }, [], []],
  ])('are those of %s where it is asked for', async (_, asked, byToken, byPair) => {
    const { one } = await begin();
    const shown = await show({
      ...asked,
      ...('token' in asked && { token: one.token }),
      ...('id' in asked && { id: undefined, token: String(one.tokenId) }),
    });
    const counts = (list: { requests: number }[]) => list.map(({ requests }) => requests);
    expect(counts(shown.requestsByToken)).toEqual(byToken);
    expect(counts(shown.relationshipIpToken)).toEqual(byPair);
    expect([shown.tokens, shown.pairs]).toEqual([byToken.length, byPair.length]);
  });

  it('are none of a token that nobody has', async () => {
    await begin();
    const nothing = { requestsByToken: [], relationshipIpToken: [], tokens: 0, pairs: 0 };
    expect(await show({ token: newToken() })).toEqual(nothing);
    expect(await show({ token: 'no token' })).toEqual(nothing);
    expect(await show({ token: '999999999' })).toEqual(nothing);
  });

  it('stay with a token that was replaced, and hold those that still wait to be written', async () => {
    const { one } = await begin();
    const next = await tokens.replace(one.accountId, null);
    waiting.push(async () => people.counted((await tokens.idOf(next)) ?? 0, TODAY, '192.0.2.1', 3));
    const { requestsByToken } = await show({ ip: '192.0.2.1' });
    expect(requestsByToken.map((row: { token: string }) => row.token).slice(0, 1)).toEqual([one.token]);
    const idToken = await tokens.idOf(next);
    expect(requestsByToken).toContainEqual({
      token: next,
      requests: 3,
      refused: 0,
      email: one.email,
      limit: 1000,
      idToken,
    });
  });

  it('are a thousand of each at most, and it is told how many there are', async () => {
    const { one } = await begin();
    await db.query(
      `insert into request_count (token_id, day, ip, requests, last_at)
        select $1, $2, '198.51.100.' || n, 1, now() from generate_series(1, 1200) n`,
      [one.tokenId, TODAY],
    );
    const shown = await show();
    expect([shown.relationshipIpToken.length, shown.pairs, shown.tokens]).toEqual([1000, 1203, 2]);
  });
});

describe('taking back', () => {
  it("a token's requests gives them back to its owner, from every address, of today only", async () => {
    const { one, two } = await begin();
    const before = await history();
    expect(await say(managerToken, { token: one.token })).toBe('Token requests cleared: 30 requests from 2 addresses');
    expect(given).toEqual([[one.accountId, 'all']]);
    expect(await show()).toMatchObject({ requestsByToken: [{ token: two.token, requests: 5 }], tokens: 1, pairs: 1 });
    expect(await history()).toEqual(before);
  });

  it('the requests of a token from one address leaves the others', async () => {
    const { one, two } = await begin();
    expect(await say(managerTokenIp, { token: String(one.tokenId), ip: '192.0.2.1' })).toBe(
      'Token requests of this address cleared: 10 requests',
    );
    expect(given).toEqual([[one.accountId, 10]]);
    const { relationshipIpToken } = await show();
    expect(relationshipIpToken).toEqual([
      { token: one.token, ip: '192.0.2.2', requests: 20, refused: 0, idToken: one.tokenId },
      { token: two.token, ip: '192.0.2.1', requests: 5, refused: 0, idToken: two.tokenId },
    ]);
  });

  it("an address's requests gives each user back what was counted from there", async () => {
    const { one, two } = await begin();
    expect(await say(managerIp, { ip: '192.0.2.1' })).toBe('Ip requests cleared: 15 requests of 2 tokens');
    expect(given).toEqual([
      [one.accountId, 10],
      [two.accountId, 'all'],
    ]);
    expect(await show({ ip: '192.0.2.1' })).toMatchObject({ tokens: 0, pairs: 0 });
  });

  it('happens once, and what comes later counts again', async () => {
    const { one } = await begin();
    await say(managerToken, { token: one.token });
    expect(await say(managerToken, { token: one.token })).toBe('Token requests cleared: 0 requests from 0 addresses');
    await db.query('update request_count set requests = requests + 1 where day = $1 and ip = $2', [TODAY, '192.0.2.2']);
    expect(await show({ token: one.token })).toMatchObject({ requestsByToken: [{ requests: 1 }] });
    await say(managerToken, { token: one.token });
    expect(given).toEqual([
      [one.accountId, 'all'],
      [one.accountId, 'all'],
      [one.accountId, 'all'],
    ]);
  });

  it('of a token gives all of the quota back, also what a crash has left uncounted', async () => {
    const { one } = await begin();
    await db.query('delete from request_count where token_id = $1', [one.tokenId]);
    expect(await say(managerToken, { token: one.token })).toBe('Token requests cleared: 0 requests from 0 addresses');
    expect(given).toEqual([[one.accountId, 'all']]);
  });

  it('at once by several gives back each request once', async () => {
    const { one } = await begin();
    await Promise.all([
      say(managerToken, { token: one.token }),
      say(managerTokenIp, { token: one.token, ip: '192.0.2.1' }),
      say(managerIp, { ip: '192.0.2.1' }),
      say(managerToken, { token: one.token }),
    ]);
    const counted = given.flatMap(([accountId, amount]) =>
      accountId === one.accountId && amount !== 'all' ? amount : [],
    );
    expect(counted.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(30);
    const { rows } = await db.query(
      'select sum(cleared)::int as n from request_count where token_id = $1 and day = $2',
      [one.tokenId, TODAY],
    );
    expect(rows).toEqual([{ n: 30 }]);
  });

  it('takes what still waits to be written, and of a replaced token', async () => {
    const { one } = await begin();
    await tokens.replace(one.accountId, null);
    waiting.push(() => people.counted(one.tokenId, TODAY, '192.0.2.3', 1));
    expect(await say(managerToken, { token: one.token })).toMatch(/31 requests from 3 addresses$/);
    expect(given).toEqual([[one.accountId, 'all']]);
  });

  it('needs a token that there is, but any address', async () => {
    await begin();
    for (const token of [newToken(), 'no token'])
      for (const endpoint of [managerToken, managerTokenIp])
        expect(await failureOf(() => say(endpoint, { token, ip: '192.0.2.1' }))).toMatchObject({
          reason: 'token_unknown',
          status: 404,
        });
    expect(await say(managerIp, { ip: '203.0.113.9' })).toBe('Ip requests cleared: 0 requests of 0 tokens');
    expect(given).toEqual([]);
  });
});
