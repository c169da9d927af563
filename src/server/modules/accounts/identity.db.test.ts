import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { startOidc } from '#test/support/oidc-fake.ts';
import { productOn, TEST_PASSWORD } from '#test/support/product-in-memory.ts';
import { browserAt } from './provider.fixture.ts';

/** Linking a sign-in of the provider to an account, and taking it away. */

const db = await testDatabase();
const oidc = await startOidc();
const product = await productOn(db, {
  ...oidc.environment,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'a@example.org',
});
afterAll(product.close);
beforeEach(() => db.query('delete from tries'));
const browser = () => browserAt(product, oidc);

let made = 0;
const someone = async () => {
  const email = `link-${++made}@example.org`;
  oidc.letIn({ sub: `link ${made}`, email: `at-the-provider-${made}@example.org`, email_verified: true });
  return { email, session: await product.signIn(email) };
};
const anHourLater = async (): Promise<void> => {
  await db.query(`update session set signed_in_at = signed_in_at - interval '1 hour'`);
  product.sessions.invalidate();
};
const mailsTo = async (email: string) =>
  (await db.query<{ kind: string }>('select kind from mail where recipient = $1 order by id', [email])).rows.map(
    ({ kind }) => kind,
  );

describe('a linked sign-in', () => {
  it('opens the account whatever its address, is shown, and is taken away with the sessions of others', async () => {
    const { email, session } = await someone();
    const at = browser();
    expect((await at.call('GET', 'user/identities', undefined, session)).data).toEqual({
      hasPassword: 1,
      provider: '127.0.0.1',
      identities: [],
    });
    expect((await at.link(session)).data).toBe('You can sign in with 127.0.0.1 now');
    expect((await at.link(session)).reason).toBe('identity_linked');
    const entered = (await browser().signIn()).data.session;
    expect(entered.email).toBe(email);
    const { identities } = (await at.call('GET', 'user/identities', undefined, session)).data;
    expect(identities).toEqual([
      expect.objectContaining({ issuer: oidc.issuer, email: `at-the-provider-${made}@example.org`, current: 1 }),
    ]);
    const path = `user/identities/${identities[0].idIdentity}`;
    const { session: stranger } = await someone();
    expect((await at.call('DELETE', path, {}, stranger)).reason).toBe('identity_unknown');
    expect((await at.call('DELETE', path, {}, session)).code).toBe(200);
    expect((await at.call('DELETE', path, {}, session)).reason).toBe('identity_unknown');
    expect((await at.call('GET', 'user/token', undefined, session)).code).toBe(200);
    expect((await at.call('GET', 'user/token', undefined, entered.token)).code).toBe(401);
    expect(await mailsTo(email)).toEqual(['identity_linked', 'identity_ended']);
  });

  it('is of one account', async () => {
    const first = await someone();
    expect((await browser().link(first.session)).code).toBe(200);
    const second = await product.signIn(`link-second-${made}@example.org`);
    expect((await browser().link(second)).reason).toBe('identity_taken');
    const both = await Promise.all([someone(), someone()]);
    oidc.letIn({ sub: 'of both', email: 'x@example.org', email_verified: true });
    const answers = await Promise.all(both.map(({ session }) => browser().link(session)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  });

  it('is finished in the session that has begun it only', async () => {
    const [one, two] = [await someone(), await someone()];
    const at = browser();
    const begun = await at.call('POST', 'user/identities', {}, one.session);
    const answer = await at.bring(oidc.answerTo(begun.data.url));
    expect((await at.call('PUT', 'user/identities', answer)).reason).toBe('session_missing');
    expect((await at.call('PUT', 'user/identities', answer, two.session)).reason).toBe('identity_flow');
    expect((await at.call('PUT', 'user/identities', answer, one.session)).reason).toBe('identity_flow');
  });

  it('asks for password and second factor a while after signing in', async () => {
    const { session } = await someone();
    const at = browser();
    const { key } = (await at.call('POST', 'user/second-factor', {}, session)).data;
    const codeOf = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });
    await at.call('PUT', 'user/second-factor', { code: codeOf(-1) }, session);
    await anHourLater();
    const currentPassword = TEST_PASSWORD;
    expect((await at.link(session)).reason).toBe('recent_sign_in_needed');
    expect((await at.link(session, { currentPassword: 'wrong' })).reason).toBe('recent_sign_in_needed');
    expect((await at.link(session, { currentPassword })).reason).toBe('code_needed');
    expect((await at.link(session, { currentPassword, code: '000000' })).reason).toBe('second_factor_wrong');
    expect((await at.link(session, { currentPassword, code: codeOf(0) })).code).toBe(200);
    const { identities } = (await at.call('GET', 'user/identities', undefined, session)).data;
    const path = `user/identities/${identities[0].idIdentity}`;
    expect((await at.call('DELETE', path, {}, session)).reason).toBe('recent_sign_in_needed');
    expect((await at.call('DELETE', path, { currentPassword, code: codeOf(1) }, session)).code).toBe(200);
  });
});

describe('an account without a password', () => {
  const newcomer = async () => {
    const email = `newcomer-${++made}@example.org`;
    oidc.letIn({ sub: `newcomer ${made}`, email, email_verified: true });
    const at = browser();
    const { session } = (await at.signIn()).data;
    const { identities } = (await at.call('GET', 'user/identities', undefined, session.token)).data;
    return { email, at, session: session.token as string, path: `user/identities/${identities[0].idIdentity}` };
  };
  const change = (email: string) => ({ email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD });

  it('keeps its only way in, until it has a password', async () => {
    const { email, at, session, path } = await newcomer();
    expect((await at.call('DELETE', path, {}, session)).reason).toBe('identity_last');
    const { headers } = await product.app.inject({
      ...{ method: 'POST', url: '/api/user/account', payload: change(email) },
      headers: { authorization: `Bearer ${session}` },
    });
    const next = String(headers['x-session-token']);
    expect((await at.call('DELETE', path, {}, next)).code).toBe(200);
    expect((await at.call('POST', 'auth/signin', { email, password: TEST_PASSWORD })).code).toBe(200);
    expect((await browser().signIn()).reason).toBe('identity_unlinked');
  });

  it('has to sign in again where others give their password', async () => {
    const { email, at, session } = await newcomer();
    await anHourLater();
    expect((await at.call('POST', 'user/account', change(email), session)).reason).toBe('sign_in_again');
    const guessed = { ...change(email), currentPassword: 'anything' };
    expect((await at.call('POST', 'user/account', guessed, session)).reason).toBe('sign_in_again');
  });

  it('is nobody else’s to make the first administrator', async () => {
    const { email } = await newcomer();
    expect((await product.accounts.ensureFirstAdministrator({ email, password: undefined })).made).toBe(false);
    const { rows } = await db.query('select from account where email = $1 and password is null', [email]);
    expect(rows).toHaveLength(1);
  });

  it('has its sign-ins in the file of its data, which goes with it', async () => {
    const { email, session } = await newcomer();
    const file = await product.app.inject({ url: '/api/user/data', headers: { authorization: `Bearer ${session}` } });
    expect(file.json().identities).toEqual([
      expect.objectContaining({ issuer: oidc.issuer, subject: `newcomer ${made}`, email }),
    ]);
    await db.transaction((tx) => product.accounts.remove(tx, email));
    expect((await db.query('select from identity where email = $1', [email])).rowCount).toBe(0);
  });
});
