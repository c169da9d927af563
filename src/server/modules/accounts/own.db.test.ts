import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { productOn, TEST_PASSWORD, TEST_URL } from '#test/support/product-in-memory.ts';
import { startSmtp } from '#test/support/smtp.ts';

/** What people do about their own accounts, over HTTP and by real mail: sessions, and another address. */

const smtp = await startSmtp();
const db = await testDatabase('sample');
const product = await productOn(db, { SMTP_URL: smtp.url, MAIL_FROM: 'films@example.org' });
const admin = await product.signIn('boss@example.org', { admin: true });
afterAll(product.close);

type Method = 'GET' | 'POST' | 'DELETE';
const call = async (method: Method, path: string, token: string, payload?: object) => {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  return (await product.app.inject({ method, url: `/api/${path}`, headers, ...(payload && { payload }) })).json();
};
const signIn = async (email: string, agent?: string): Promise<string> => {
  const payload = { email, password: TEST_PASSWORD };
  const headers = agent === undefined ? {} : { 'user-agent': agent };
  const answer = await product.app.inject({ method: 'POST', url: '/api/auth/signin', payload, headers });
  return answer.json().data?.token ?? '';
};
let made = 0;
const newPerson = async () => {
  const email = `own-${++made}@example.org`;
  return { email, token: await product.signIn(email) };
};
const sessionsOf = async (token: string) => (await call('GET', 'user/sessions', token)).data;

describe('the own sessions', () => {
  it('are listed with where they came from, the one that asks first', async () => {
    const { email } = await newPerson();
    const here = await signIn(email, '  Firefox/1 (X11; Linux) ');
    await signIn(email, 'x'.repeat(1_000));
    const [first, second, third] = await sessionsOf(here);
    expect(first).toEqual({
      idSession: expect.any(Number),
      signedInAt: expect.any(String),
      lastSeen: first.signedInAt,
      endsAt: expect.any(String),
      ip: '127.0.0.1',
      agent: 'Firefox/1 (X11; Linux)',
      current: 1,
    });
    expect([second.agent, second.current, third.current]).toEqual(['x'.repeat(300), 0, 0]);
    expect(JSON.stringify(await sessionsOf(here))).not.toContain(
      JSON.parse(Buffer.from(here.split('.')[1] ?? '', 'base64url').toString()).sid,
    );
  });

  it('say when they were renewed last', async () => {
    const { token } = await newPerson();
    await db.query(`update session set seen_at = '2026-01-01T00:00:00Z'`);
    await call('POST', 'auth/refresh', '', { token });
    const [{ lastSeen }] = await sessionsOf(token);
    expect(Date.now() - Date.parse(lastSeen)).toBeLessThan(86_400_000);
  });

  it('end one by one; what has ended, or is of somebody else, is not there', async () => {
    const { email, token } = await newPerson();
    const other = await signIn(email);
    const stranger = await newPerson();
    const [, { idSession }] = await sessionsOf(token);
    expect(await call('DELETE', `user/sessions/${idSession}`, stranger.token)).toMatchObject({
      code: 404,
      reason: 'session_unknown',
    });
    expect((await call('GET', 'user/token', other)).code).toBe(200);
    expect(await call('DELETE', `user/sessions/${idSession}`, token)).toMatchObject({ code: 200 });
    expect(await call('GET', 'user/token', other)).toMatchObject({ code: 401, reason: 'session_invalid' });
    expect(await call('DELETE', `user/sessions/${idSession}`, token)).toMatchObject({ reason: 'session_unknown' });
    for (const wrong of ['0', 'abc', '1e3', '9999999999999999999'])
      expect(await call('DELETE', `user/sessions/${wrong}`, token)).toMatchObject({
        code: 400,
        reason: 'invalid_parameter',
        details: [{ field: 'idSession' }],
      });
  });

  it('end all at once but the one that asks', async () => {
    const { email, token } = await newPerson();
    const others = [await signIn(email), await signIn(email)];
    const stranger = await newPerson();
    expect(await call('DELETE', 'user/sessions', token)).toMatchObject({ data: 'All other sessions have ended' });
    for (const other of others) expect((await call('GET', 'user/token', other)).reason).toBe('session_invalid');
    expect(await sessionsOf(token)).toHaveLength(1);
    expect((await call('GET', 'user/token', stranger.token)).code).toBe(200);
  });

  it('that end each other at the same moment leave one, whoever was first', async () => {
    const { email, token } = await newPerson();
    for (let round = 0; round < 5; round += 1) {
      const tokens = [await signIn(email), await signIn(email), await signIn(email)];
      for (const one of tokens) await sessionsOf(one);
      const answers = await Promise.all(tokens.map((one) => call('DELETE', 'user/sessions', one)));
      const codes = answers.map(({ code }) => code as number);
      expect(codes.toSorted()).toEqual([200, 401, 401]);
      const left = tokens[codes.indexOf(200)] ?? '';
      expect(await sessionsOf(left)).toHaveLength(1);
    }
    expect((await call('GET', 'user/sessions', token)).code).toBe(401);
  });
});

/** The texts of the next mails to these addresses. */
const mailsTo = (...wanted: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Promise((resolve) => {
    const taken = new Map<string, string>();
    smtp.onTaken(({ to: [to = ''], text }) => {
      if (wanted.includes(to)) taken.set(to, text);
      if (taken.size === wanted.length) resolve(taken);
    });
  });
const linkIn = (text: string): string => new URLSearchParams(/#\/new-address\?(\S+)/.exec(text)?.[1]).get('link') ?? '';

describe('another address', () => {
  it('is taken on by the link that the new one gets, and told to the old one', async () => {
    const { email, token } = await newPerson();
    const next = `next-${made}@example.org`;
    const asked = mailsTo(next, email);
    expect(await call('POST', 'user/email', token, { email: next })).toMatchObject({
      data: `A link is on its way to ${next}`,
    });
    const byTo = await asked;
    expect(byTo.get(email)).toContain(`has the address ${next} instead`);
    expect(linkIn(byTo.get(email) ?? '')).toBe('');
    const text = byTo.get(next) ?? '';
    expect(text).toContain(`${TEST_URL}/#/new-address?`);
    const link = linkIn(text);
    expect(await signIn(next)).toBe('');
    for (const wrong of [
      { email, link },
      { email: next, link: `${link}x` },
    ])
      expect(await call('POST', 'auth/change-email', '', wrong)).toMatchObject({ reason: 'link_invalid' });
    // It is good for nothing else.
    const password = { password: 'another one', confirmPassword: 'another one' };
    for (const path of ['auth/confirm-address', 'auth/reset-password'])
      expect(
        await call('POST', path, '', { email: next, link, ...(path.endsWith('password') && password) }),
      ).toMatchObject({ reason: 'link_invalid' });
    const told = mailsTo(email);
    const wish = { email: next, link };
    expect(await call('POST', 'auth/change-email', '', wish)).toMatchObject({ data: { email: next, former: email } });
    expect((await told).get(email)).toContain(`has the address ${next} since`);
    expect((await call('GET', 'user/token', token)).reason).toBe('session_invalid');
    expect([await signIn(email), (await signIn(next)) !== '']).toEqual(['', true]);
    expect(await call('POST', 'auth/change-email', '', wish)).toMatchObject({ reason: 'link_invalid' });
  });

  it('is refused where it is none, is taken, or is the present one; the password is asked for after a while', async () => {
    const { email, token } = await newPerson();
    const refused = async (payload: object) => {
      const { code, reason, details } = await call('POST', 'user/email', token, payload);
      return [code, reason, details?.[0]?.field];
    };
    expect(await refused({ email: 'nobody' })).toEqual([400, 'invalid_body', 'email']);
    expect(await refused({ email: email.toUpperCase() })).toEqual([400, 'invalid_body', 'email']);
    expect(await refused({})).toEqual([400, 'invalid_body', 'email']);
    expect(await refused({ email: 'BOSS@example.org' })).toEqual([409, 'email_taken', 'email']);
    expect(await refused({ email: 'a@example.org', currentPassword: 'wrong' })).toEqual([
      403,
      'recent_sign_in_needed',
      undefined,
    ]);
    await db.query(`update session set signed_in_at = signed_in_at - interval '16 minutes'`);
    product.sessions.invalidate();
    expect(await refused({ email: `late-${made}@example.org` })).toEqual([403, 'recent_sign_in_needed', undefined]);
    expect(await refused({ email: `late-${made}@example.org`, currentPassword: TEST_PASSWORD })).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });

  it('is given to nobody once it has become that of another account', async () => {
    const { email, token } = await newPerson();
    const next = `raced-${made}@example.org`;
    const asked = mailsTo(next);
    await call('POST', 'user/email', token, { email: next });
    const link = linkIn((await asked).get(next) ?? '');
    await product.accounts.createUser({ email: next, password: TEST_PASSWORD, admin: false });
    expect(await call('POST', 'auth/change-email', '', { email: next, link })).toMatchObject({
      code: 409,
      reason: 'email_taken',
    });
    expect(await signIn(email)).not.toBe('');
  });

  it('does not come once the password was changed meanwhile', async () => {
    const { email, token } = await newPerson();
    const next = `stopped-${made}@example.org`;
    const asked = mailsTo(next);
    await call('POST', 'user/email', token, { email: next });
    const link = linkIn((await asked).get(next) ?? '');
    await db.transaction((tx) => product.accounts.resetPassword(tx, email, 'something else'));
    expect(await call('POST', 'auth/change-email', '', { email: next, link })).toMatchObject({
      reason: 'link_invalid',
    });
  });

  it('is not mailed any more where the password was changed while the mail waited', async () => {
    const { email, token } = await newPerson();
    const [next, other] = [`waited-${made}@example.org`, `asked-${made}@example.org`];
    await db.query(
      `insert into mail (kind, recipient, account_id, data, inserted_at, due_at, ends_at)
        select 'email_link', $2, id, jsonb_build_object('former', email, 'password', 'the one before'), now(), now(),
          now() + interval '1 day' from account where email = $1`,
      [email, next],
    );
    const asked = mailsTo(other);
    await call('POST', 'user/email', token, { email: other });
    await asked;
    const sent = async () =>
      (
        await db.query(
          `select m.sent_at is not null as sent from mail m join account a on a.id = m.account_id
            where a.email = $1 and m.kind = 'email_link'`,
          [email],
        )
      ).rows;
    await expect.poll(sent).toEqual([{ sent: true }]);
    expect(smtp.mails.filter(({ to }) => to.includes(next))).toEqual([]);
  });

  it('is asked for five times an hour by one account', async () => {
    const { token } = await newPerson();
    const reasons: (string | undefined)[] = [];
    for (let each = 0; each < 6; each += 1)
      reasons.push((await call('POST', 'user/email', token, { email: `many-${made}-${each}@example.org` })).reason);
    expect(reasons).toEqual([...Array(5).fill(undefined), 'too_many_tries']);
  });

  it('comes by an administrator too, without mail', async () => {
    const { email } = await newPerson();
    const newEmail = `handed-${made}@example.org`;
    const hand = (payload: object) => call('POST', 'admin/user/email-link', admin, payload);
    expect(await hand({ email: 'no@example.org', newEmail })).toMatchObject({ code: 404, reason: 'user_unknown' });
    expect(await hand({ email, newEmail: 'none' })).toMatchObject({ code: 400, details: [{ field: 'newEmail' }] });
    expect(await hand({ email, newEmail: 'boss@example.org' })).toMatchObject({ code: 409, reason: 'email_taken' });
    const { link } = (await hand({ email, newEmail })).data;
    const code = linkIn(link);
    expect(await call('POST', 'auth/change-email', '', { email: newEmail, link: code })).toMatchObject({
      data: { email: newEmail, former: email },
    });
    expect(await signIn(newEmail)).not.toBe('');
  });
});
