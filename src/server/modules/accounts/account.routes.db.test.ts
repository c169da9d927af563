import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { tagKeyOf } from '#server/platform/http/render.ts';
import { createHttp } from '#server/platform/http/server.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { accountRoutes } from './account.routes.ts';
import { accountsOn } from './accounts.fixture.ts';

const db = await testDatabase();
const { accounts, sessions } = accountsOn(db);
const { app } = createHttp({
  routes: accountRoutes({ accounts, sessions }),
  authenticate: { session: sessions.authenticate('session'), admin: sessions.authenticate('admin') },
  quota: { spend: () => ({ granted: true, headers: {} }), refusal: () => null },
  origin: 'https://films.example',
  tagKey: tagKeyOf('a secret of tests'),
  isUnavailable: () => false,
  log: silentLog,
});
afterAll(() => app.close());
beforeEach(() => db.query('delete from tries'));

const PASSWORD = 'correct horse';
const post = async (path: string, payload?: object, token?: string) => {
  const { statusCode, body, headers } = await app.inject({
    method: 'POST',
    url: `/api/${path}`,
    ...(payload && { payload }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { code: statusCode, body, json: JSON.parse(body), next: headers['x-session-token'] };
};
let made = 0;
const newPerson = async () => {
  const email = `person-${++made}@example.org`;
  const { json } = await post('auth/signup', { email, password: PASSWORD, confirmPassword: PASSWORD });
  return { email, token: json.data.token as string };
};

describe('over HTTP', () => {
  it('somebody registers, refreshes, changes the password, signs out and in again', async () => {
    const { email, token } = await newPerson();
    const refreshed = (await post('auth/refresh', { token })).json.data.token;
    const wish = { email, password: 'battery staple', confirmPassword: 'battery staple' };
    const changed = await post('user/account', wish, refreshed);
    expect(changed.json).toMatchObject({ code: 200, data: 'Password updated' });
    for (const ended of [token, refreshed])
      expect((await post('auth/signout', undefined, ended)).json).toMatchObject({
        code: 401,
        reason: 'session_invalid',
      });
    const next = String(changed.next);
    expect((await post('auth/signout', undefined, next)).json).toMatchObject({ code: 200, data: 'Signed out' });
    expect((await post('auth/signout', undefined, token)).json).toMatchObject({ code: 401, reason: 'session_invalid' });
    expect((await post('auth/refresh', { token })).json).toMatchObject({ code: 401, reason: 'session_invalid' });
    const { json } = await post('auth/signin', { email, password: 'battery staple' });
    expect(json.data).toEqual({
      token: expect.any(String),
      email,
      role: 'USER',
      returnUrl: '/token',
      profile: { darkTheme: 0, maxRegs: 20 },
    });
  });

  it('an unknown address and a wrong password are answered with the same bytes', async () => {
    const { email } = await newPerson();
    const wrong = await post('auth/signin', { email, password: 'wrong one' });
    const unknown = await post('auth/signin', { email: 'nobody@example.org', password: 'wrong one' });
    expect(wrong.code).toBe(401);
    expect(unknown).toEqual(wrong);
  });

  it('nobody becomes more than a user by sending more fields', async () => {
    const fields = { role: 'ADMIN', maxRequests: 1_000_000, isValid: 1, id: 1, version: 9, deleted_at: null };
    for (const [field, value] of Object.entries(fields)) {
      const email = `${field}@example.org`;
      const wish = { email, password: PASSWORD, confirmPassword: PASSWORD, [field]: value };
      expect((await post('auth/signup', wish)).json).toMatchObject({
        code: 400,
        reason: 'invalid_body',
        details: [{ field }],
      });
      expect((await db.query('select 1 from account where email = $1', [email])).rows).toEqual([]);
      const { token, email: own } = await newPerson();
      const { json } = await post('user/account', { ...wish, email: own }, token);
      expect(json).toMatchObject({ code: 400, reason: 'invalid_body' });
    }
  });

  it('wrong fields are named in the words of the form', async () => {
    const { json } = await post('auth/signup', { email: 'nobody', password: PASSWORD, confirmPassword: PASSWORD });
    expect(json).toMatchObject({
      code: 400,
      error: 'Email must be a valid email address',
      details: [{ field: 'email', message: 'Email must be a valid email address' }],
    });
  });

  it('a link of an operator can be looked at, and says what is wrong with it', async () => {
    const email = 'invited@example.org';
    const invitation = await db.transaction((tx) => accounts.invite(tx, email));
    const good = await post('auth/invitation', { email, invitation });
    expect([good.json.code, good.json.data]).toEqual([200, 'The link can be used']);
    const used = await post('auth/invitation', { email, invitation: 'x'.repeat(32) });
    expect([used.json.code, used.json.reason]).toEqual([403, 'invitation_invalid']);
    for (const [field, value] of [
      ['email', 'x'.repeat(255)],
      ['invitation', 'x'.repeat(101)],
    ] as const) {
      const { json } = await post('auth/invitation', { email, invitation, [field]: value });
      expect([json.code, json.details[0].field]).toEqual([400, field]);
    }
  });

  it("another's password is out of reach", async () => {
    const [victim, attacker] = [await newPerson(), await newPerson()];
    const wish = { email: victim.email, password: 'taken over', confirmPassword: 'taken over' };
    expect((await post('user/account', wish, attacker.token)).json).toMatchObject({ code: 403, reason: 'forbidden' });
    expect((await post('auth/signin', { email: victim.email, password: PASSWORD })).code).toBe(200);
  });
});
