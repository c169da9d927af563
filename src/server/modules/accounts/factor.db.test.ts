import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { productOn, TEST_PASSWORD } from '#test/support/product-in-memory.ts';

/** The second factor over HTTP, with codes as an app shows them. */

const db = await testDatabase('sample');
const product = await productOn(db);
const admin = await product.signIn('boss@example.org', { admin: true });
afterAll(product.close);

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token: string, payload?: object) =>
  (
    await product.app.inject({
      ...{ method, url: `/api/${path}`, headers: token === '' ? {} : { authorization: `Bearer ${token}` } },
      ...(payload && { payload }),
    })
  ).json();
const signIn = (email: string, more: object = {}) =>
  call('POST', 'auth/signin', '', { email, password: TEST_PASSWORD, ...more });

/** The code of a key, some steps of 30 seconds from now. */
const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });

let made = 0;
const newPerson = async () => {
  const email = `factor-${++made}@example.org`;
  return { email, token: await product.signIn(email) };
};
const PATH = 'user/second-factor';
/** Somebody whose second factor is turned on with the code of the step before this one. */
const withFactor = async () => {
  const { email, token } = await newPerson();
  const { key } = (await call('POST', PATH, token, {})).data;
  const { recoveryCodes } = (await call('PUT', PATH, token, { code: codeOf(key, -1) })).data;
  return { email, token, key, recoveryCodes: recoveryCodes as string[] };
};

describe('a second factor', () => {
  it('is shown, confirmed by a code, and asked for from then on', async () => {
    const { email, token } = await newPerson();
    expect((await call('GET', PATH, token)).data).toEqual({ isOn: 0, recoveryCodes: 0 });
    expect((await call('PUT', PATH, token, { code: '123456' })).reason).toBe('second_factor_off');
    const first = (await call('POST', PATH, token, {})).data;
    const { key, uri } = (await call('POST', PATH, token, {})).data;
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${key}`);
    expect(decodeURIComponent(uri)).toContain(email);
    expect((await call('PUT', PATH, token, { code: codeOf(first.key) })).reason).toBe('second_factor_wrong');
    expect((await signIn(email)).code).toBe(200);
    const code = codeOf(key);
    const { recoveryCodes } = (await call('PUT', PATH, token, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).data;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await call('GET', PATH, token)).data).toEqual({ isOn: 1, recoveryCodes: 10 });
    for (const method of ['POST', 'PUT'] as const)
      expect((await call(method, PATH, token, method === 'PUT' ? { code } : {})).reason).toBe('second_factor_on');
    expect(await signIn(email)).toMatchObject({ code: 401, reason: 'second_factor_needed' });
    expect(await signIn(email, { password: 'wrong' })).toMatchObject({ reason: 'sign_in_failed' });
    // The code that confirmed it is used.
    expect(await signIn(email, { code })).toMatchObject({ code: 403, reason: 'second_factor_wrong' });
    expect((await signIn(email, { code: codeOf(key, 1) })).data.email).toBe(email);
  });

  it('takes each code once, also from two sign-ins at the same moment', async () => {
    const { email, key } = await withFactor();
    const code = codeOf(key);
    const answers = await Promise.all([signIn(email, { code }), signIn(email, { code }), signIn(email, { code })]);
    expect(answers.map((one) => one.code).toSorted()).toEqual([200, 403, 403]);
    // One that is shown no more, or not yet, is none; nor is one of before the last.
    for (const steps of [-3, -1, 3])
      expect((await signIn(email, { code: codeOf(key, steps) })).reason).toBe('second_factor_wrong');
  });

  it('takes each recovery code once, however it is written', async () => {
    const { email, token, recoveryCodes } = await withFactor();
    const [one = '', two = ''] = recoveryCodes;
    expect((await signIn(email, { code: one })).code).toBe(200);
    expect((await signIn(email, { code: one })).reason).toBe('second_factor_wrong');
    expect((await signIn(email, { code: ` ${two.replace('-', '').toUpperCase()} ` })).code).toBe(200);
    expect((await call('GET', PATH, token)).data.recoveryCodes).toBe(8);
  });

  it('cannot be guessed: wrong codes are counted, and then a right one is refused too', async () => {
    const { email, key } = await withFactor();
    const from = (remoteAddress: string) => async (code: string) => {
      const payload = { email, password: TEST_PASSWORD, code };
      return (await product.app.inject({ method: 'POST', url: '/api/auth/signin', payload, remoteAddress })).json();
    };
    const [elsewhere, here] = [from('203.0.113.9'), from('127.0.0.1')];
    const reasons: string[] = [];
    for (let at = 0; at < 11; at += 1) reasons.push((await elsewhere('wrong')).reason);
    expect(reasons).toEqual([...Array(10).fill('second_factor_wrong'), 'too_many_tries']);
    expect(await elsewhere(codeOf(key))).toMatchObject({ code: 429, reason: 'too_many_tries' });
    // Where the account has signed in from, one in half a minute is looked at all the same.
    expect(await here('wrong')).toMatchObject({ code: 429, reason: 'too_many_tries' });
    expect(await here(codeOf(key))).toMatchObject({ code: 429, reason: 'too_many_tries' });
    await db.query(`delete from tries where bucket like 'second factor owner%'`);
    expect((await here(codeOf(key))).data.email).toBe(email);
    expect(await elsewhere(codeOf(key, 1))).toMatchObject({ code: 429, reason: 'too_many_tries' });
  });

  it('is turned off with a code of it only, and then no more asked for', async () => {
    const { email, token, key } = await withFactor();
    expect((await call('DELETE', PATH, token, { code: 'wrong' })).reason).toBe('second_factor_wrong');
    expect((await call('DELETE', PATH, token, {})).details[0].field).toBe('code');
    expect((await call('DELETE', PATH, token, { code: codeOf(key), currentPassword: 'wrong' })).reason).toBe(
      'recent_sign_in_needed',
    );
    expect((await call('DELETE', PATH, token, { code: codeOf(key) })).data).toBe('Second factor turned off');
    expect((await signIn(email)).code).toBe(200);
    expect((await call('DELETE', PATH, token, { code: codeOf(key, 1) })).reason).toBe('second_factor_off');
  });

  it('that was lost is turned off by an administrator, which ends the sessions', async () => {
    const { email, token } = await withFactor();
    const path = 'admin/user/second-factor';
    expect((await call('DELETE', path, token, { email })).code).toBe(403);
    expect((await call('DELETE', path, admin, { email: 'nobody@example.org' })).reason).toBe('user_unknown');
    expect((await call('DELETE', path, admin, { email })).data).toBe('Second factor turned off');
    expect((await call('DELETE', path, admin, { email })).reason).toBe('second_factor_off');
    expect((await call('GET', PATH, token)).code).toBe(401);
    expect((await signIn(email)).code).toBe(200);
  });

  it('goes with the account, and is nowhere in plain text', async () => {
    const { email, key, recoveryCodes } = await withFactor();
    const { rows } = await db.query<{ text: string }>('select to_jsonb(f)::text as text from second_factor f');
    const kept = rows.map(({ text }) => text).join('\n');
    for (const secret of [key, ...recoveryCodes]) expect(kept).not.toContain(Buffer.from(secret).toString('hex'));
    await call('DELETE', `admin/user?email=${email}`, admin);
    const left = await db.query(
      'select from second_factor f join account a on a.id = f.account_id where a.deleted_at is not null',
    );
    expect(left.rowCount).toBe(0);
  });
});
