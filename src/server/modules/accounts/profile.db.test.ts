import { describe, expect, it } from 'vitest';
import { profile, profileChange } from '#contracts/profile.api.ts';
import { ask, callOf, failureOf, NOW, peopleIn, SECRET } from '#server/modules/tokens/people.fixture.ts';
import { createTokens } from '#server/modules/tokens/token.service.ts';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { PEOPLE_CHANGED } from './account.events.ts';
import { profileRoutes } from './profile.routes.ts';
import { createProfiles } from './profile.service.ts';

const db = await testDatabase();
const people = peopleIn(db);
const tokens = createTokens({ db, secret: SECRET, now: () => NOW });
const routes = profileRoutes(createProfiles({ db, tokens }));

const admin = () => people.person({ role: 'ADMIN' });
const show = async (who: Parameters<typeof callOf>[0]) => (await ask(routes, profile, {}, callOf(who))).data;

describe('the own profile', () => {
  it('has the own token and the first values', async () => {
    const one = await admin();
    const first = { token: one.token, email: one.email, maxRequests: 0, maxRegs: 20, darkTheme: 0, version: 1 };
    expect(await show(one)).toEqual(first);
  });

  it('is changed, on every node, and nobody else’s, whatever is said of token and address', async () => {
    const [one, other] = [await admin(), await admin()];
    await tokens.authenticate(one.token);
    const heard = await hearing(db, PEOPLE_CHANGED);
    const changed = { maxRequests: 5, maxRegs: 200, darkTheme: 1 };
    const body = { ...changed, token: other.token, email: other.email };
    const { data } = await ask(routes, profileChange, { body }, callOf(one));
    expect(await heard()).toBe(1);
    expect(data).toEqual({ token: one.token, email: one.email, ...changed, version: 2 });
    expect(await show(one)).toEqual(data);
    expect(await show(other)).toMatchObject({ email: other.email, maxRequests: 0, maxRegs: 20, darkTheme: 0 });
    tokens.invalidate();
    expect(await tokens.authenticate(one.token)).toMatchObject({ limit: 5, maxRegs: 200 });
  });

  it('is not changed by what was made from an older version, and the theme makes none', async () => {
    const one = await admin();
    const send = async (body: object) => (await ask(routes, profileChange, { body }, callOf(one))).data;
    const seen = await show(one);
    expect(await send({ ...seen, darkTheme: 1 })).toMatchObject({ darkTheme: 1, version: seen.version });
    const theirs = await send({ ...seen, maxRegs: 50 });
    const stale = await failureOf(() => send({ ...seen, maxRequests: 4 }));
    expect(stale).toMatchObject({ reason: 'changed_meanwhile', details: [{ field: 'version', present: theirs }] });
    expect(await show(one)).toEqual(theirs);
  });

  it('of an administrator without a token is shown without one, and looking makes none', async () => {
    const accountId = await people.account('first@example.org', { role: 'ADMIN' });
    expect(await show({ accountId, email: 'first@example.org' })).toMatchObject({ token: '', maxRegs: 20 });
    expect((await db.query('select from api_token where account_id = $1', [accountId])).rows).toEqual([]);
  });

  it('is nothing of an account that was deleted meanwhile', async () => {
    const one = await admin();
    await db.query('update account set deleted_at = now() where id = $1', [one.accountId]);
    const body = { maxRequests: 5, maxRegs: 20, darkTheme: 0 };
    for (const work of [() => show(one), () => ask(routes, profileChange, { body }, callOf(one))])
      expect(await failureOf(work)).toMatchObject({ status: 401 });
  });
});
