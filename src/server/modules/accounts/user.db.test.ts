import { describe, expect, it } from 'vitest';
import * as calls from '#contracts/users.api.ts';
import { createRequests } from '#server/modules/quota/count.service.ts';
import { ask, failureOf, type Made, NOW, peopleIn, SECRET } from '#server/modules/tokens/people.fixture.ts';
import { newToken } from '#server/modules/tokens/token.secret.ts';
import { createTokens } from '#server/modules/tokens/token.service.ts';
import { inputCheck } from '#server/platform/http/input.ts';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { PEOPLE_CHANGED } from './account.events.ts';
import { userRoutes } from './user.routes.ts';
import { createUsers } from './user.service.ts';

const db = await testDatabase();
const people = peopleIn(db);
const tokens = createTokens({ db, secret: SECRET, now: () => NOW });
const removed: string[] = [];
const ended: number[] = [];
const routes = userRoutes(
  createUsers({
    db,
    tokens,
    accounts: {
      remove: async (_, email) => {
        removed.push(email);
      },
      endSessions: async (_, accountId) => {
        ended.push(accountId);
      },
    },
    usage: (_, limit) => ({ limit, used: 11, remaining: 0, reset: '' }),
    requests: createRequests(db),
    now: () => NOW,
    timeZone: 'UTC',
  }),
);

const get = async (query: object) => (await ask(routes, calls.user, { query })).data;
const change = async (body: object) => (await ask(routes, calls.userChange, { body })).data;
const reasonOf = async (work: () => unknown) => (await failureOf(work)).reason;
const recordOf = ({ token, email, tokenId }: Made, isValid = 1) => ({
  token,
  email,
  ip: '192.0.2.1',
  registrationDate: '2026-11-01T10:00:00.000Z',
  isValid,
  maxRequests: 0,
  role: 'USER',
  limit: 1000,
  used: 11,
  idToken: tokenId,
  keyName: 'Default',
  keys: [{ idToken: tokenId, name: 'Default', isFirst: 1, isValid }],
  version: 1,
});
const rowsOf = async () =>
  (
    await db.query(
      `select to_jsonb(a) as account, (select jsonb_agg(to_jsonb(t) order by t.id) from api_token t where t.account_id = a.id) as tokens
        from account a order by a.id`,
    )
  ).rows;
/** How often nodes are told to read people again while a piece of work runs. */
const toldBy = async (work: () => Promise<unknown>): Promise<number> => {
  const heard = await hearing(db, PEOPLE_CHANGED);
  await work();
  return heard();
};

describe('a user', () => {
  it('is found by token, by address in any case, and by both', async () => {
    const one = await people.person();
    for (const who of [
      { token: one.token },
      { token: String(one.tokenId) },
      { email: one.email.toUpperCase() },
      { token: one.token, email: one.email },
    ])
      expect(await get(who)).toEqual(recordOf(one));
  });

  it('is not found by what does not belong together, is not known, was replaced or was deleted', async () => {
    const [one, other, gone] = [await people.person(), await people.person(), await people.person()];
    const old = await people.token(one.accountId, { retired: true });
    await db.query('update account set deleted_at = now() where id = $1', [gone.accountId]);
    for (const who of [
      { token: one.token, email: other.email },
      { token: newToken() },
      { token: 'no token' },
      { email: 'nobody@example.org' },
      { token: old.token },
      { token: String(old.tokenId) },
      { token: '999999999' },
      { token: gone.token },
      { email: gone.email },
    ])
      expect(await failureOf(() => get(who))).toMatchObject({ status: 404, message: 'No token found' });
  });

  it('has to be named', async () => {
    expect(await failureOf(() => get({}))).toMatchObject({
      reason: 'invalid_parameter',
      details: [{ field: 'token' }, { field: 'email' }],
    });
  });

  it('without a token is shown without one, and looking makes none', async () => {
    const accountId = await people.account('odd@example.org');
    expect(await get({ email: 'odd@example.org' })).toMatchObject({ token: '', isValid: 0, keyName: null, keys: [] });
    expect((await ask(routes, calls.userSuggest, { query: { text: 'odd@' } })).data).toEqual([
      { email: 'odd@example.org', token: '' },
    ]);
    expect((await db.query('select from api_token where account_id = $1', [accountId])).rows).toEqual([]);
  });
});

describe('suggesting', () => {
  const suggest = async (text: string) => (await ask(routes, calls.userSuggest, { query: { text } })).data;

  it('takes a text as it is and an address in any case, and a whole token', async () => {
    const one = await people.person({ email: 'Odd_100%\\name@sugg.example' });
    await people.person({ email: 'oddX100Yname@sugg.example' });
    const found = [{ email: one.email, token: one.token }];
    expect(await suggest('odd_100')).toEqual(found);
    expect(await suggest('00%\\N')).toEqual(found);
    expect(await suggest(one.token)).toEqual(found);
    expect(await suggest(one.token.slice(0, 20))).toEqual([]);
    const plain = await people.person({ email: 'plain@sugg.example' });
    expect(await suggest(String(plain.tokenId))).not.toContainEqual({ email: plain.email, token: plain.token });
    expect(await suggest('%@%')).toEqual([]);
  });

  it('gives ten at most, those first that begin with the text, and no deleted ones', async () => {
    for (let at = 10; at < 22; at++) await people.person({ email: `many${at}@ten.example` });
    const first = await people.person({ email: 'ten.example@many.example' });
    await db.query('update account set deleted_at = now() where email = $1', ['many10@ten.example']);
    const found = await suggest('ten.example');
    expect(found.map((one: Made) => one.email)).toEqual([
      first.email,
      ...Array.from({ length: 9 }, (_, at) => `many${at + 11}@ten.example`),
    ]);
  });
});

describe('changing a user', () => {
  it('changes what is given, tells every node, and answers the record', async () => {
    const one = await people.person();
    await tokens.authenticate(one.token);
    const asked = { token: one.token, email: 'new@change.example', isValid: 0, maxRequests: 9 };
    let answer: unknown;
    expect(await toldBy(async () => (answer = await change(asked)))).toBe(1);
    expect(answer).toEqual({ ...recordOf(one, 0), email: asked.email, maxRequests: 9, limit: 9, version: 2 });
    tokens.invalidate();
    expect(await reasonOf(() => tokens.authenticate(one.token))).toBe('token_disabled');
    await change({ token: String(one.tokenId), isValid: 1 });
    tokens.invalidate();
    expect(await tokens.authenticate(one.token)).toMatchObject({ limit: 9 });
    expect(await change({ token: one.token, maxRequests: 0 })).toMatchObject({ limit: 1000, email: asked.email });
  });

  it('changes nothing by fields that are not to be changed', async () => {
    const one = await people.person();
    const before = await rowsOf();
    const foreign = {
      role: 'ADMIN',
      limit: 5,
      used: 0,
      ip: '203.0.113.1',
      registrationDate: '2000-01-01T00:00:00Z',
      accountId: 1,
      password: 'x',
      deleted_at: null,
      max_regs: 1,
    };
    expect(await change({ ...foreign, token: one.token })).toEqual(recordOf(one));
    expect(await change(recordOf(one))).toEqual(recordOf(one));
    expect(await rowsOf()).toEqual(before);
  });

  it('refuses a change of an older version with the record as it is now, and takes one without a version', async () => {
    // An address that stays is not judged.
    const one = await people.person({ email: 'josé@older.example' });
    const seen = await get({ token: one.token });
    const theirs = await change({ ...seen, maxRequests: 7 });
    expect(theirs.version).toBe(seen.version + 1);
    const before = await rowsOf();
    const stale = await failureOf(() => change({ ...seen, isValid: 0 }));
    expect(stale).toMatchObject({ reason: 'changed_meanwhile', status: 409, details: [{ present: theirs }] });
    expect(await rowsOf()).toEqual(before);
    const mine = await change({ ...seen, isValid: 0, version: theirs.version });
    expect(mine).toMatchObject({ maxRequests: seen.maxRequests, isValid: 0, version: theirs.version + 1 });
    expect(await change({ token: one.token, isValid: 1 })).toMatchObject({ isValid: 1, version: mine.version + 1 });
  });

  it('takes the record as it was answered, and refuses what is no part of it', () => {
    const check = inputCheck(calls.userChange.body, 'body');
    const record = { token: 'kdx_', role: 'ADMIN', limit: null, used: 3, ip: null, registrationDate: 'x' };
    expect(check(record)).toEqual({ value: record });
    for (const wrong of [{ password: 'x' }, { maxRequests: -1 }, { isValid: 2 }, { accountId: 1 }])
      expect(check({ token: 'kdx_', ...wrong }), JSON.stringify(wrong)).toHaveProperty('error.reason', 'invalid_body');
  });

  it('refuses an address of another, and what is none, and then nothing is changed', async () => {
    const [one, other] = [await people.person(), await people.person()];
    const before = await rowsOf();
    const taken = { token: one.token, email: other.email.toUpperCase(), isValid: 0, maxRequests: 5 };
    expect(await failureOf(() => change(taken))).toMatchObject({ status: 409, details: [{ field: 'email' }] });
    const wrong = await failureOf(() => change({ token: one.token, email: 'no address', maxRequests: 5 }));
    expect(wrong).toMatchObject({ reason: 'invalid_body', details: [{ field: 'email' }] });
    expect(await rowsOf()).toEqual(before);
    expect(await change({ token: one.token, email: one.email.toUpperCase() })).toMatchObject({
      email: one.email.toUpperCase(),
    });
  });

  it('knows a user by the live token only', async () => {
    const one = await people.person();
    const old = await people.token(one.accountId, { retired: true });
    for (const token of [old.token, newToken(), 'no token'])
      expect(await reasonOf(() => change({ token, maxRequests: 5 }))).toBe('user_unknown');
  });
});

it('another address ends the sessions of the user, the same one or none does not', async () => {
  const one = await people.person();
  ended.length = 0;
  await change({ token: one.token, maxRequests: 5 });
  await change({ token: one.token, email: one.email });
  expect(ended).toEqual([]);
  await change({ token: one.token, email: 'renamed-once@example.org' });
  expect(ended).toEqual([one.accountId]);
});

it('deleting is left to the accounts', async () => {
  expect((await ask(routes, calls.userDelete, { query: { email: 'x@example.org' } })).data).toBe('User removed');
  expect(removed).toEqual(['x@example.org']);
});

describe('clearing the cache of a token', () => {
  it('tells every node, if it is somebody’s', async () => {
    const one = await people.person();
    const evict = (token: string) => ask(routes, calls.cacheEvict, { params: { token } });
    expect(await toldBy(async () => expect((await evict(one.token)).data).toBe('Cache cleared'))).toBe(1);
    expect(await toldBy(async () => expect(await reasonOf(() => evict(newToken()))).toBe('user_unknown'))).toBe(0);
  });
});
