import { describe, expect, it } from 'vitest';
import { productDelete, productSave, products, roleDelete, roleSave, roles } from '#contracts/plans.api.ts';
import { sold } from '#server/modules/billing/list.service.ts';
import { ask, failureOf } from '#server/modules/tokens/people.fixture.ts';
import { inputCheck } from '#server/platform/http/input.ts';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { offerRoutes } from './offer.routes.ts';
import { centsOf } from './offer.rules.ts';
import { createOffers } from './offer.service.ts';
import { OFFERS_CHANGED } from './plan.events.ts';
import { roleRoutes } from './role.routes.ts';
import { createRoles } from './role.service.ts';

const db = await testDatabase();
const routes = [...offerRoutes(createOffers({ db, sold })), ...roleRoutes(createRoles({ db, sold }))];

const roleNamed = async (rol: string) => {
  const { data } = await ask(routes, roles);
  return data.find((role: { rol: string }) => role.rol === rol);
};
const PRODUCT = { name: 'Team', description: 'For teams.', price: 19.99, period: 31, role: [] as object[] };
const save = async (body: object) => (await ask(routes, productSave, { body: { ...PRODUCT, ...body } })).data;
const saveRole = async (body: object) =>
  (await ask(routes, roleSave, { body: { rol: 'TEAM', description: 'Teams', requests: 5, ...body } })).data;
const fields = async (work: () => Promise<unknown>) => (await failureOf(work)).details.map(({ field }) => field);
const refusal = async (work: () => Promise<unknown>) => (await failureOf(work)).reason;

describe('prices', () => {
  it.each([
    [0, 0],
    [9, 900],
    [19.99, 1_999],
    [0.1, 10],
    [0.07, 7],
    [1.15, 115],
    [99_999.99, 9_999_999],
    [0.001, null],
    [19.999, null],
    [1.005, null],
    [-1, null],
    [Number.NaN, null],
    [1e300, null],
  ])('%d euros are %s cents', (euros, cents) => expect(centsOf(euros)).toBe(cents));

  it('are exact for every cent', () => {
    for (let cents = 0; cents <= 200_000; cents++)
      if (centsOf(Number((cents / 100).toFixed(2))) !== cents) expect(cents).toBe(-1);
  });
});

describe('products', () => {
  it('need a name, and a role before they can be sold for money', async () => {
    const refused = async (body: object) => (await failureOf(() => save(body))).details;
    expect(await refused({ name: '   ' })).toEqual([{ field: 'name', message: 'Name is required' }]);
    const { idProduct } = await save({ name: ' Empty ' });
    const before = (await ask(routes, products)).data;
    expect(await refused({ idProduct, active: 1 })).toMatchObject([{ field: 'role' }]);
    expect((await ask(routes, products)).data).toEqual(before);
    expect(await save({ idProduct, name: ' Gratis ', price: 0, active: 1 })).toMatchObject({
      name: 'Gratis',
      active: 1,
    });
    await ask(routes, productDelete, { params: { id: idProduct } });
  });

  it('stand in the order of their priority, with their roles, their fields in the order of the specification', async () => {
    const { data } = await ask(routes, products);
    expect(Object.keys(data[0]).slice(0, 9)).toEqual([
      'idProduct',
      'name',
      'description',
      'notice',
      'price',
      'period',
      'priority',
      'active',
      'role',
    ]);
    expect(data.map(({ name, price, active }: typeof PRODUCT & { active: number }) => [name, price, active])).toEqual([
      ['Free', 0, 1],
      ['Basic', 9, 1],
      ['Pro', 39, 1],
    ]);
    expect(data[1].role).toEqual([await roleNamed('BASIC')]);
  });

  it('are made inactive, changed as they are sent back, and deleted, and every node hears of it', async () => {
    const heard = await hearing(db, OFFERS_CHANGED);
    const role = [await roleNamed('PRO')];
    const made = await save({ active: 1, role, notice: 'New', priority: 9 });
    expect(made).toMatchObject({
      name: 'Team',
      price: 19.99,
      active: 0,
      priority: 9,
      notice: 'New',
      activePayments: 0,
    });
    const changed = await save({ ...made, active: 1, price: 20, role: [await roleNamed('BASIC')] });
    expect(changed).toMatchObject({ idProduct: made.idProduct, active: 1, price: 20, notice: 'New' });
    expect(changed.role.map(({ rol }: { rol: string }) => rol)).toEqual(['BASIC']);
    await ask(routes, productDelete, { params: { id: made.idProduct } });
    expect(await heard()).toBe(3);
    expect(await refusal(() => ask(routes, productDelete, { params: { id: made.idProduct } }))).toBe('product_unknown');
    expect(await refusal(() => save(made))).toBe('product_unknown');
  });

  it('are not overwritten by what was made from an older version', async () => {
    const role = [await roleNamed('PRO')];
    const seen = await save({ name: 'Twice', role });
    const theirs = await save({ ...seen, price: 5 });
    const stale = await failureOf(() => save({ ...seen, notice: 'Mine' }));
    expect(stale).toMatchObject({
      reason: 'changed_meanwhile',
      status: 409,
      details: [{ field: 'version', present: theirs }],
    });
    const mine = await save({ ...seen, notice: 'Mine', version: theirs.version });
    expect(mine).toMatchObject({ notice: 'Mine', price: seen.price, version: theirs.version + 1 });
    const { version: _, ...unversioned } = seen;
    expect(await save(unversioned)).toMatchObject({ notice: '' });
    const both = await Promise.allSettled([1, 2].map((price) => save({ ...mine, version: mine.version + 1, price })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await ask(routes, productDelete, { params: { id: seen.idProduct } });
  });

  it('are refused with a price that is no cents, an unknown role and the fixed one, and then nothing is made', async () => {
    const { length } = (await ask(routes, products)).data;
    expect(await refusal(() => save({ price: 0.001 }))).toBe('invalid_body');
    expect(await refusal(() => save({ role: [{ idRol: 999_999 }] }))).toBe('role_unknown');
    expect(await fields(() => save({ role: [{ idRol: 999_999 }] }))).toEqual(['role']);
    expect(await refusal(async () => save({ role: [await roleNamed('ADMIN')] }))).toBe('role_fixed');
    expect(await fields(async () => save({ role: [await roleNamed('ADMIN')] }))).toEqual(['role']);
    expect((await ask(routes, products)).data).toHaveLength(length);
  });
});

describe('roles', () => {
  it('stand newest first, with who has them', async () => {
    const { data } = await ask(routes, roles);
    expect(data.map(({ rol }: { rol: string }) => rol)).toEqual(['PRO', 'BASIC', 'FREE', 'ADMIN']);
    const before = (await roleNamed('BASIC')).users;
    const { rows } = await db.query<{ id: number }>(`insert into account (email) values ('has@x.org') returning id`);
    for (const ends of ['1 day', '2 days', '-1 day'])
      await db.query(
        `insert into plan_grant (account_id, role_id, starts_at, ends_at) select $1, id, now() - interval '9 days', now() + $2::interval from plan_role where rol = 'BASIC'`,
        [rows[0]?.id, ends],
      );
    expect(await roleNamed('BASIC')).toMatchObject({ users: before + 1, products: 1 });
  });

  it('are made, changed and deleted', async () => {
    const heard = await hearing(db, OFFERS_CHANGED);
    const made = await saveRole({});
    expect(made).toMatchObject({ rol: 'TEAM', requests: 5, products: 0, users: 0 });
    expect(await saveRole({ ...made, requests: 9 })).toMatchObject({ idRol: made.idRol, requests: 9 });
    expect((await ask(routes, roleDelete, { params: { id: made.idRol } })).data).toBe('Role removed');
    expect(await heard()).toBe(3);
    expect(await refusal(() => ask(routes, roleDelete, { params: { id: made.idRol } }))).toBe('role_unknown');
    expect(await refusal(() => saveRole(made))).toBe('role_unknown');
  });

  it('are not overwritten by what was made from an older version', async () => {
    const seen = await saveRole({ rol: 'TWICE' });
    const theirs = await saveRole({ ...seen, requests: 6 });
    const stale = await failureOf(() => saveRole({ ...seen, description: 'Mine' }));
    expect(stale).toMatchObject({ reason: 'changed_meanwhile', details: [{ field: 'version', present: theirs }] });
    expect(await roleNamed('TWICE')).toEqual(theirs);
    await ask(routes, roleDelete, { params: { id: seen.idRol } });
  });

  it('have names of their own, whatever the case, also when two make one at once', async () => {
    expect(await refusal(() => saveRole({ rol: 'basic' }))).toBe('role_taken');
    expect(await fields(() => saveRole({ rol: 'basic' }))).toEqual(['rol']);
    const both = await Promise.allSettled(['TWIN', 'twin'].map((rol) => saveRole({ rol })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(async () => saveRole({ ...(await roleNamed('PRO')), rol: 'FREE' }))).toBe('role_taken');
  });

  it('have any name of 1 to 60 characters that can be seen', async () => {
    for (const rol of ['Gold & more', '金会員', '7 days', 'x'.repeat(60)]) {
      const made = await saveRole({ rol: ` ${rol}`.slice(0, 60) });
      expect(made.rol).toBe(` ${rol}`.slice(0, 60).trim());
      await ask(routes, roleDelete, { params: { id: made.idRol } });
    }
    expect((await failureOf(() => saveRole({ rol: '   ' }))).details).toEqual([
      { field: 'rol', message: 'Rol is required' },
    ]);
    const takes = (rol: string) =>
      !('error' in inputCheck(roleSave.body, 'body')({ rol, description: '', requests: 1 }));
    expect([takes('x'.repeat(60)), takes('x'.repeat(61)), takes('')]).toEqual([true, false, false]);
  });

  it('ADMIN is fixed', async () => {
    const admin = await roleNamed('ADMIN');
    expect(await refusal(() => saveRole(admin))).toBe('role_fixed');
    expect(await refusal(() => ask(routes, roleDelete, { params: { id: admin.idRol } }))).toBe('role_fixed');
    expect(await refusal(() => saveRole({ rol: 'Admin' }))).toBe('role_taken');
  });

  it('stay while a product, a user or an open order has them', async () => {
    const remove = ({ idRol }: { idRol: number }) => ask(routes, roleDelete, { params: { id: idRol } });
    expect(await refusal(async () => remove(await roleNamed('BASIC')))).toBe('role_in_use');
    const made = await saveRole({ rol: 'SOLD' });
    const { rows } = await db.query<{ id: number }>(
      `insert into purchase (account_id, provider, amount_cents, asked, test)
        select id, 'paypal', 100, '', false from account limit 1 returning id`,
    );
    await db.query(
      `insert into payment (purchase_id, feature, quantity, period_days, price_cents, role_ids) values ($1, 'x', 1, 1, 100, $2)`,
      [rows[0]?.id, [made.idRol]],
    );
    expect(await refusal(() => remove(made))).toBe('role_in_use');
    await db.query(`update purchase set status = 'CANCELLED' where id = $1`, [rows[0]?.id]);
    await db.query(
      `insert into plan_grant (account_id, role_id, ends_at) select id, $1, now() - interval '1 day' from account limit 1`,
      [made.idRol],
    );
    expect((await remove(made)).data).toBe('Role removed');
  });
});
