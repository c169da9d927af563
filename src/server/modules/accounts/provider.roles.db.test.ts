import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { startOidc } from '#test/support/oidc-fake.ts';
import { productOn, TEST_PASSWORD } from '#test/support/product-in-memory.ts';
import { browserAt } from './provider.fixture.ts';

/** Roles that the provider gives, and the second factor after it. */

const oidc = await startOidc();
const ROLES = { OIDC_ROLE_CLAIM: 'realm.groups', OIDC_ROLES: 'bosses=ADMIN, staff=USER' };
const db = await testDatabase();
const product = await productOn(db, { ...oidc.environment, ...ROLES });
afterAll(product.close);
beforeEach(() => db.query('delete from tries'));
const browser = () => browserAt(product, oidc);

let made = 0;
const someone = () => ({ sub: `${++made}`, email: `role-${made}@example.org`, email_verified: true });
const signInAs = (person: object, ...groups: string[]) => {
  oidc.letIn({ ...person, realm: { groups } });
  return browser().signIn();
};
const roleOf = async (email: string) =>
  (await db.query<{ role: string }>('select role from account where email = $1', [email])).rows[0]?.role;

describe('roles', () => {
  it('follow the provider at every sign-in, end what began before, and stand in the log of actions', async () => {
    const boss = await product.signIn('boss@example.org', { admin: true });
    const person = someone();
    const first = (await signInAs(person, 'staff')).data.session;
    expect(first).toMatchObject({ role: 'USER', returnUrl: '/token' });
    const second = (await signInAs(person, 'staff', 'bosses')).data.session;
    expect(second).toMatchObject({ role: 'ADMIN', returnUrl: '/admin/dashboard' });
    const call = (path: string, session: string) => browser().call('GET', path, undefined, session);
    expect((await call('user/token', first.token)).code).toBe(401);
    expect((await call('admin/users', second.token)).code).toBe(200);
    expect((await signInAs(person, 'staff')).data.session.role).toBe('USER');
    expect((await call('admin/users', second.token)).code).toBe(401);
    const { data } = await call('admin/actions?call=provider_finish', boss);
    expect(
      data.map(({ email, about, status, before, after }: Record<string, unknown>) => ({
        email,
        about,
        status,
        before,
        after,
      })),
    ).toEqual([
      {
        email: person.email,
        about: person.email,
        status: 200,
        before: { email: person.email, role: 'ADMIN' },
        after: { email: person.email, role: 'USER' },
      },
      {
        email: person.email,
        about: person.email,
        status: 200,
        before: { email: person.email, role: 'USER' },
        after: { email: person.email, role: 'ADMIN' },
      },
    ]);
    const listed = (await call(`admin/users?text=${person.email}`, boss)).data[0];
    expect(listed).toMatchObject({ state: 'ACTIVE', signIn: 'PROVIDER' });
  });

  it('let nobody in who has none of the values, where some are for users', async () => {
    for (const groups of [[], ['others'], ['BOSSES']])
      expect(await signInAs(someone(), ...groups)).toMatchObject({ code: 403, reason: 'identity_role' });
    oidc.letIn({ ...someone(), realm: 'bosses' });
    expect((await browser().signIn()).reason).toBe('identity_role');
  });

  it('are not taken from the last administrator with a password, who can still come in', async () => {
    const alone = await testDatabase();
    const one = await productOn(alone, { ...oidc.environment, ...ROLES });
    const at = browserAt(one, oidc);
    const person = someone();
    const session = await one.signIn(person.email, { admin: true });
    oidc.letIn({ ...person, realm: { groups: ['bosses'] } });
    expect((await at.link(session)).code).toBe(200);
    oidc.letIn({ ...person, realm: { groups: ['staff'] } });
    expect((await at.signIn()).data.session.role).toBe('ADMIN');
    // Somebody who comes in by the provider only is no other administrator in this sense.
    oidc.letIn({ ...someone(), realm: { groups: ['bosses'] } });
    expect((await at.signIn()).data.session.role).toBe('ADMIN');
    oidc.letIn({ ...person, realm: { groups: ['staff'] } });
    expect((await at.signIn()).data.session.role).toBe('ADMIN');
    await one.accounts.createUser({ email: 'second@example.org', password: TEST_PASSWORD, admin: true });
    expect((await at.signIn()).data.session.role).toBe('USER');
    await one.close();
  });

  it('go up and down at the same moment, and one administrator is left', async () => {
    const alone = await testDatabase();
    const one = await productOn(alone, { ...oidc.environment, ...ROLES });
    const people = [someone(), someone(), someone()];
    for (const person of people) {
      const session = await one.signIn(person.email, { admin: true });
      oidc.letIn({ ...person, realm: { groups: ['bosses'] } });
      expect((await browserAt(one, oidc).link(session)).code).toBe(200);
    }
    const browsers = people.map((person) => ({ at: browserAt(one, oidc), person }));
    const answers: object[] = [];
    for (const { at, person } of browsers) {
      oidc.letIn({ ...person, realm: { groups: ['staff'] } });
      answers.push(await at.toProvider());
    }
    const came = await Promise.all(browsers.map(({ at }, index) => at.finish(answers[index] ?? {})));
    expect(came.map(({ data }) => data.session.role).toSorted()).toEqual(['ADMIN', 'USER', 'USER']);
    await one.close();
  });

  it('are left alone where the provider has no say', async () => {
    const person = someone();
    await signInAs(person, 'bosses');
    const without = await productOn(db, oidc.environment);
    expect((await browserAt(without, oidc).signIn()).data.session.role).toBe('ADMIN');
    await without.close();
  });
});

describe('a second factor', () => {
  const codeOf = (key: string, steps = 0): string =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });
  const withFactor = async () => {
    const person = someone();
    const { session } = (await signInAs(person, 'staff')).data;
    const { key } = (await browser().call('POST', 'user/second-factor', {}, session.token)).data;
    await browser().call('PUT', 'user/second-factor', { code: codeOf(key, -1) }, session.token);
    return { person, key, session };
  };

  it('is asked for after the provider too; roles change only then', async () => {
    const { person, key } = await withFactor();
    oidc.letIn({ ...person, realm: { groups: ['bosses'] } });
    const at = browser();
    const answer = await at.toProvider({ returnUrl: '/admin/logs' });
    expect((await at.finish(answer)).data).toEqual({ session: null, secondFactor: 1 });
    expect(await roleOf(person.email)).toBe('USER');
    const state = String(answer.state);
    expect(await at.code(state, 'wrong')).toMatchObject({ code: 403, reason: 'second_factor_wrong' });
    expect((await browser().code(state, codeOf(key))).reason).toBe('identity_flow');
    const entered = await at.code(state, codeOf(key));
    expect(entered.data).toMatchObject({ email: person.email, role: 'ADMIN', returnUrl: '/admin/logs' });
    expect((await at.code(state, codeOf(key, 1))).reason).toBe('identity_flow');
  });

  it('cannot be guessed, and is worthless once the sign-in is linked no more', async () => {
    const { person, key, session } = await withFactor();
    oidc.letIn({ ...person, realm: { groups: ['staff'] } });
    const at = browser();
    const answer = await at.toProvider();
    await at.finish(answer);
    const state = String(answer.state);
    for (let tries = 0; tries < 11; tries += 1) await at.code(state, 'wrong');
    expect((await at.code(state, codeOf(key))).reason).toBe('too_many_tries');
    await db.query('delete from tries');
    await at.call(
      'POST',
      'user/account',
      { email: person.email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD },
      session.token,
    );
    await db.query('delete from identity where email = $1', [person.email]);
    expect((await at.code(state, codeOf(key))).reason).toBe('identity_flow');
  });
});
