import { afterAll, describe, expect, it } from 'vitest';
import { deleteAccounts } from '#server/modules/accounts/account.tasks.ts';
import { testDatabase } from '#test/support/database.ts';
import { productOn, TEST_PASSWORD, TEST_URL } from '#test/support/product-in-memory.ts';
import { runContext } from '#test/support/run-context.ts';
import { startSmtp } from '#test/support/smtp.ts';

/** All that is kept of somebody, as a file; and the deletion of the own account, which may be thought over. */

const smtp = await startSmtp();
const db = await testDatabase('sample');
const product = await productOn(db, { SMTP_URL: smtp.url, MAIL_FROM: 'films@example.org' });
afterAll(product.close);

type Method = 'GET' | 'POST' | 'DELETE';
const ask = (method: Method, path: string, token: string, payload?: object) =>
  product.app.inject({
    method,
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
const call = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json();
const signIn = async (email: string, password = TEST_PASSWORD) =>
  (await product.app.inject({ method: 'POST', url: '/api/auth/signin', payload: { email, password } })).json();
let made = 0;
const newPerson = async (as = { admin: false }) => {
  const email = `leaving-${++made}@example.org`;
  const session = await product.signIn(email, as);
  const { token } = (await call('GET', 'user/token', session)).data;
  const { rows } = await db.query<{ id: number }>('select id from account where email = $1', [email]);
  return { email, session, token: token as string, id: rows[0]?.id ?? 0 };
};
const statusWith = async (token: string) => (await ask('GET', 'v1/movie/tt0068646', token)).statusCode;
const runTask = async () => {
  const run = runContext();
  await deleteAccounts({ accounts: product.accounts }).run({}, run.context);
  return run.lines;
};
const overdue = (id: number) =>
  db.query(`update account set delete_at = now() - interval '1 second' where id = $1`, [id]);

describe('the file of the own data', () => {
  it('holds all of it and nothing of others, and no token', async () => {
    const { email, session, token, id } = await newPerson();
    const other = await newPerson();
    await ask('GET', 'v1/movie/tt0068646?include=genres', token);
    await ask('GET', 'v1/name/nm0000199', other.token);
    const replaced = await call('POST', 'user/invalidate-token', session);
    expect(replaced.code).toBe(200);
    await db.query(
      `insert into notification (message, detail, level) values ('Of this one', $1, 'INFO'), ('Of another', $2, 'INFO')`,
      [`Account ${id}.`, `Account ${id}0.`],
    );
    await db.query(`insert into preference (account_id, key, value) values ($1, 'shortcuts', 'true')`, [id]);
    await db.query(
      `insert into mail (kind, recipient, account_id, inserted_at, due_at, ends_at, sent_at) values ('receipt', '', $1, now(), now(), now(), now())`,
      [id],
    );
    await product.audit.flush();
    const answer = await ask('GET', 'user/data', session);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="kinodex-my-data-\d{4}-\d\d-\d\d\.json"$/),
      'cache-control': 'no-store',
    });
    const file = answer.json();
    expect(file).toMatchObject({
      account: { email, role: 'USER', maxRegs: 20, hasPassword: 1, deleteAt: null, secondFactorSince: null },
      sessions: [{ current: 1, ip: '127.0.0.1' }],
      knownAddresses: [{ network: '127.0.0.1' }],
      plans: [{ rol: 'FREE', endDate: null }],
      tokens: [
        { isValid: 1, retiredAt: null, dailyLimit: null },
        { visible: `kdx_••••${token.slice(-4)}`, retiredAt: expect.any(String) },
      ],
      payments: [],
      mails: [{ kind: 'receipt' }],
      preferences: [{ key: 'shortcuts', value: true }],
      notifications: [{ message: 'Of this one' }],
      calls: [
        { call: '/api/v1/movie/:imdbId', code: 200, requests: 1, date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      ],
      requests: [{ ip: '127.0.0.1', requests: 1 }],
      auditedRequests: [
        { uri: '/api/v1/movie/tt0068646?include=genres', httpCode: 200, token: `kdx_••••${token.slice(-4)}` },
      ],
    });
    expect(answer.body).not.toMatch(/kdx_\w|argon2|sealed|nm0000199/);
    expect(answer.body).not.toContain(other.email);
  });

  it('is given ten times an hour', async () => {
    const { session } = await newPerson();
    for (let each = 0; each < 10; each += 1) expect((await ask('GET', 'user/data', session)).statusCode).toBe(200);
    const refused = await ask('GET', 'user/data', session);
    expect([refused.statusCode, refused.json().reason]).toEqual([429, 'too_many_tries']);
  });
});

describe('the deletion of the own account', () => {
  it('stops tokens and sessions at once, and is told by mail', async () => {
    const { email, session, token } = await newPerson();
    expect(await statusWith(token)).toBe(200);
    const told = new Promise<string>((resolve) => smtp.onTaken(({ to, text }) => to.includes(email) && resolve(text)));
    expect(await call('GET', 'user/deletion', session)).toMatchObject({ data: { deleteAt: null } });
    const { data } = await call('POST', 'user/deletion', session, { password: TEST_PASSWORD });
    expect(Math.round((Date.parse(data.deleteAt) - Date.now()) / 86_400_000)).toBe(7);
    product.tokens.invalidate();
    expect([await statusWith(token), (await call('GET', 'user/token', session)).reason]).toEqual([
      401,
      'session_invalid',
    ]);
    expect(await told).toContain(`${TEST_URL}/#/login`);
  });

  it('is taken back by whoever signs in before: tokens work again', async () => {
    const { email, session, token } = await newPerson();
    const { data: asked } = await call('POST', 'user/deletion', session, { password: TEST_PASSWORD });
    const { data } = await signIn(email);
    expect(data.returnUrl).toBe('/profile');
    expect(await call('GET', 'user/deletion', data.token)).toMatchObject({ data: asked });
    // Meanwhile nothing says that its tokens are taken, and none is made.
    expect((await call('GET', 'user/token', data.token)).data.status).toBe('LEAVING');
    const [key] = (await call('GET', 'user/keys', data.token)).data;
    expect(key.status).toBe('LEAVING');
    const leaving = { code: 409, reason: 'account_leaving' };
    expect(await call('POST', 'user/keys', data.token, { name: 'Another' })).toMatchObject(leaving);
    const rotate = `user/keys/${key.idKey}/rotate`;
    expect(await call('POST', rotate, data.token, { overlap: 'now' })).toMatchObject(leaving);
    const { rows: sold } = await db.query<{ id: number }>("select id from product where name = 'Basic'");
    const cart = [{ idProduct: sold[0]?.id, period: 1 }];
    expect(await call('POST', 'user/purchase', data.token, cart)).toMatchObject(leaving);
    const listed = await product.userList.list({ state: 'LEAVING', text: email }, { offset: 0, limit: 5 });
    expect(listed.rows).toEqual([expect.objectContaining({ email, state: 'LEAVING' })]);
    // Asked for once more it comes no later.
    expect((await call('POST', 'user/deletion', data.token, { password: TEST_PASSWORD })).data).toEqual(asked);
    const { data: again } = await signIn(email);
    expect(await call('DELETE', 'user/deletion', again.token)).toMatchObject({ data: 'Your account stays' });
    product.tokens.invalidate();
    expect(await statusWith(token)).toBe(200);
    expect((await signIn(email)).data.returnUrl).toBe('/token');
    expect(await runTask()).toEqual(['0 accounts deleted.']);
  });

  it('wants the password, whenever the sign-in was', async () => {
    const { session } = await newPerson();
    expect(await call('POST', 'user/deletion', session, { password: 'wrong one' })).toMatchObject({
      code: 403,
      reason: 'recent_sign_in_needed',
    });
    expect(await call('POST', 'user/deletion', session, {})).toMatchObject({
      code: 403,
      reason: 'recent_sign_in_needed',
    });
    expect(await call('GET', 'user/deletion', session)).toMatchObject({ data: { deleteAt: null } });
  });

  it('is done by the task once its time has come, not before, and not of one that is kept', async () => {
    const [due, waiting, kept] = [await newPerson(), await newPerson(), await newPerson()];
    for (const { session } of [due, waiting, kept])
      await call('POST', 'user/deletion', session, { password: TEST_PASSWORD });
    await overdue(due.id);
    expect(await runTask()).toEqual(['1 account deleted.']);
    const { rows } = await db.query('select email, delete_at, deleted_at from account where id = $1', [due.id]);
    expect(rows).toEqual([{ email: `deleted-${due.id}`, delete_at: null, deleted_at: expect.any(Date) }]);
    for (const table of ['session', 'known_address', 'plan_grant', 'preference', 'mail', 'account_link'])
      expect((await db.query(`select from ${table} where account_id = $1`, [due.id])).rowCount, table).toBe(0);
    expect((await signIn(due.email)).reason).toBe('sign_in_failed');
    expect((await signIn(waiting.email)).code).toBe(200);
    expect(await runTask()).toEqual(['0 accounts deleted.']);
  });

  it('leaves the last administrator, whoever else is about to go', async () => {
    const [first, second] = [await newPerson({ admin: true }), await newPerson({ admin: true })];
    const leave = (session: string) => call('POST', 'user/deletion', session, { password: TEST_PASSWORD });
    expect((await leave(first.session)).code).toBe(200);
    expect(await leave(second.session)).toMatchObject({ code: 409, reason: 'last_admin' });
    // Whoever has taken the other's role meanwhile.
    await db.query(`update account set role = 'USER' where id = $1`, [second.id]);
    await overdue(first.id);
    expect(await runTask()).toEqual([
      `WARN: Account ${first.id} is the last administrator and stays until there is another one.`,
      '0 accounts deleted.',
    ]);
    await product.accounts.createUser({ email: 'another@example.org', password: TEST_PASSWORD, admin: true });
    expect(await runTask()).toEqual(['1 account deleted.']);
  });
});
