import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '#server/platform/http/route.ts';
import { testDatabase } from '#test/support/database.ts';
import { accountsOn, callerOf, failureOf, MINUTE } from './accounts.fixture.ts';

const db = await testDatabase();
const HOME = '192.0.2.1';
const OLD = 'correct horse';
const NEW = 'battery staple';

let kit = accountsOn(db);
let person: Person & { readonly accountId: number };
let token = '';
let made = 0;

const personOfToken = async (text: string) => {
  const caller = await callerOf(kit.sessions.authenticate('session'), `Bearer ${text}`);
  if (!caller.person || caller.accountId === null) throw new Error('the session has no person');
  return { ...caller.person, accountId: caller.accountId };
};
const signIn = (password: string) => kit.accounts.signIn({ email: person.email, password, ip: HOME });
const change = (
  more: { readonly currentPassword?: string; readonly email?: string; readonly password?: string } = {},
) => {
  const password = more.password ?? NEW;
  const body = { email: person.email, ...more, password, confirmPassword: password };
  return kit.accounts.changePassword(person, body, HOME);
};

beforeEach(async () => {
  await db.query('delete from tries');
  kit = accountsOn(db);
  const email = `owner-${++made}@example.org`;
  ({ token } = await kit.accounts.signUp({ email, password: OLD, confirmPassword: OLD, ip: HOME }));
  person = await personOfToken(token);
});

describe('changing the own password', () => {
  it('ends every session and goes on with a new one', async () => {
    const other = await signIn(OLD);
    await personOfToken(other.token);
    const { said, token: next } = await change();
    expect(said).toBe('Password updated');
    const after = await personOfToken(next);
    expect(after).toMatchObject({ accountId: person.accountId, signedInAt: person.signedInAt });
    expect(after.sessionId).not.toBe(person.sessionId);
    for (const ended of [other.token, token])
      expect(await failureOf(() => personOfToken(ended))).toMatchObject({ reason: 'session_invalid' });
    expect(await failureOf(() => kit.sessions.refresh(token))).toMatchObject({ reason: 'session_invalid' });
    expect(await failureOf(() => signIn(OLD))).toMatchObject({ reason: 'sign_in_failed' });
    await signIn(NEW);
  });

  it('changes nothing for a session that was ended while the password was hashed', async () => {
    await kit.sessions.end(person.sessionId);
    expect(await failureOf(() => change())).toMatchObject({ reason: 'session_invalid' });
    await signIn(OLD);
  });

  it('refuses what everybody tries first', async () => {
    expect(await failureOf(() => change({ password: 'Password1' }))).toMatchObject({
      reason: 'invalid_body',
      details: [{ field: 'password', message: 'Password is one of the most common ones; choose another' }],
    });
    expect(await failureOf(() => change({ password: person.email.toUpperCase() }))).toMatchObject({
      details: [{ field: 'password', message: 'Password must not be the email' }],
    });
  });

  it("is for the session's own user only", async () => {
    const victim = { email: 'victim@example.org', password: OLD, confirmPassword: OLD, ip: HOME };
    await kit.accounts.signUp(victim);
    for (const email of ['victim@example.org', 'unknown@example.org', ''])
      expect(await failureOf(() => change({ email }))).toMatchObject({ reason: 'forbidden', status: 403 });
    await kit.accounts.signIn(victim);
    await change({ email: person.email.toUpperCase() });
  });

  it('refuses what is no password, naming the fields', async () => {
    expect(await failureOf(() => change({ password: '12345' }))).toMatchObject({
      reason: 'invalid_body',
      details: [{ field: 'password', message: 'Password must be at least 6 characters' }, { field: 'confirmPassword' }],
    });
  });

  it('needs the current password when the sign-in is older than 15 minutes', async () => {
    kit.later(15 * MINUTE);
    person = await personOfToken((await change({ password: 'still recent' })).token);
    kit.later(1);
    expect(await failureOf(() => change())).toMatchObject({ reason: 'recent_sign_in_needed', status: 403 });
    expect(await failureOf(() => change({ currentPassword: OLD }))).toMatchObject({
      reason: 'recent_sign_in_needed',
      message: 'The current password is wrong.',
    });
    expect((await change({ currentPassword: 'still recent' })).said).toBe('Password updated');
  });

  it('refuses a wrong current password of a recent sign-in too', async () => {
    expect(await failureOf(() => change({ currentPassword: 'wrong' }))).toMatchObject({ status: 403 });
    await signIn(OLD);
  });

  it('counts wrong current passwords with the failed sign-ins', async () => {
    await db.query('delete from known_address');
    for (let times = 0; times < 10; times++)
      expect((await failureOf(() => change({ currentPassword: 'wrong' }))).reason).toBe('recent_sign_in_needed');
    const guesses = () => kit.compared.filter((phc) => phc !== null).length;
    const before = guesses();
    expect(await failureOf(() => change({ currentPassword: OLD }))).toMatchObject({
      reason: 'too_many_tries',
      headers: { 'Retry-After': '900' },
    });
    expect(await failureOf(() => signIn(OLD))).toMatchObject({ reason: 'too_many_tries' });
    expect(guesses()).toBe(before);
  });
});
