import { describe, expect, it } from 'vitest';
import { invalidateToken, userToken } from '#contracts/account.api.ts';
import type { EndpointShape } from '#contracts/endpoint.ts';
import { type Key, keyChange, keyMake, keyRevoke, keyRotate, keys, MOST_KEYS } from '#contracts/keys.api.ts';
import { PEOPLE_CHANGED } from '#server/modules/accounts/account.events.ts';
import { createRequests } from '#server/modules/quota/count.service.ts';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { keyRoutes } from './key.routes.ts';
import { createKeys } from './key.service.ts';
import { ask, callOf, failureOf, type Made, NOW, peopleIn, SECRET, TODAY } from './people.fixture.ts';
import { createTokens } from './token.service.ts';
import { userTokenRoutes } from './user-token.routes.ts';
import { createUserToken } from './user-token.service.ts';

const db = await testDatabase();
const people = peopleIn(db);
const clock = { ms: NOW.getTime() };
const now = () => new Date(clock.ms);
/** A node that hears of every change: it believes what it knows until it is told. */
const tokens = createTokens({ db, secret: SECRET, now, isCurrent: () => true });
const requests = createRequests(db);
const usage = () => ({ limit: 1000, used: 0, remaining: 1000 });
const configuration = { number: () => 3 };
const routes = [
  ...keyRoutes(createKeys({ db, secret: SECRET, tokens, requests, now })),
  ...userTokenRoutes(createUserToken({ db, tokens, usage, requests, now, configuration })),
];

const as = (who: Made) => {
  const call = async <T>(endpoint: EndpointShape, input: Record<string, unknown> = {}): Promise<T> => {
    const { data } = await ask(routes, endpoint, input, callOf(who));
    tokens.invalidate();
    return data as T;
  };
  const by = (id: number, body?: object) => ({ params: { id }, ...(body && { body }) });
  return {
    list: () => call<Key[]>(keys),
    make: (body: object) => call<Key>(keyMake, { body }),
    change: (id: number, body: object) => call<Key>(keyChange, by(id, body)),
    rotate: (id: number, overlap: string) => call<Key>(keyRotate, by(id, { overlap })),
    revoke: (id: number) => call<string>(keyRevoke, by(id)),
    token: () => call<{ token: string; status: string }>(userToken),
    invalidate: () => call<string>(invalidateToken),
  };
};
const reasonOf = async (work: () => unknown) => (await failureOf(work)).reason;
/** What a call with a token is answered: the account, or the reason that it is refused for. */
const answerTo = async (token: string, ip = '192.0.2.1') => {
  try {
    return (await tokens.authenticate(token, ip)).accountId;
  } catch (error) {
    return (error as { reason?: string }).reason;
  }
};

describe('keys', () => {
  it('begin with the token that the user has, and each serves the same account', async () => {
    const owner = await people.person();
    const { list, make } = as(owner);
    const [first] = await list();
    expect(first).toMatchObject({ name: 'Default', first: true, token: owner.token, status: 'VALID', former: [] });
    const made = await make({ name: 'Phone' });
    expect(made).toMatchObject({ name: 'Phone', first: false, addresses: [], expiresAt: null, lastUsed: null });
    expect(await list()).toEqual([first, made]);
    expect(await answerTo(made.token)).toBe(owner.accountId);
    expect(await answerTo(owner.token)).toBe(owner.accountId);
    expect((await as(owner).token()).token).toBe(owner.token);
  });

  it('are made at most ten, under names of their own, also when many come at once', async () => {
    const owner = await people.person();
    const { list, make, revoke } = as(owner);
    const tries = Array.from({ length: 15 }, (_, at) => make({ name: `Key ${at}` }));
    const settled = await Promise.allSettled(tries);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST_KEYS - 1);
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'keys_full' } });
    const all = await list();
    expect(all).toHaveLength(MOST_KEYS);
    await revoke(all[1]?.idKey ?? 0);
    expect(await reasonOf(() => make({ name: all[2]?.name.toUpperCase() }))).toBe('key_name_taken');
    expect(await reasonOf(() => make({ name: 'default' }))).toBe('key_name_taken');
    await make({ name: all[1]?.name ?? '' });
  });

  it("are nobody else's, and are not found by others", async () => {
    const [owner, stranger] = [await people.person(), await people.person()];
    const { idKey, token } = await as(owner).make({ name: 'Mine' });
    const other = as(stranger);
    expect(await reasonOf(() => other.change(idKey, { name: 'Yours' }))).toBe('key_unknown');
    expect(await reasonOf(() => other.rotate(idKey, 'now'))).toBe('key_unknown');
    expect(await reasonOf(() => other.revoke(idKey))).toBe('key_unknown');
    expect(await answerTo(token)).toBe(owner.accountId);
  });

  it('stop at their end, to the millisecond, on a node that knows them already', async () => {
    const owner = await people.person();
    const { make, change, list, rotate } = as(owner);
    const end = new Date(clock.ms + 60_000).toISOString();
    const { idKey, token } = await make({ name: 'Guest', expiresAt: end });
    expect(await answerTo(token)).toBe(owner.accountId);
    clock.ms += 59_999;
    expect(await answerTo(token)).toBe(owner.accountId);
    clock.ms += 1;
    expect(await failureOf(() => tokens.authenticate(token))).toMatchObject({
      reason: 'token_expired',
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer realm="kinodex"' },
    });
    expect((await list())[1]).toMatchObject({ status: 'EXPIRED', expiresAt: end });
    expect(await reasonOf(() => rotate(idKey, 'now'))).toBe('key_expired');
    expect(await change(idKey, { name: 'Visitor', expiresAt: end })).toMatchObject({ name: 'Visitor' });
    expect(await reasonOf(() => change(idKey, { name: 'Visitor', expiresAt: now().toISOString() }))).toBe(
      'invalid_body',
    );
    expect(await change(idKey, { name: 'Visitor' })).toMatchObject({ status: 'VALID', expiresAt: null });
    expect(await answerTo(token)).toBe(owner.accountId);
  });

  it('take calls from their addresses only', async () => {
    const owner = await people.person();
    const { make, change } = as(owner);
    const addresses = ['192.0.2.7', '198.51.100.0/24', '2001:db8::/32'];
    const { idKey, token } = await make({ name: 'Server', addresses });
    const answers = async (...ips: string[]) => Promise.all(ips.map((ip) => answerTo(token, ip)));
    const { accountId } = owner;
    expect(await answers('192.0.2.7', '198.51.100.255', '2001:db8:ffff::1')).toEqual([accountId, accountId, accountId]);
    const strange = ['192.0.2.8', '198.51.101.0', '2001:db9::1', '::1'];
    for (let times = 0; times < 2; times++)
      expect(new Set(await answers(...strange))).toEqual(new Set(['address_refused']));
    await change(idKey, { name: 'Server' });
    expect(await answerTo(token, '192.0.2.8')).toBe(accountId);
  });

  it('say when and from where each was used last, by any token that it has had', async () => {
    const owner = await people.person();
    const { make, list, rotate } = as(owner);
    const { idKey, token } = await make({ name: 'Used' });
    const count = async (text: string, ip: string, time: string) =>
      people.counted((await tokens.idOf(text)) ?? 0, TODAY, ip, 1, time);
    await count(token, '192.0.2.1', '10:00:00.000');
    await rotate(idKey, '1h');
    await count(owner.token, '192.0.2.2', '11:00:00.000');
    expect((await list()).map(({ lastUsed }) => lastUsed)).toEqual([
      { date: `${TODAY}T11:00:00.000Z`, ip: '192.0.2.2' },
      { date: `${TODAY}T10:00:00.000Z`, ip: '192.0.2.1' },
    ]);
  });
});

describe('rotating', () => {
  it.each([
    ['1h', 3_600_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
  ])('with an overlap of %s lets the old token serve until it ends, and not after', async (overlap, ms) => {
    const owner = await people.person();
    const { make, rotate, list } = as(owner);
    const old = await make({ name: 'Service', addresses: ['192.0.2.0/24'] });
    const next = await rotate(old.idKey, overlap);
    const until = new Date(clock.ms + ms).toISOString();
    expect(next).toMatchObject({ idKey: old.idKey, name: 'Service', addresses: ['192.0.2.0/24'] });
    expect(next.former).toEqual([{ visible: `kdx_••••${old.token.slice(-4)}`, until }]);
    expect(next.token).not.toBe(old.token);
    expect([await answerTo(old.token), await answerTo(next.token)]).toEqual([owner.accountId, owner.accountId]);
    clock.ms += ms - 1;
    expect(await answerTo(old.token)).toBe(owner.accountId);
    expect(await answerTo(old.token, '198.51.100.1')).toBe('address_refused');
    clock.ms += 1;
    expect([await answerTo(old.token), await answerTo(next.token)]).toEqual(['token_invalid', owner.accountId]);
    tokens.invalidate();
    expect(await answerTo(old.token)).toBe('token_invalid');
    expect((await list())[1]?.former).toEqual([]);
  });

  it('at once ends all older tokens too, and every node hears of it', async () => {
    const owner = await people.person();
    const { make, rotate } = as(owner);
    const one = await make({ name: 'Leaked' });
    const two = await rotate(one.idKey, '7d');
    const heard = await hearing(db, PEOPLE_CHANGED);
    const three = await rotate(one.idKey, 'now');
    expect(await heard()).toBe(1);
    expect(await Promise.all([one, two, three].map(({ token }) => answerTo(token)))).toEqual([
      'token_invalid',
      'token_invalid',
      owner.accountId,
    ]);
  });

  it('the first key is what the token page shows, with what was set for it', async () => {
    const owner = await people.person();
    const { list, change, rotate, token, invalidate } = as(owner);
    const idKey = (await list())[0]?.idKey ?? 0;
    await change(idKey, { name: 'Main', addresses: ['192.0.2.1'] });
    const next = await rotate(idKey, '1h');
    expect(await token()).toMatchObject({ token: next.token, status: 'VALID' });
    expect(await answerTo(owner.token)).toBe(owner.accountId);
    await invalidate();
    expect([await answerTo(owner.token), await answerTo(next.token)]).toEqual(['token_invalid', 'token_invalid']);
    const [last] = await list();
    expect(last).toMatchObject({ idKey, name: 'Main', addresses: ['192.0.2.1'], first: true, former: [] });
    expect((await token()).token).toBe(last?.token);
  });

  it('is how a first key that has expired is made anew by the token page', async () => {
    const owner = await people.person();
    const { list, change, token, invalidate } = as(owner);
    const idKey = (await list())[0]?.idKey ?? 0;
    await change(idKey, { name: 'Main', expiresAt: new Date(clock.ms + 1).toISOString() });
    clock.ms += 1;
    expect((await token()).status).toBe('EXPIRED');
    await invalidate();
    const made = await token();
    expect(made.status).toBe('VALID');
    expect(await answerTo(made.token)).toBe(owner.accountId);
  });
});

describe('revoking', () => {
  it('ends every token of the key at once, and leaves the others', async () => {
    const owner = await people.person();
    const { make, rotate, revoke, list } = as(owner);
    const old = await make({ name: 'Old' });
    const next = await rotate(old.idKey, '7d');
    const kept = await make({ name: 'Kept' });
    expect(await revoke(old.idKey)).toBe('Key Old revoked');
    expect(await Promise.all([old, next].map(({ token }) => answerTo(token)))).toEqual([
      'token_invalid',
      'token_invalid',
    ]);
    expect(await answerTo(kept.token)).toBe(owner.accountId);
    expect((await list()).map(({ name }) => name)).toEqual(['Default', 'Kept']);
    expect(await reasonOf(() => revoke(old.idKey))).toBe('key_unknown');
  });

  it('is refused for the first key', async () => {
    const { list, revoke } = as(await people.person());
    const idKey = (await list())[0]?.idKey ?? 0;
    expect(await reasonOf(() => revoke(idKey))).toBe('key_first');
  });
});

describe('what an administrator has disabled', () => {
  const disable = async (token: string, valid = false) => {
    expect(await tokens.setValid(db, token, valid)).toBe(true);
    tokens.invalidate();
  };

  it('is all keys where it is the first, and no other key makes up for it', async () => {
    const owner = await people.person();
    const { make, rotate, list } = as(owner);
    const { idKey, token } = await make({ name: 'Other' });
    await disable(owner.token);
    expect(await answerTo(token)).toBe('token_disabled');
    expect((await list()).map(({ status }) => status)).toEqual(['DISABLED', 'DISABLED']);
    expect(await reasonOf(() => make({ name: 'More' }))).toBe('token_locked');
    expect(await reasonOf(() => rotate(idKey, 'now'))).toBe('token_locked');
    await disable(owner.token, true);
    expect(await answerTo(token)).toBe(owner.accountId);
  });

  it('is one key with its older tokens where it is another, which stays as it is', async () => {
    const owner = await people.person();
    const { make, rotate, revoke, list } = as(owner);
    const old = await make({ name: 'Other' });
    const next = await rotate(old.idKey, '1h');
    await disable(old.token);
    expect([await answerTo(old.token), await answerTo(next.token)]).toEqual(['token_disabled', 'token_disabled']);
    expect(await answerTo(owner.token)).toBe(owner.accountId);
    for (const work of [() => revoke(old.idKey), () => rotate(old.idKey, 'now'), () => make({ name: 'More' })])
      expect(await reasonOf(work)).toBe('token_locked');
    expect((await list()).map(({ status }) => status)).toEqual(['VALID', 'DISABLED']);
  });
});

it('an account that is deleted takes its keys along, with their names and addresses', async () => {
  const owner = await people.person();
  const { make, rotate } = as(owner);
  const old = await make({ name: 'Ann at home', addresses: ['192.0.2.1'] });
  const next = await rotate(old.idKey, '7d');
  await db.transaction((tx) => tokens.bury(tx, owner.accountId, now()));
  tokens.invalidate();
  expect([await answerTo(old.token), await answerTo(next.token)]).toEqual(['token_invalid', 'token_invalid']);
  const kept = 'select name, addresses from api_token where account_id = $1';
  for (const row of (await db.query(kept, [owner.accountId])).rows) expect(row).toEqual({ name: '', addresses: [] });
});
