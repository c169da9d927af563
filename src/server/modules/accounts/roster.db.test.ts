import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { accountsOn, callerOf, failureOf } from './accounts.fixture.ts';

const db = await testDatabase();
const PASSWORD = 'correct horse';
const IP = '192.0.2.1';

let kit = accountsOn(db);
let made = 0;
const newEmail = (): string => `person-${++made}@example.org`;
const newUser = async (admin = false): Promise<string> => {
  const email = newEmail();
  await kit.accounts.createUser({ email, password: PASSWORD, admin });
  return email;
};
const signIn = (email: string, password = PASSWORD) => kit.accounts.signIn({ email, password, ip: IP });
const isKnown = (token: string) => callerOf(kit.sessions.authenticate('session'), `Bearer ${token}`);
const remove = (email: string) => db.transaction((tx) => kit.accounts.remove(tx, email));
const setRole = (email: string, role: 'USER' | 'ADMIN') =>
  db.transaction((tx) => kit.accounts.setRole(tx, email, role));
const administrators = async (): Promise<string[]> => {
  const { rows } = await db.query<{ email: string }>(`select email from account where role = 'ADMIN' order by id`);
  return rows.map(({ email }) => email);
};
/** Whether a transaction of this database waits for the lock of another. */
const somebodyWaits = async (): Promise<boolean> => {
  const { rows } = await db.query(
    'select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
  );
  return rows.length > 0;
};
const oneRow = async (text: string, ...values: unknown[]) => (await db.query(text, values)).rows[0];

beforeEach(async () => {
  await db.query('truncate account, tries cascade');
  kit = accountsOn(db);
});

describe('the first administrator', () => {
  it('is not made with a password that everybody tries first, which is no matter later on', async () => {
    const email = 'admin@example.org';
    const start = (password: string) => kit.accounts.ensureFirstAdministrator({ email, password });
    expect(await failureOf(() => start('Letmein1'))).toMatchObject({
      message: 'KINODEX_ADMIN_PASSWORD=***: Password is one of the most common ones; choose another',
    });
    expect(await administrators()).toEqual([]);
    await start(PASSWORD);
    expect(await start('Letmein1')).toMatchObject({ made: false });
  });

  const first = (password: string | undefined, email = 'admin@kinodex.local') =>
    kit.accounts.ensureFirstAdministrator({ email, password });

  it('is made once with a password that nobody could know', async () => {
    const answer = await first(undefined);
    expect(answer).toEqual({ made: true, email: 'admin@kinodex.local', password: expect.stringMatching(/^\w{20}$/) });
    expect((await signIn(answer.email, answer.password ?? '')).returnUrl).toBe('/admin/dashboard');
    expect(await first(undefined)).toEqual({ made: false, email: 'admin@kinodex.local', password: null });
    expect(await first(undefined, 'second@kinodex.local')).toMatchObject({ made: false });
    expect(await administrators()).toEqual(['admin@kinodex.local']);
    expect(kit.fresh).toHaveLength(1);
    for (const known of ['admin', 'kinodex', 'password', ''])
      expect(await failureOf(() => signIn(answer.email, known))).toMatchObject({ reason: 'sign_in_failed' });
  });

  it('has the password that the operator names', async () => {
    expect(await first('chosen by hand')).toMatchObject({ made: true });
    await signIn('admin@kinodex.local', 'chosen by hand');
  });

  it('is one, when a second node starts while the first is making it', async () => {
    const second = accountsOn(db);
    let meanwhile: Promise<{ readonly made: boolean }> = Promise.reject(new Error('the second never started'));
    meanwhile.catch(() => {});
    const one = accountsOn(db, {
      onNew: async () => {
        let isOver = false;
        meanwhile = second.accounts.ensureFirstAdministrator({ email: 'two@kinodex.local', password: undefined });
        meanwhile.finally(() => {
          isOver = true;
        });
        while (!isOver && !(await somebodyWaits()));
      },
    });
    const made = await one.accounts.ensureFirstAdministrator({ email: 'one@kinodex.local', password: undefined });
    expect([made.made, (await meanwhile).made]).toEqual([true, false]);
    expect(await administrators()).toEqual(['one@kinodex.local']);
  });

  it('takes over an account that nobody can sign in to, but not one that somebody registered', async () => {
    await kit.accounts.ensure(db, 'made@kinodex.local');
    const registered = { email: 'theirs@kinodex.local', password: PASSWORD, confirmPassword: PASSWORD, ip: IP };
    await kit.accounts.signUp(registered);
    expect(await first(undefined, registered.email)).toMatchObject({ made: false });
    expect(await administrators()).toEqual([]);
    expect(await first('chosen by hand', 'made@kinodex.local')).toMatchObject({ made: true });
    expect((await signIn('made@kinodex.local', 'chosen by hand')).role).toBe('ADMIN');
  });
});

describe('making users', () => {
  it('ensures an account once, without a password', async () => {
    const id = await kit.accounts.ensure(db, 'Me@example.org');
    expect(await kit.accounts.ensure(db, 'me@EXAMPLE.org')).toBe(id);
    expect(kit.fresh).toEqual([[id, null]]);
    expect(await failureOf(() => kit.accounts.ensure(db, 'nobody'))).toMatchObject({
      reason: 'invalid_parameter',
      details: [{ field: 'email', message: 'must be a valid email address' }],
    });
  });

  it('refuses an address that is taken and a password that is too short', async () => {
    const email = await newUser();
    const again = { email: email.toUpperCase(), password: PASSWORD, admin: true };
    expect(await failureOf(() => kit.accounts.createUser(again))).toMatchObject({ reason: 'email_taken' });
    expect(
      await failureOf(() => kit.accounts.createUser({ ...again, email: newEmail(), password: '12345' })),
    ).toMatchObject({
      reason: 'invalid_body',
      message: 'Password must be at least 6 characters',
    });
    expect(await administrators()).toEqual([]);
  });

  it('refuses a password that everybody tries first, as resetting one does', async () => {
    const email = newEmail();
    const common = {
      reason: 'invalid_body',
      message: 'Password is one of the most common ones; choose another',
    };
    const create = (password: string) => kit.accounts.createUser({ email, password, admin: true });
    expect(await failureOf(() => create('iloveyou'))).toMatchObject(common);
    expect(await failureOf(() => create(email))).toMatchObject({ message: 'Password must not be the email' });
    await create(PASSWORD);
    const reset = () => db.transaction((tx) => kit.accounts.resetPassword(tx, email, 'iloveyou'));
    expect(await failureOf(reset)).toMatchObject(common);
    await signIn(email);
  });
});

describe('resetting a password', () => {
  it('ends every session, and the former password', async () => {
    const email = await newUser();
    const { token } = await signIn(email);
    await db.transaction((tx) => kit.accounts.resetPassword(tx, email, 'another one'));
    kit.sessions.invalidate();
    expect(await failureOf(() => isKnown(token))).toMatchObject({ reason: 'session_invalid' });
    expect(await failureOf(() => signIn(email))).toMatchObject({ reason: 'sign_in_failed' });
    await signIn(email, 'another one');
    const unknown = () => db.transaction((tx) => kit.accounts.resetPassword(tx, newEmail(), 'another one'));
    expect(await failureOf(unknown)).toMatchObject({ reason: 'user_unknown', status: 404 });
  });
});

describe('changing a role', () => {
  it('ends the sessions, which name the former one', async () => {
    const email = await newUser();
    const { token } = await signIn(email);
    await setRole(email, 'ADMIN');
    kit.sessions.invalidate();
    expect(await failureOf(() => isKnown(token))).toMatchObject({ reason: 'session_invalid' });
    expect(await failureOf(() => kit.sessions.refresh(token))).toMatchObject({ reason: 'session_invalid' });
    expect((await signIn(email)).role).toBe('ADMIN');
  });

  it('leaves everything alone when the role is the same', async () => {
    const email = await newUser(true);
    const { token } = await signIn(email);
    await setRole(email, 'ADMIN');
    kit.sessions.invalidate();
    await isKnown(token);
  });

  it('never takes the last administrator away, also not by two at once', async () => {
    const [one, two] = [await newUser(true), await newUser(true)];
    const done = await Promise.allSettled([setRole(one, 'USER'), setRole(two, 'USER')]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await administrators()).toHaveLength(1);
    const [last = ''] = await administrators();
    expect(await failureOf(() => setRole(last, 'USER'))).toMatchObject({ reason: 'last_admin', status: 409 });
  });
});

describe('deleting a user', () => {
  it('leaves a row that names nobody, and ends whatever the user had', async () => {
    const email = await newUser();
    const { token } = await signIn(email);
    const { id } = (await oneRow('select id from account where email = $1', email)) as { id: number };
    await db.query(`insert into api_token (account_id, hash, sealed, ip) values ($1, '\\x01', '\\x02', '192.0.2.1')`, [
      id,
    ]);
    await db.query('insert into plan_grant (account_id, role_id) select $1, id from plan_role limit 1', [id]);
    await remove(email.toUpperCase());
    kit.sessions.invalidate();
    expect(await oneRow('select email, password, ip, deleted_at from account where id = $1', id)).toEqual({
      email: `deleted-${id}`,
      password: null,
      ip: null,
      deleted_at: kit.now(),
    });
    const left = `select (select count(*)::int from session where account_id = $1) as sessions,
      (select count(*)::int from known_address where account_id = $1) as addresses,
      (select count(*)::int from plan_grant where account_id = $1) as grants,
      (select count(*)::int from api_token where account_id = $1 and retired_at is null) as tokens,
      (select count(*)::int from api_token where account_id = $1) as former`;
    expect(await oneRow(left, id)).toEqual({ sessions: 0, addresses: 0, grants: 0, tokens: 0, former: 1 });
    expect(await failureOf(() => isKnown(token))).toMatchObject({ reason: 'session_invalid' });
    expect(await failureOf(() => signIn(email))).toMatchObject({ reason: 'sign_in_failed' });
    for (const gone of [email, `deleted-${id}`])
      expect(await failureOf(() => remove(gone))).toMatchObject({ reason: 'user_unknown', status: 404 });
  });

  it('leaves the address free for somebody else', async () => {
    const email = await newUser();
    await remove(email);
    await kit.accounts.createUser({ email, password: 'of another', admin: false });
    await signIn(email, 'of another');
  });

  it('never deletes the last administrator, also not by two at once', async () => {
    const emails = [await newUser(true), await newUser(true)];
    await newUser();
    const done = await Promise.allSettled(emails.map(remove));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(reasons).toMatchObject([{ reason: 'last_admin', status: 409 }]);
    expect(await administrators()).toHaveLength(1);
  });

  it('and taking the role of the other at once leaves an administrator too', async () => {
    const [one, two] = [await newUser(true), await newUser(true)];
    await Promise.allSettled([remove(one), setRole(two, 'USER')]);
    expect(await administrators()).toHaveLength(1);
  });

  it('is undone with the step that it is part of', async () => {
    const email = await newUser();
    const undone = db.transaction(async (tx) => {
      await kit.accounts.remove(tx, email);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await signIn(email);
  });
});
