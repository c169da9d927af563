import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn, TEST_PASSWORD } from '#test/support/product-in-memory.ts';

/** Users as administrators look through them, what they do about them, and that it is written down. */

const db = await testDatabase('sample');
const ADMIN = 'first@example.org';
let product: ProductInMemory;
let session = '';
beforeAll(async () => {
  product = await productOn(db);
  session = await product.signIn(ADMIN, { admin: true });
});
afterAll(() => product?.close());

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, token = session) =>
  product.app.inject({
    ...{ method, url: `/api/admin/${url}`, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  });
const signIn = (email: string) =>
  product.app.inject({ method: 'POST', url: '/api/auth/signin', payload: { email, password: TEST_PASSWORD } });
const emails = async (query: string): Promise<readonly string[]> =>
  (await ask('GET', `users?${query}`)).json().data.map(({ email }: { email: string }) => email);
const reasonOf = (answer: { json: () => { reason?: string } }) => answer.json().reason;

describe('users', () => {
  it('are listed the newest first, and by what is sought', async () => {
    for (const name of ['ann_a', 'annXa', 'bob']) await product.signIn(`${name}@list.example`);
    await product.signIn('boss@list.example', { admin: true });
    await db.query(`update account set unconfirmed = true where email = 'bob@list.example'`);
    await db.transaction((tx) => product.accounts.ensure(tx, 'waiting@list.example'));
    expect((await emails('text=list.example')).slice(0, 2)).toEqual(['waiting@list.example', 'boss@list.example']);
    expect(await emails('text=LIST.example&sort=email&regs=2&page=2')).toEqual([
      'bob@list.example',
      'boss@list.example',
    ]);
    // A sign of patterns is a letter like others.
    expect(await emails('text=ann_a')).toEqual(['ann_a@list.example']);
    expect(await emails('text=list.example&role=ADMIN')).toEqual(['boss@list.example']);
    expect(await emails('text=list.example&state=UNCONFIRMED')).toEqual(['bob@list.example']);
    expect(await emails('text=list.example&state=INVITED')).toEqual(['waiting@list.example']);
    expect(await emails('text=list.example&sort=signInDate&regs=1')).toEqual(['boss@list.example']);
    const { total, data } = (await ask('GET', 'users?text=list.example&regs=1')).json();
    expect([total, data.length]).toEqual([5, 1]);
    expect((await ask('GET', 'users?text=ann_a')).json().data[0]).toMatchObject({
      ...{ role: 'USER', state: 'ACTIVE', isValid: 1, ip: null },
      token: expect.stringMatching(/^kdx_/),
    });
    expect((await ask('GET', 'users?sort=votes')).json().details[0].field).toBe('sort');
  });

  it('leave as a file in which no token is whole', async () => {
    const file = (await ask('GET', 'users/export?text=list.example&sort=email')).body;
    expect(file.split('\r\n')[0]).toBe('\ufeffEMAIL,ROLE,STATE,SIGN-IN,REGISTERED,"SIGNED IN",IP,TOKEN,"TOKEN ID"');
    expect(file.match(/@list\.example/g)).toHaveLength(5);
    expect(file).toContain('kdx_••••');
    expect(file).not.toMatch(/kdx_[0-9A-Z]{8}/);
  });

  it('are invited by a link, which may be asked for again until somebody has used it', async () => {
    const invite = (email: string, role = 'ADMIN') => ask('POST', 'users', { email, role });
    const first = (await invite('new@invited.example')).json().data;
    const { data } = (await invite('new@invited.example')).json();
    expect(data.link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/#\/register\?email=new%40invited\.example&invitation=/);
    const register = (link: string) => {
      const query = new URLSearchParams(link.split('?')[1]);
      const [email, invitation] = [query.get('email'), query.get('invitation')];
      const password = TEST_PASSWORD;
      const payload = { email, invitation, password, confirmPassword: password };
      return product.app.inject({ method: 'POST', url: '/api/auth/signup', payload });
    };
    expect(reasonOf(await register(first.link))).toBe('invitation_invalid');
    expect((await register(data.link)).json().data).toMatchObject({ email: 'new@invited.example', role: 'ADMIN' });
    expect(reasonOf(await invite('new@invited.example'))).toBe('email_taken');
    expect((await invite('nobody')).json()).toMatchObject({ code: 400, details: [{ field: 'email' }] });
    expect((await invite('x@invited.example', 'OWNER')).json().details[0].field).toBe('role');
  });

  it('keep their role where they are invited again without one, and are nobody who stays before they have signed in', async () => {
    const email = 'later@invited.example';
    const self = (role: string) => ask('PUT', 'user/role', { email: ADMIN, role });
    await db.query(`update account set role = 'USER' where role = 'ADMIN' and email <> $1`, [ADMIN]);
    expect((await ask('POST', 'users', { email, role: 'ADMIN' })).statusCode).toBe(200);
    expect((await ask('POST', 'users', { email })).statusCode).toBe(200);
    expect((await ask('GET', `users?text=${email}`)).json().data).toMatchObject([{ role: 'ADMIN', state: 'INVITED' }]);
    expect(reasonOf(await self('USER'))).toBe('last_admin');
    expect(reasonOf(await ask('PUT', 'user/enabled', { email: ADMIN, isEnabled: 0 }))).toBe('last_admin');
    expect((await ask('POST', 'users', { email, role: 'USER' })).statusCode).toBe(200);
    expect((await ask('GET', `users?text=${email}`)).json().data[0].role).toBe('USER');
  });

  it('who are disabled are out at once, with every token, and come back as they were', async () => {
    const email = 'out@example.org';
    const token = await product.signIn(email);
    const { data: before } = (await ask('GET', `user?email=${email}`)).json();
    const call = () =>
      product.app.inject({ url: '/api/v1/usage', headers: { authorization: `Bearer ${before.token}` } });
    const mine = () => product.app.inject({ url: '/api/user/token', headers: { authorization: `Bearer ${token}` } });
    expect([(await call()).statusCode, (await mine()).statusCode]).toEqual([200, 200]);
    const turn = (isEnabled: number) => ask('PUT', 'user/enabled', { email, isEnabled });
    expect([(await turn(0)).json().data, (await turn(0)).json().data]).toEqual(['User disabled', 'User disabled']);
    await expect.poll(async () => reasonOf(await call())).toBe('token_disabled');
    expect((await mine()).statusCode).toBe(401);
    const refused = await signIn(email);
    expect([refused.statusCode, reasonOf(refused)]).toEqual([403, 'account_disabled']);
    const wrong = await product.app.inject({
      ...{ method: 'POST', url: '/api/auth/signin', payload: { email, password: 'not this one' } },
    });
    expect(reasonOf(wrong)).toBe('sign_in_failed');
    expect(await emails('state=DISABLED')).toEqual([email]);
    expect((await turn(1)).json().data).toBe('User enabled');
    await expect.poll(async () => (await call()).statusCode).toBe(200);
    expect((await signIn(email)).statusCode).toBe(200);
    expect(reasonOf(await ask('PUT', 'user/enabled', { email: 'nobody@example.org', isEnabled: 0 }))).toBe(
      'user_unknown',
    );
  });

  it('of whom the last administrator who can sign in stays', async () => {
    const { rows } = await db.query<{ email: string }>(
      `select email from account where role = 'ADMIN' and deleted_at is null and email <> $1`,
      [ADMIN],
    );
    for (const { email } of rows) expect((await ask('PUT', 'user/role', { email, role: 'USER' })).statusCode).toBe(200);
    for (const answer of [
      await ask('PUT', 'user/role', { email: ADMIN, role: 'USER' }),
      await ask('PUT', 'user/enabled', { email: ADMIN, isEnabled: 0 }),
    ])
      expect([answer.statusCode, reasonOf(answer)]).toEqual([409, 'last_admin']);
    await product.signIn('second@example.org', { admin: true });
    expect((await ask('PUT', 'user/enabled', { email: 'second@example.org', isEnabled: 0 })).statusCode).toBe(200);
    // One who cannot sign in is none to fall back on; to take that one away changes nothing for the rest.
    expect(reasonOf(await ask('PUT', 'user/role', { email: ADMIN, role: 'USER' }))).toBe('last_admin');
    expect((await ask('PUT', 'user/role', { email: 'second@example.org', role: 'USER' })).statusCode).toBe(200);
  });
});

describe('what administrators do', () => {
  const told = async (query = '') => (await ask('GET', `actions?${query}`)).json();

  it('is written down with who, what, before and after, from where', async () => {
    await product.signIn('told@example.org');
    await ask('PUT', 'user/role', { email: 'told@example.org', role: 'ADMIN' });
    const answer = await ask('PUT', 'user/enabled', { email: 'told@example.org', isEnabled: 0 });
    const { data } = await told('about=told@');
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      ...{ email: ADMIN, call: 'admin_user_enabled', about: 'told@example.org', status: 200, ip: '127.0.0.1' },
      what: 'Disable a user, or enable one again',
      sent: { email: 'told@example.org', isEnabled: 0 },
      before: { state: 'ACTIVE', role: 'ADMIN' },
      after: { state: 'DISABLED', role: 'ADMIN' },
      requestId: answer.headers['x-request-id'],
    });
    expect(data[1]).toMatchObject({ before: { role: 'USER' }, after: { role: 'ADMIN' } });
    // What a call answers that is not the record says nothing of it.
    await ask('POST', 'users', { email: 'asked@example.org', role: 'ADMIN' });
    const [invited] = (await told('about=asked@')).data;
    expect(invited).toMatchObject({ before: null, after: { state: 'INVITED', role: 'ADMIN' } });
    expect(invited.after).not.toHaveProperty('link');
  });

  it('is found by who, what, what of and when; a span that ends before it begins is refused', async () => {
    const of = async (query: string): Promise<number> => (await told(query)).total;
    const all = await of('');
    expect(all).toBeGreaterThan(5);
    expect(await of(`email=${ADMIN}`)).toBe(all);
    expect(await of('email=nobody')).toBe(0);
    expect(await of('call=admin_user_invite')).toBeGreaterThanOrEqual(4);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect([await of(`startDate=${later}`), await of(`endDate=${later}`)]).toEqual([0, all]);
    expect((await ask('GET', `actions?startDate=${later}&endDate=2026-01-01T00:00:00Z`)).json().details[0].field).toBe(
      'endDate',
    );
  });

  it('is written down when it is refused, and before it is done', async () => {
    await ask('PUT', 'user/role', { email: 'nowhere@example.org', role: 'ADMIN' });
    expect((await told('about=nowhere@')).data[0]).toMatchObject({ status: 404, before: null, after: null });
    await db.query('alter table account_link rename to elsewhere');
    expect((await ask('POST', 'user/password-link', { email: ADMIN })).statusCode).toBe(500);
    await db.query('alter table elsewhere rename to account_link');
    expect((await told('call=admin_user_password_link')).data[0].status).toBe(500);
  });

  it('holds no password, link, token or value of a setting that is secret, also of a record', async () => {
    const { data: user } = (await ask('GET', `user?email=${ADMIN}`)).json();
    await ask('PUT', 'user', { token: user.token, maxRequests: 7 });
    const { data: handed } = (await ask('POST', 'user/password-link', { email: ADMIN })).json();
    await ask('POST', 'configuration', { key: 'OWN_KEY', value1: 'hush-hush', value2: null, description: 'Ours' });
    const { rows } = await db.query<{ text: string }>('select to_jsonb(x)::text as text from admin_action x');
    const kept = rows.map(({ text }) => text).join('\n');
    expect(kept).toContain('"maxRequests": 7');
    expect(kept).not.toContain(user.token);
    expect(kept).not.toContain(handed.link.split('link=')[1]);
    expect(kept).not.toContain('hush-hush');
  });

  it('tells which of several keys was disabled, named by its id as rows tell it', async () => {
    const owner = await product.signIn('keys@told.example');
    const made = await product.app.inject({
      ...{ method: 'POST', url: '/api/user/keys', headers: { authorization: `Bearer ${owner}` } },
      payload: { name: 'leaked' },
    });
    const idToken = await product.tokens.idOf(made.json().data.token);
    expect((await ask('PUT', 'user', { token: idToken, isValid: 0 })).json().data).toMatchObject({
      idToken,
      isValid: 0,
    });
    expect((await told('call=admin_user_change')).data[0]).toMatchObject({
      about: String(idToken),
      sent: { token: idToken, isValid: 0 },
      before: { idToken, keyName: 'leaked', isValid: 1 },
      after: { idToken, keyName: 'leaked', isValid: 0 },
    });
    for (const [path, body] of [
      ['manager/token', {}],
      ['manager/token-ip', { ip: '192.0.2.1' }],
    ] as const)
      expect((await ask('DELETE', path, { ...body, token: idToken })).statusCode, path).toBe(200);
    for (const token of [0, 1.5, true, null, [idToken]])
      expect((await ask('DELETE', 'manager/token', { token })).json().details).toEqual([
        { field: 'token', message: 'is an API token, or the id of one' },
      ]);
  });

  it('leaves what is of the own screens alone', async () => {
    const { total } = await told();
    await ask('PUT', 'preferences/shortcuts', { value: false });
    await ask('POST', 'notifications');
    expect((await told()).total).toBe(total);
  });
});
