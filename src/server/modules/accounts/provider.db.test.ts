import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { startOidc } from '#test/support/oidc-fake.ts';
import { productOn, TEST_PASSWORD } from '#test/support/product-in-memory.ts';
import { browserAt, RETURN } from './provider.fixture.ts';

/** Signing in by a provider, over HTTP, against a provider that signs with real keys. */

const db = await testDatabase();
const oidc = await startOidc();
const product = await productOn(db, { ...oidc.environment, OIDC_NAME: 'Films Inc.' });
afterAll(product.close);
beforeEach(() => db.query('delete from tries'));

let made = 0;
const someone = () => {
  const email = `known-${++made}@example.org`;
  const person = { sub: `subject ${made}`, email, email_verified: true };
  oidc.letIn(person);
  return person;
};
const browser = () => browserAt(product, oidc);
const accountOf = async (email: string) =>
  (await db.query<{ id: number; role: string }>('select id, role from account where email = $1', [email])).rows[0];

describe('the way to the provider', () => {
  it('is told by its name', async () => {
    expect((await browser().call('GET', 'auth/provider')).data).toEqual({ name: 'Films Inc.' });
  });

  it('has PKCE, a state and a nonce of its own, and the way back of the settings, whatever the host says', async () => {
    const { data, set } = await browser().call('POST', 'auth/provider', {});
    const asked = Object.fromEntries(new URL(data.url).searchParams);
    expect(asked).toMatchObject({ response_type: 'code', client_id: 'films', redirect_uri: RETURN });
    expect(asked).toMatchObject({ code_challenge_method: 'S256', scope: 'openid email profile' });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/[\w-]{43}$/);
    expect(set).toMatch(/^kinodex-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const next = new URL((await browser().call('POST', 'auth/provider', {})).data.url).searchParams;
    for (const name of ['state', 'nonce', 'code_challenge']) expect(next.get(name)).not.toBe(asked[name]);
  });

  it('keeps no secret of it in the database', async () => {
    const { data } = await browser().call('POST', 'auth/provider', {});
    const asked = new URL(data.url).searchParams;
    const { rows } = await db.query<{ text: string }>('select to_jsonb(f)::text as text from sign_in_flow f');
    const kept = rows.map(({ text }) => text).join('\n');
    for (const name of ['state', 'nonce']) expect(kept).not.toContain(asked.get(name));
  });

  it('sets a cookie that no other host can, where the site has TLS', async () => {
    const secure = await productOn(await testDatabase(), { ...oidc.environment, PUBLIC_URL: 'https://films.example' });
    const { data, set } = await browserAt(secure, oidc).call('POST', 'auth/provider', {});
    expect(set).toMatch(/^__Host-kinodex-sign-in=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/);
    expect(new URL(data.url).searchParams.get('redirect_uri')).toBe('https://films.example/sign-in/return');
    await secure.close();
  });

  it('is not begun by the page of another site, nor for a page of another one', async () => {
    const headers = { origin: 'https://evil.example', host: '127.0.0.1:8080' };
    const sent = await product.app.inject({ method: 'POST', url: '/api/auth/provider', payload: {}, headers });
    expect(sent.json().reason).toBe('anti_forgery');
    for (const returnUrl of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/a b',
      '/..//evil.example',
      '/.//evil.example',
      '/keys/..//evil.example',
      '/%2e%2e//evil.example',
    ]) {
      const { reason, details } = await browser().call('POST', 'auth/provider', { returnUrl });
      expect([reason, details?.[0]?.field]).toEqual(['invalid_body', 'returnUrl']);
    }
  });

  it('is refused after too many from one network', async () => {
    const one = browser();
    for (let at = 0; at < 60; at += 1) await one.call('POST', 'auth/provider', {});
    expect(await one.call('POST', 'auth/provider', {})).toMatchObject({ code: 429, reason: 'too_many_tries' });
  });
});

describe('coming back', () => {
  it('makes an account once, and signs in to it from then on, as any session', async () => {
    const { email } = someone();
    const first = await browser().signIn({ returnUrl: '/keys' });
    expect(first.data).toMatchObject({ secondFactor: 0, session: { email, role: 'USER', returnUrl: '/keys' } });
    oidc.letIn({ sub: `subject ${made}`, email: 'another@example.org', email_verified: true });
    oidc.signing('ES256');
    const again = browser();
    const { session } = (await again.signIn()).data;
    oidc.signing('RS256');
    expect(session).toMatchObject({ email, returnUrl: '/token' });
    const own = (await again.call('GET', 'user/sessions', undefined, session.token)).data;
    expect(own).toHaveLength(2);
    expect(own[0]).toMatchObject({ current: 1, agent: expect.stringContaining('Firefox') });
    await again.call('DELETE', 'user/sessions', undefined, session.token);
    expect((await again.call('GET', 'user/sessions', undefined, first.data.session.token)).code).toBe(401);
    expect((await again.call('GET', 'user/token', undefined, session.token)).data.token).toMatch(/^kdx_/);
  });

  it('asks userinfo for what the token lacks, and believes no other subject there', async () => {
    someone();
    const email = 'by-userinfo@example.org';
    oidc.letIn({ sub: 'terse' }, { email, email_verified: true });
    expect((await browser().signIn()).data.session.email).toBe(email);
    oidc.letIn({ sub: 'terse' }, { sub: 'other', email, email_verified: true });
    expect((await browser().signIn()).reason).toBe('identity_refused');
  });

  it('never leads to an account by its address alone', async () => {
    const { email } = someone();
    await product.signIn(email);
    expect(await browser().signIn()).toMatchObject({ code: 409, reason: 'identity_unlinked' });
    // One that was only made or invited is nobody's to take either.
    const invited = someone();
    await db.transaction((tx) => product.accounts.invite(tx, invited.email));
    expect((await browser().signIn()).reason).toBe('identity_unlinked');
  });

  it('makes none for an address that is not confirmed, and says nothing of accounts then', async () => {
    const person = someone();
    for (const email_verified of [false, undefined, 'false', 1]) {
      oidc.letIn({ ...person, email_verified });
      expect(await browser().signIn()).toMatchObject({ code: 403, reason: 'identity_address' });
    }
    await product.signIn(person.email);
    expect((await browser().signIn()).reason).toBe('identity_address');
    oidc.letIn({ sub: 'without one' });
    expect((await browser().signIn()).reason).toBe('identity_address');
  });

  it('makes none where that is not allowed', async () => {
    const closed = await productOn(db, { ...oidc.environment, SIGNUP: 'closed' });
    const person = someone();
    expect(await browserAt(closed, oidc).signIn()).toMatchObject({ code: 403, reason: 'sign_up_closed' });
    expect(await accountOf(person.email)).toBeUndefined();
    const open = await productOn(db, { ...oidc.environment, SIGNUP: 'closed', OIDC_SIGNUP: 'open' });
    expect((await browserAt(open, oidc).signIn()).data.session.email).toBe(person.email);
    expect((await browserAt(closed, oidc).signIn()).data.session.email).toBe(person.email);
    await Promise.all([closed.close(), open.close()]);
  });

  it('opens nothing that is disabled, and leads who is to be deleted to where that can be stopped', async () => {
    const { email } = someone();
    await browser().signIn();
    await db.query("update account set delete_at = now() + interval '7 days' where email = $1", [email]);
    expect((await browser().signIn({ returnUrl: '/keys' })).data.session.returnUrl).toBe('/profile');
    await product.accounts.setEnabled(email, false);
    expect(await browser().signIn()).toMatchObject({ code: 403, reason: 'account_disabled' });
  });

  it('is of one account, however many browsers of one person come at once', async () => {
    const { email } = someone();
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser().signIn()));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    const { rows } = await db.query('select from account where email = $1', [email]);
    expect(rows).toHaveLength(1);
  });

  it('of a deleted account begins anew, and tells nothing of the former one', async () => {
    const { email } = someone();
    await browser().signIn();
    const before = await accountOf(email);
    await db.transaction((tx) => product.accounts.remove(tx, email));
    expect((await browser().signIn()).data.session.email).toBe(email);
    expect((await accountOf(email))?.id).not.toBe(before?.id);
  });

  it('is nothing where no provider is set up', async () => {
    const without = await productOn(db);
    const one = browserAt(without, oidc);
    expect((await one.call('GET', 'auth/provider')).data).toEqual({ name: null });
    expect((await one.call('POST', 'auth/provider', {})).reason).toBe('identity_off');
    expect((await one.finish({ state: 's.x', code: 'x' })).reason).toBe('identity_off');
    expect((await one.call('POST', 'auth/signin', { email: 'x@example.org', password: TEST_PASSWORD })).code).toBe(401);
    await without.close();
  });
});
