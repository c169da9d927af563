import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { productOn, TEST_URL } from '#test/support/product-in-memory.ts';
import { startSmtp } from '#test/support/smtp.ts';

const smtp = await startSmtp();
const db = await testDatabase('sample');
await db.query(`insert into configuration (key, value1, description) values ('EMAIL_CONFIRMATION', '1', '')`);
const product = await productOn(db, { SMTP_URL: smtp.url, MAIL_FROM: 'films@example.org' });
afterAll(product.close);

const post = async (path: string, payload?: object, authorization = '') =>
  (
    await product.app.inject({
      method: 'POST',
      url: `/api/${path}`,
      ...(payload && { payload }),
      headers: { authorization },
    })
  ).json();
const ownToken = async (session: string) =>
  (await product.app.inject({ url: '/api/user/token', headers: { authorization: session } })).json().data;
const callWith = async (token: string) => {
  const { statusCode, body } = await product.app.inject({
    url: '/api/v1/movie/tt0068646',
    headers: { authorization: `Bearer ${token}` },
  });
  return [statusCode, JSON.parse(body).reason ?? null];
};
/** Registers somebody from another site's name, whose Host nobody believes; answers the session and what the mail holds. */
const registered = async (email: string) => {
  const mailed = new Promise<string>((resolve) => smtp.onTaken(({ text }) => resolve(text)));
  const wish = { email, password: 'battery staple', confirmPassword: 'battery staple' };
  const { data } = await post('auth/signup', wish);
  return { session: `Bearer ${data.token}`, text: await mailed };
};

it('a token waits until the address of its user is confirmed by the link that was mailed', async () => {
  const email = 'new@example.org';
  const { session, text } = await registered(email);
  const { token, status } = await ownToken(session);
  expect(status).toBe('UNCONFIRMED');
  expect(await callWith(token)).toEqual([403, 'address_unconfirmed']);
  expect(text).toContain(`${TEST_URL}/#/confirm?`);
  const link = new URLSearchParams(/\?(\S+)/.exec(text)?.[1]).get('link');
  expect(await post('auth/confirm-address', { email: 'other@example.org', link })).toMatchObject({
    reason: 'link_invalid',
  });
  expect(
    await post('auth/reset-password', { email, link, password: 'another one', confirmPassword: 'another one' }),
  ).toMatchObject({
    reason: 'link_invalid',
  });
  expect(await post('auth/confirm-address', { email, link })).toMatchObject({ code: 200, data: 'Address confirmed' });
  expect((await ownToken(session)).status).toBe('VALID');
  product.tokens.invalidate();
  expect(await callWith(token)).toEqual([200, null]);
  expect(await post('auth/confirm-address', { email, link })).toMatchObject({ reason: 'link_invalid' });
  expect(await post('user/confirm-address', undefined, session)).toMatchObject({ data: 'Your address is confirmed' });
});

it('a link for a new password that was mailed confirms the address too', async () => {
  const email = 'forgetful@example.org';
  const { session } = await registered(email);
  const { token } = await ownToken(session);
  const mailed = new Promise<string>((resolve) => smtp.onTaken(({ text }) => resolve(text)));
  const payload = { email };
  await product.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload,
    headers: { host: 'evil.example' },
  });
  const text = await mailed;
  expect(text).toContain(`${TEST_URL}/#/reset?`);
  expect(text).not.toContain('evil.example');
  const link = new URLSearchParams(/\?(\S+)/.exec(text)?.[1]).get('link');
  const wish = { email, link, password: 'a new password 1', confirmPassword: 'a new password 1' };
  expect(await post('auth/reset-password', wish)).toMatchObject({ code: 200 });
  product.tokens.invalidate();
  expect(await callWith(token)).toEqual([200, null]);
});
