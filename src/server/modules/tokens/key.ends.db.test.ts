import { describe, expect, it } from 'vitest';
import { MOST_FORMER } from '#contracts/keys.api.ts';
import { PEOPLE_CHANGED } from '#server/modules/accounts/account.events.ts';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { keysIn, reasonOf } from './key.fixture.ts';

const db = await testDatabase();
const { people, clock, now, tokens, as, answerTo } = keysIn(db);

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

  it('leaves so many older tokens serving, the latest ones, however often and fast it is done', async () => {
    const owner = await people.person();
    const { make, rotate, list } = as(owner);
    const { idKey, token } = await make({ name: 'Many' });
    const rotated = await Promise.all(Array.from({ length: MOST_FORMER + 4 }, () => rotate(idKey, '7d')));
    const latest = await rotate(idKey, '7d');
    expect(latest.former).toHaveLength(MOST_FORMER);
    expect((await list())[1]?.former).toEqual(latest.former);
    const tokensOfKey = [token, ...new Set(rotated.map((one) => one.token)), latest.token];
    const answers = await Promise.all(tokensOfKey.map((one) => answerTo(one)));
    expect(answers.filter((answer) => answer === owner.accountId).length).toBeLessThanOrEqual(MOST_FORMER + 1);
    expect([answers[0], answers.at(-1)]).toEqual(['token_invalid', owner.accountId]);
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

  it('goes on with the limit of the key, whichever of its tokens is used', async () => {
    const owner = await people.person();
    const { make, rotate, change } = as(owner);
    const old = await make({ name: 'Limited', dailyLimit: 10 });
    expect(old).toMatchObject({ dailyLimit: 10, used: old.idKey });
    const next = await rotate(old.idKey, '1h');
    const keyOf = async (token: string) => (await tokens.authenticate(token)).key;
    for (const { token } of [old, next]) expect(await keyOf(token)).toEqual({ id: old.idKey, limit: 10 });
    await change(old.idKey, { name: 'Limited', dailyLimit: 11 });
    for (const { token } of [old, next]) expect(await keyOf(token)).toEqual({ id: old.idKey, limit: 11 });
    expect(await change(old.idKey, { name: 'Limited' })).toMatchObject({ dailyLimit: null, used: null });
    expect(await keyOf(old.token)).toBeUndefined();
    expect(await keyOf(owner.token)).toBeUndefined();
  });

  it('the first key is what the token page shows, with what was set for it', async () => {
    const owner = await people.person();
    const { list, change, rotate, token, invalidate } = as(owner);
    const idKey = (await list())[0]?.idKey ?? 0;
    await change(idKey, { name: 'Main', addresses: ['192.0.2.1'], dailyLimit: 9 });
    const next = await rotate(idKey, '1h');
    expect(await token()).toMatchObject({ token: next.token, status: 'VALID' });
    expect(await answerTo(owner.token)).toBe(owner.accountId);
    await invalidate();
    expect([await answerTo(owner.token), await answerTo(next.token)]).toEqual(['token_invalid', 'token_invalid']);
    const [last] = await list();
    expect(last).toMatchObject({
      idKey,
      name: 'Main',
      addresses: ['192.0.2.1'],
      dailyLimit: 9,
      first: true,
      former: [],
    });
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
