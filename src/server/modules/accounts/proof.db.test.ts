import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { startOidc } from '#test/support/oidc-fake.ts';
import { productOn, TEST_PASSWORD } from '#test/support/product-in-memory.ts';
import { browserAt } from './provider.fixture.ts';

/** What is asked beside the session, before an account is changed for good. */

const db = await testDatabase();
const oidc = await startOidc();
const product = await productOn(db, {
  ...oidc.environment,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'a@example.org',
});
afterAll(product.close);
beforeEach(() => db.query('delete from tries'));
const { call } = browserAt(product, oidc);

let made = 0;
const someone = async () => {
  const email = `proof-${++made}@example.org`;
  const session = await product.signIn(email);
  const { key } = (await call('POST', 'user/second-factor', {}, session)).data;
  const codeOf = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });
  await call('PUT', 'user/second-factor', { code: codeOf(-1) }, session);
  return { email, session, codeOf };
};
const anHourLater = async (): Promise<void> => {
  await db.query(`update session set signed_in_at = signed_in_at - interval '1 hour'`);
  product.sessions.invalidate();
};
const newPassword = (email: string) => ({ email, password: 'a new password', confirmPassword: 'a new password' });
const currentPassword = TEST_PASSWORD;

describe('where a second factor is on', () => {
  it.each([
    ['another address', 'user/email', () => ({ email: `next-${made}@example.org` })],
    ['another password', 'user/account', newPassword],
  ])('%s takes its code, a while after signing in', async (_what, path, wish) => {
    const { email, session, codeOf } = await someone();
    const ask = (more: object) => call('POST', path, { ...wish(email), ...more }, session);
    await anHourLater();
    expect((await ask({})).reason).toBe('recent_sign_in_needed');
    expect((await ask({ code: codeOf(0) })).reason).toBe('recent_sign_in_needed');
    expect(await ask({ currentPassword })).toMatchObject({ code: 403, reason: 'code_needed' });
    expect(await ask({ currentPassword, code: '000000' })).toMatchObject({ code: 403, reason: 'second_factor_wrong' });
    expect((await ask({ currentPassword, code: codeOf(0) })).code).toBe(200);
  });

  it.each([
    ['another address', 'user/email', () => ({ email: `soon-${made}@example.org` })],
    ['another password', 'user/account', newPassword],
  ])('%s takes none just after signing in, but a right one where one is given', async (_what, path, wish) => {
    const { email, session } = await someone();
    const wrong = await call('POST', path, { ...wish(email), code: '000000' }, session);
    expect(wrong.reason).toBe('second_factor_wrong');
    expect((await call('POST', path, wish(email), session)).code).toBe(200);
  });

  it('deletion takes password and code always', async () => {
    const { session, codeOf } = await someone();
    const ask = (given: object) => call('POST', 'user/deletion', given, session);
    expect((await ask({})).reason).toBe('recent_sign_in_needed');
    expect((await ask({ code: codeOf(0) })).reason).toBe('recent_sign_in_needed');
    expect((await ask({ password: TEST_PASSWORD })).reason).toBe('code_needed');
    expect((await ask({ password: TEST_PASSWORD, code: '000000' })).reason).toBe('second_factor_wrong');
    expect((await ask({ password: 'wrong', code: codeOf(0) })).reason).toBe('recent_sign_in_needed');
    // A wrong password uses no code up.
    expect((await ask({ password: TEST_PASSWORD, code: codeOf(0) })).data.deleteAt).toBeTruthy();
  });
});

it('an account without a password is deleted just after signing in, and not later', async () => {
  const email = `proof-${++made}@example.org`;
  oidc.letIn({ sub: email, email, email_verified: true });
  const { token } = (await browserAt(product, oidc).signIn()).data.session;
  expect((await call('POST', 'user/deletion', { password: 'guessed' }, token)).reason).toBe('sign_in_again');
  await anHourLater();
  expect((await call('POST', 'user/deletion', {}, token)).reason).toBe('sign_in_again');
  const again = (await browserAt(product, oidc).signIn()).data.session;
  expect((await call('POST', 'user/deletion', {}, again.token)).data.deleteAt).toBeTruthy();
});
