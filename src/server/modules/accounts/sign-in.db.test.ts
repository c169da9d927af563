import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { accountsOn, callerOf, failureOf, MINUTE } from './accounts.fixture.ts';

const db = await testDatabase();
const HOME = '192.0.2.1';
const AWAY = '198.51.100.9';
const PASSWORD = 'correct horse';

let kit = accountsOn(db);
beforeEach(async () => {
  await db.query('delete from tries');
  kit = accountsOn(db);
});

let made = 0;
const newEmail = (): string => `person-${++made}@Example.org`;
const signUp = (email: string, ip = HOME, password = PASSWORD) =>
  kit.accounts.signUp({ email, password, confirmPassword: password, ip });
const signIn = (email: string, password = PASSWORD, ip: string | null = HOME) =>
  kit.accounts.signIn({ email, password, ip });
/** The hashes of accounts that were compared: what a guesser could have learned from. */
const guesses = (): number => kit.compared.filter((phc) => phc !== null).length;
const fails = async (email: string, password: string, ip = AWAY) => {
  const { reason, status, message, details, headers } = await failureOf(() => signIn(email, password, ip));
  return { reason, status, message, details, headers };
};

describe('signing up', () => {
  it('gives a user, a session and what every new account is given, in one step', async () => {
    const email = newEmail();
    const answer = await signUp(email);
    expect(answer).toEqual({
      token: expect.any(String),
      email,
      role: 'USER',
      returnUrl: '/token',
      profile: { darkTheme: 0, maxRegs: 20 },
    });
    const caller = await callerOf(kit.sessions.authenticate('session'), `Bearer ${answer.token}`);
    expect(caller.person?.email).toBe(email);
    expect(kit.fresh).toEqual([[caller.accountId, HOME]]);
    const { rows } = await db.query<{ text: string; ip: string }>(
      'select a::text as text, ip from account a where id = $1',
      [caller.accountId],
    );
    expect(rows[0]?.ip).toBe(HOME);
    expect(rows[0]?.text).not.toContain(PASSWORD);
  });

  it('leaves nothing behind when the account cannot be given what it needs', async () => {
    const email = newEmail();
    const broken = accountsOn(db, { onNew: () => Promise.reject(new Error('no plan')) });
    const input = { email, password: PASSWORD, confirmPassword: PASSWORD, ip: HOME };
    await expect(broken.accounts.signUp(input)).rejects.toThrow('no plan');
    await signUp(email);
  });

  it('refuses an address that is taken, in whatever case, also at the same moment', async () => {
    const email = newEmail();
    const done = await Promise.allSettled([signUp(email), signUp(email.toUpperCase()), signUp(email.toLowerCase())]);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await failureOf(() => signUp(email))).toMatchObject({ reason: 'email_taken', status: 409 });
  });

  it('names every field that is wrong', async () => {
    const wrong = { email: 'nobody', password: '12345', confirmPassword: '123456', ip: HOME };
    expect(await failureOf(() => kit.accounts.signUp(wrong))).toMatchObject({
      reason: 'invalid_body',
      status: 400,
      details: [
        { field: 'email', message: 'Email must be a valid email address' },
        { field: 'password', message: 'Password must be at least 6 characters' },
        { field: 'confirmPassword' },
      ],
    });
  });

  it('refuses the email and what everybody tries first, however it is typed', async () => {
    const email = newEmail();
    const [name = ''] = email.split('@');
    const messageFor = async (password: string) => {
      const { details } = await failureOf(() => signUp(email, HOME, password));
      return details;
    };
    const common = { field: 'password', message: 'Password is one of the most common ones; choose another' };
    for (const typed of ['123456', 'password', 'PassWord', 'ｐａｓｓｗｏｒｄ', 'qwertyuiop'])
      expect(await messageFor(typed)).toEqual([common]);
    const own = { field: 'password', message: 'Password must not be the email' };
    for (const typed of [email, `${email.toUpperCase()} `, name, name.toUpperCase()])
      expect(await messageFor(typed)).toEqual([own]);
    await signUp(email, HOME, 'password of mine');
  });

  it('asks for longer passwords where the operator does', async () => {
    kit.set('PASSWORD_MIN', '20');
    expect((await failureOf(() => signUp(newEmail()))).message).toContain('Password must be at least 20 characters');
  });

  it('is refused where it is closed', async () => {
    const { accounts } = accountsOn(db, { signUp: 'closed' });
    const input = { email: newEmail(), password: PASSWORD, confirmPassword: PASSWORD, ip: HOME };
    expect(await failureOf(() => accounts.signUp(input))).toMatchObject({ reason: 'sign_up_closed', status: 403 });
  });

  it('is allowed so often an hour from an address, taken addresses included', async () => {
    kit.set('SIGNUP_PER_HOUR', '3');
    const email = newEmail();
    await signUp(email);
    await failureOf(() => signUp(email));
    await signUp(newEmail());
    kit.later(10 * MINUTE);
    expect(await failureOf(() => signUp(newEmail()))).toMatchObject({
      reason: 'too_many_tries',
      status: 429,
      headers: { 'Retry-After': String(50 * 60) },
    });
    await signUp(newEmail(), AWAY);
    kit.later(50 * MINUTE);
    await signUp(newEmail());
  });
});

describe('signing in', () => {
  it('takes the address in any case and goes where the role belongs', async () => {
    const email = newEmail();
    await signUp(email);
    expect(await signIn(email.toUpperCase())).toMatchObject({ email, role: 'USER', returnUrl: '/token' });
    await db.query(`update account set role = 'ADMIN', dark_theme = true where email = $1`, [email]);
    expect(await signIn(email)).toMatchObject({
      role: 'ADMIN',
      returnUrl: '/admin/dashboard',
      profile: { darkTheme: 1 },
    });
  });

  it('fails alike, with like work, for a wrong password and whatever is no account that has one', async () => {
    const [email, gone] = [newEmail(), newEmail()];
    await signUp(email);
    await signUp(gone);
    await db.transaction((tx) => kit.accounts.remove(tx, gone));
    const withoutPassword = newEmail();
    await kit.accounts.ensure(db, withoutPassword);
    const { rows } = await db.query<{ email: string }>(`select email from account where email like 'deleted-%'`);
    const wrong = await fails(email, 'wrong');
    expect(wrong).toMatchObject({ reason: 'sign_in_failed', status: 401 });
    const others = [
      newEmail(),
      withoutPassword,
      gone,
      rows[0]?.email ?? '',
      'nobody',
      'nul\0@example.org',
      "'or 1=1--",
    ];
    for (const other of others) expect(await fails(other, PASSWORD)).toEqual(wrong);
    expect(kit.compared).toHaveLength(1 + others.length);
    expect(kit.compared.slice(1).every((phc) => phc === null)).toBe(true);
  });

  it('compares at most 10 passwords of an account in 15 minutes, however many are sent', async () => {
    const email = newEmail();
    await signUp(email);
    const parallel = await Promise.all(Array.from({ length: 30 }, () => fails(email, 'wrong')));
    for (let more = 0; more < 30; more++) parallel.push(await fails(email, 'wrong', `203.0.113.${more}`));
    expect(guesses()).toBe(10);
    expect(parallel.filter(({ reason }) => reason === 'sign_in_failed')).toHaveLength(10);
    const refused = parallel.filter(({ reason }) => reason === 'too_many_tries');
    expect(refused).toHaveLength(50);
    expect(refused[0]).toMatchObject({ status: 429, headers: { 'Retry-After': '900' } });
    expect(await fails(email, PASSWORD)).toMatchObject({ reason: 'too_many_tries' });
    kit.later(15 * MINUTE);
    await signIn(email, PASSWORD, AWAY);
  });

  it('refuses tries of an address that does not exist just so', async () => {
    const [email, unknown] = [newEmail(), newEmail()];
    await signUp(email);
    const answers = async (one: string) => {
      const all = [];
      for (let times = 0; times < 12; times++) all.push(await fails(one, 'wrong', `203.0.113.${times}`));
      return all;
    };
    expect(await answers(unknown)).toEqual(await answers(email));
  });

  it('compares at most so many passwords from a network address, over all accounts', async () => {
    kit.set('SIGNIN_TRIES_ADDRESS', '5');
    const email = newEmail();
    await signUp(email, HOME);
    for (let times = 0; times < 20; times++) await fails(newEmail(), 'wrong', `2001:db8::${times}`);
    // Five, and what is spent on nobody so that a known account costs no more.
    expect(kit.compared.length).toBeLessThanOrEqual(5 + 8);
    expect(guesses()).toBe(0);
    // The account's own count is untouched by tries that were refused for the address.
    for (let times = 0; times < 20; times++) await fails(email, 'wrong', '2001:db8::99');
    expect(guesses()).toBe(0);
    await signIn(email, PASSWORD, AWAY);
  });

  it('counts failures only: right passwords never use up the tries', async () => {
    const email = newEmail();
    await signUp(email);
    for (let times = 0; times < 12; times++) await signIn(email, PASSWORD, AWAY);
    await db.query('delete from known_address');
    await signIn(email, PASSWORD, AWAY);
  });

  it('opens nothing with a password that was changed while it was compared', async () => {
    const email = newEmail();
    await signUp(email);
    const slow = accountsOn(db, {
      passwords: {
        hash: () => Promise.reject(new Error('not needed')),
        verify: async () => {
          await db.query(`update account set password = 'another' where email = $1`, [email]);
          return true;
        },
      },
    });
    expect(await failureOf(() => slow.accounts.signIn({ email, password: PASSWORD, ip: HOME }))).toMatchObject({
      reason: 'sign_in_failed',
    });
  });

  it('gives a try back that could not be made', async () => {
    const email = newEmail();
    await signUp(email);
    kit.set('SIGNIN_TRIES_ACCOUNT', '1');
    const busy = accountsOn(db, {
      passwords: { hash: () => Promise.reject(new Error('busy')), verify: () => Promise.reject(new Error('busy')) },
    });
    for (let times = 0; times < 12; times++)
      await expect(busy.accounts.signIn({ email, password: PASSWORD, ip: AWAY })).rejects.toThrow('busy');
    await signIn(email, PASSWORD, AWAY);
  });
});
