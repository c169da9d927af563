import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { createProducts } from './product.service.ts';

const db = await testDatabase();
const products = createProducts({ db });
const namesOnSale = async () => (await products.onSale()).map(({ name }) => name);

describe('the products on sale', () => {
  it('are at first the three plans, prices in euros', async () => {
    const found = await products.onSale();
    expect(found.map(({ name, price, requests }) => [name, price, requests])).toEqual([
      ['Free', 0, 1_000],
      ['Basic', 9, 25_000],
      ['Pro', 39, 250_000],
    ]);
    expect(Object.keys(found[0] ?? {}).sort()).toEqual([
      'description',
      'idProduct',
      'name',
      'notice',
      'price',
      'requests',
    ]);
  });

  it('stand by priority, and then in the order they were made', async () => {
    await db.query(`insert into product (name, description, price_cents, period_days, priority, active)
      values ('Late', '', 1250, 31, 9, true), ('Early', '', 5, 31, -1, true), ('Later', '', 100, 31, 9, true)`);
    expect(await namesOnSale()).toEqual(['Early', 'Free', 'Basic', 'Pro', 'Late', 'Later']);
    const late = (await products.onSale()).find(({ name }) => name === 'Late');
    expect(late).toMatchObject({ price: 12.5, requests: 0 });
  });

  it('allow as much as the largest of their roles', async () => {
    await db.query(`insert into product_role (product_id, role_id)
      select p.id, r.id from product p, plan_role r where p.name = 'Early' and r.rol in ('FREE', 'PRO')`);
    expect((await products.onSale())[0]).toMatchObject({ name: 'Early', price: 0.05, requests: 250_000 });
  });

  it('leave out those that are not active', async () => {
    await db.query(`update product set active = false where name in ('Basic', 'Late')`);
    expect(await namesOnSale()).toEqual(['Early', 'Free', 'Pro', 'Later']);
  });
});
