import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { accountsOn, callerOf, failureOf } from './accounts.fixture.ts';

const db = await testDatabase();
const DAY = 86_400_000;
const PASSWORD = 'correct horse';

let kit = accountsOn(db);
let email = '';
let made = 0;
beforeEach(async () => {
  await db.query('delete from tries');
  kit = accountsOn(db);
  email = `invited-${++made}@example.org`;
});

const invite = (who = email) => db.transaction((tx) => kit.accounts.invite(tx, who));
const register = (invitation: string, more: { readonly email?: string; readonly password?: string } = {}) => {
  const { email: who = email, password = PASSWORD } = more;
  return kit.accounts.signUp({ email: who, password, confirmPassword: password, ip: '192.0.2.1', invitation });
};
const check = (invitation: string, who = email) =>
  kit.accounts.checkInvitation({ email: who, invitation, ip: '192.0.2.1' });
const refused = { reason: 'invitation_invalid', status: 403 };

describe('an invitation', () => {
  it('gives an account of the command line its first password and keeps what it has', async () => {
    const id = await kit.accounts.ensure(db, email);
    expect(kit.fresh).toEqual([[id, null]]);
    expect(await kit.accounts.hasPassword(db, id)).toBe(false);
    const { token } = await register(await invite());
    expect((await callerOf(kit.sessions.authenticate('session'), `Bearer ${token}`)).accountId).toBe(id);
    // No second token, no second plan.
    expect(kit.fresh).toHaveLength(1);
    expect(await kit.accounts.hasPassword(db, id)).toBe(true);
    const signedIn = await kit.accounts.signIn({ email, password: PASSWORD, ip: '192.0.2.1' });
    expect(signedIn.email).toBe(email);
  });

  it('makes the account when there is none, also where registration is closed', async () => {
    const closed = accountsOn(db, { signUp: 'closed' });
    const invitation = await db.transaction((tx) => closed.accounts.invite(tx, email));
    const wish = { email: email.toUpperCase(), password: PASSWORD, confirmPassword: PASSWORD, ip: null };
    expect(await failureOf(() => closed.accounts.signUp(wish))).toMatchObject({ reason: 'sign_up_closed' });
    expect((await closed.accounts.signUp({ ...wish, invitation })).email).toBe(email);
  });

  it('is good for one use, also at the same moment', async () => {
    const invitation = await invite();
    const uses = await Promise.allSettled([register(invitation), register(invitation), register(invitation)]);
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await failureOf(() => register(invitation))).toMatchObject(refused);
  });

  it('is for its own email, for seven days, and only the latest one', async () => {
    const first = await invite();
    const latest = await invite();
    expect(await failureOf(() => register(first))).toMatchObject(refused);
    await invite('someone.else@example.org');
    expect(await failureOf(() => register(latest, { email: 'someone.else@example.org' }))).toMatchObject(refused);
    expect(await failureOf(() => register(latest, { email: 'nobody@example.org' }))).toMatchObject(refused);
    kit.later(7 * DAY);
    expect(await failureOf(() => register(latest))).toMatchObject(refused);
    kit.later(-1);
    await register(latest);
  });

  it('is kept as a hash only', async () => {
    const invitation = await invite();
    expect(invitation).toMatch(/^[\w-]{32}$/);
    const { rows } = await db.query<{ text: string; bytes: number }>(
      'select a::text as text, octet_length(invitation) as bytes from account a where email = $1',
      [email],
    );
    expect(rows[0]?.bytes).toBe(32);
    expect(rows[0]?.text).not.toContain(invitation);
    expect(rows[0]?.text).not.toContain(Buffer.from(invitation).toString('hex'));
  });

  it('is nothing for an account that has a password, nor when it got one since', async () => {
    const invitation = await invite();
    await db.transaction((tx) => kit.accounts.resetPassword(tx, email, PASSWORD));
    expect(await failureOf(() => register(invitation, { password: 'taken over' }))).toMatchObject(refused);
    expect(await failureOf(() => invite())).toMatchObject({
      reason: 'email_taken',
      message: expect.stringContaining('kinodex user reset-password'),
    });
  });

  it('dies with its account', async () => {
    const invitation = await invite();
    await db.transaction((tx) => kit.accounts.remove(tx, email));
    expect(await failureOf(() => register(invitation))).toMatchObject(refused);
  });

  it('is not used up by a password that is refused, and is guessed no oftener than people register', async () => {
    const invitation = await invite();
    expect(await failureOf(() => register(invitation, { password: '123456' }))).toMatchObject({
      reason: 'invalid_body',
      details: [{ field: 'password' }],
    });
    kit.set('SIGNUP_PER_HOUR', '2');
    for (const _ of [1, 2]) expect(await failureOf(() => register('x'.repeat(32)))).toMatchObject(refused);
    expect(await failureOf(() => register(invitation))).toMatchObject({ reason: 'too_many_tries' });
    kit.set('SIGNUP_PER_HOUR', '3');
    await register(invitation);
  });

  it('can be looked at without using it up, and is refused where it could not be used', async () => {
    const first = await invite();
    const latest = await invite();
    for (const who of [email, email.toUpperCase()]) await check(latest, who);
    expect(await failureOf(() => check(first))).toMatchObject(refused);
    expect(await failureOf(() => check('x'.repeat(32)))).toMatchObject(refused);
    for (const who of ['nobody@example.org', 'no address', `\0${email}`])
      expect(await failureOf(() => check(latest, who))).toMatchObject(refused);
    kit.later(7 * DAY);
    expect(await failureOf(() => check(latest))).toMatchObject(refused);
    kit.later(-1);
    await check(latest);
    await register(latest);
    expect(await failureOf(() => check(latest))).toMatchObject(refused);
  });

  it('is guessed by looking no oftener than people register, and looking at a right one costs nothing', async () => {
    const invitation = await invite();
    kit.set('SIGNUP_PER_HOUR', '2');
    for (const _ of [1, 2, 3]) await check(invitation);
    for (const _ of [1, 2]) expect(await failureOf(() => check('x'.repeat(32)))).toMatchObject(refused);
    expect(await failureOf(() => check(invitation))).toMatchObject({ reason: 'too_many_tries' });
    expect(await failureOf(() => register(invitation))).toMatchObject({ reason: 'too_many_tries' });
    kit.later(DAY / 24);
    await register(invitation);
  });
});
