import { describe, expect, it } from 'vitest';
import { MOST_KEYS } from '#contracts/keys.api.ts';
import { testDatabase } from '#test/support/database.ts';
import { keysIn, reasonOf } from './key.fixture.ts';
import { failureOf, NOW, TODAY } from './people.fixture.ts';

const { people, clock, tokens, as, answerTo } = keysIn(await testDatabase());

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
    expect(await reasonOf(() => change(idKey, { name: 'Visitor', expiresAt: NOW.toISOString() }))).toBe('invalid_body');
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

  it('have one token each when the first is rotated and replaced at the same time', async () => {
    const owner = await people.person();
    const { list, rotate, invalidate } = as(owner);
    const [first] = await list();
    const work = Array.from({ length: 30 }, (_, at) => (at % 2 ? rotate(first?.idKey ?? 0, '1h') : invalidate()));
    expect((await Promise.allSettled(work)).filter(({ status }) => status === 'rejected')).toEqual([]);
    const [latest] = await list();
    expect(await answerTo(latest?.token ?? '')).toBe(owner.accountId);
  });
});
