import { describe, expect, it } from 'vitest';
import { MOST_PREFERENCES, preferenceChange, preferences } from '#contracts/preference.api.ts';
import { ask, callOf, failureOf, type Made, peopleIn } from '#server/modules/tokens/people.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { preferenceRoutes } from './preference.routes.ts';
import { buryPreferences, createPreferences } from './preference.service.ts';

const db = await testDatabase();
const people = peopleIn(db);
const routes = preferenceRoutes(createPreferences({ db }));

const admin = () => people.person({ role: 'ADMIN' });
const show = async (who: Made) => (await ask(routes, preferences, {}, callOf(who))).data;
const put = async (who: Made, key: string, value: unknown) =>
  (await ask(routes, preferenceChange, { params: { key }, body: { value } }, callOf(who))).data;

const LOOK = { hidden: ['uri'], density: 'compact' };
const VIEW = { page: '/admin/logs', name: 'Errors', search: 'level=ERROR' };

describe('preferences', () => {
  it('are kept for whoever has chosen them and nobody else, and the last choice holds', async () => {
    const [one, other] = [await admin(), await admin()];
    expect(await show(one)).toEqual([]);
    await put(one, 'view.k3p9x2m1', VIEW);
    await put(one, 'list.audit', { ...LOOK, density: 'comfortable' });
    const kept = [
      { key: 'list.audit', value: LOOK },
      { key: 'view.k3p9x2m1', value: VIEW },
    ];
    expect(await put(one, 'list.audit', LOOK)).toEqual(kept);
    expect(await show(one)).toEqual(kept);
    expect(await show(other)).toEqual([]);
  });

  it('are taken away by null, again and again', async () => {
    const one = await admin();
    await put(one, 'shortcuts', false);
    await put(one, 'recent', ['page /admin/logs']);
    for (const _ of [1, 2])
      expect(await put(one, 'shortcuts', null)).toEqual([expect.objectContaining({ key: 'recent' })]);
  });

  it('hold no half a character', async () => {
    const one = await admin();
    expect(await put(one, 'view.k3p9x2m1', { ...VIEW, name: 'a\ud83d' })).toMatchObject([
      { value: { name: 'a\ufffd' } },
    ]);
  });

  it('are no more than so many, also when many come at once', async () => {
    const one = await admin();
    await db.query(
      `insert into preference (account_id, key, value)
        select $1, 'view.' || lpad(n::text, 8, '0'), '1' from generate_series(3, $2::int) n`,
      [one.accountId, MOST_PREFERENCES],
    );
    const tries = ['a', 'b', 'c', 'd'].map((name) => put(one, `view.k3p9x2m${name}`, VIEW));
    const settled = await Promise.allSettled(tries);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { reason: 'preferences_full' },
    });
    expect(await show(one)).toHaveLength(MOST_PREFERENCES);
    // What is there already is changed all the same.
    await put(one, 'view.00000003', { ...VIEW, name: 'Other' });
  });

  it('go with the account, and none comes after it', async () => {
    const one = await admin();
    await put(one, 'list.audit', LOOK);
    await db.transaction(async (tx) => {
      await tx.query('update account set deleted_at = now() where id = $1', [one.accountId]);
      await buryPreferences(tx, one.accountId);
    });
    expect(await show(one)).toEqual([]);
    expect(await failureOf(() => put(one, 'list.audit', LOOK))).toMatchObject({ status: 401 });
  });
});
