import { expect, it } from 'vitest';
import * as calls from '#contracts/users.api.ts';
import { createRequests } from '#server/modules/quota/count.service.ts';
import { keysIn, reasonOf } from '#server/modules/tokens/key.fixture.ts';
import { ask } from '#server/modules/tokens/people.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { userRoutes } from './user.routes.ts';
import { createUsers } from './user.service.ts';

/** Users who have several keys, as administrators see them. */

const db = await testDatabase();
const { people, as, answerTo, tokens, now } = keysIn(db);
const routes = userRoutes(
  createUsers({
    ...{ db, tokens, now, timeZone: 'UTC', requests: createRequests(db) },
    accounts: { remove: async () => {}, endSessions: async () => {} },
    usage: (_, limit) => ({ limit, used: 0, remaining: 0, reset: '' }),
  }),
);
const get = async (query: object) => (await ask(routes, calls.user, { query })).data;
const change = async (body: object) => {
  const { data } = await ask(routes, calls.userChange, { body });
  tokens.invalidate();
  return data;
};

/** Somebody with three keys, and what is told of each. */
const withKeys = async () => {
  const owner = await people.person();
  const keys = as(owner);
  const [leaked, other] = [await keys.make({ name: 'leaked' }), await keys.make({ name: 'other' })];
  const first = { token: owner.token, idToken: owner.tokenId, keyName: 'Default' };
  const second = { token: leaked.token, idToken: await tokens.idOf(leaked.token), keyName: 'leaked' };
  const third = { token: other.token, idToken: await tokens.idOf(other.token), keyName: 'other' };
  const validOf = ({ keys: all }: calls.UserRecord) => all.map(({ isValid }) => isValid);
  const answers = () => Promise.all([first, second, third].map(({ token }) => answerTo(token)));
  return { owner, ...keys, first, second, third, leaked, answers, validOf, id: owner.accountId };
};

it('a user is shown with the token that is named, else with that of the first key', async () => {
  const { owner, first, second, third } = await withKeys();
  const { email } = owner;
  for (const one of [first, second, third])
    for (const who of [{ token: one.token }, { token: String(one.idToken) }, { token: one.token, email }])
      expect(await get(who)).toMatchObject({ ...one, isValid: 1, email });
  expect(await get({ email })).toMatchObject({
    ...{ ...first, isValid: 1 },
    keys: [
      { idToken: first.idToken, name: 'Default', isFirst: 1, isValid: 1 },
      { idToken: second.idToken, name: 'leaked', isFirst: 0, isValid: 1 },
      { idToken: third.idToken, name: 'other', isFirst: 0, isValid: 1 },
    ],
  });
  expect((await ask(routes, calls.userSuggest, { query: { text: second.token } })).data).toEqual([
    { email, token: second.token },
  ]);
});

it('a key is disabled alone by the record that its token was shown with, and let in again', async () => {
  const { owner, second, answers, validOf, id } = await withKeys();
  const shown = await get({ token: second.token });
  const off = await change({ ...shown, isValid: 0 });
  expect(off).toMatchObject({ ...second, isValid: 0, version: shown.version + 1 });
  expect(validOf(off)).toEqual([1, 0, 1]);
  expect(await get({ token: second.token })).toEqual(off);
  expect(await get({ email: owner.email })).toMatchObject({ idToken: owner.tokenId, isValid: 1 });
  expect(await answers()).toEqual([id, 'token_disabled', id]);
  expect(await reasonOf(() => change({ ...shown, isValid: 0 }))).toBe('changed_meanwhile');
  // What is so already is no change.
  expect(await change({ token: second.token, isValid: 0 })).toEqual(off);
  expect(await change({ ...off, isValid: 1 })).toMatchObject({ ...second, isValid: 1, version: off.version + 1 });
  expect(await answers()).toEqual([id, id, id]);
});

it('the first key stands for all, which keep what is set for them', async () => {
  const { owner, first, second, answers, validOf, id } = await withKeys();
  const off = await change({ ...(await get({ email: owner.email })), isValid: 0 });
  expect(off).toMatchObject({ ...first, isValid: 0 });
  expect(validOf(off)).toEqual([0, 1, 1]);
  expect(await get({ token: second.token })).toMatchObject({ ...second, isValid: 1, keys: off.keys });
  expect(new Set(await answers())).toEqual(new Set(['token_disabled']));
  await change({ token: first.token, isValid: 1 });
  expect(await answers()).toEqual([id, id, id]);
});

it('an older token of a key that still serves is shown as itself, and its switch is that of its key', async () => {
  const { second, rotate, leaked, answers, id } = await withKeys();
  const next = await rotate(leaked.idKey, '1h');
  const old = await get({ token: second.token });
  expect(old).toMatchObject({ ...second, isValid: 1 });
  expect(old.keys[1]).toMatchObject({ idToken: await tokens.idOf(next.token), name: 'leaked' });
  expect(await change({ ...old, isValid: 0 })).toMatchObject({ ...second, isValid: 0 });
  expect(await get({ token: next.token })).toMatchObject({ token: next.token, keyName: 'leaked', isValid: 0 });
  expect(await answers()).toEqual([id, 'token_disabled', id]);
  expect(await answerTo(next.token)).toBe('token_disabled');
});
