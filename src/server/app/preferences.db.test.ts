import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
let session = '';
beforeAll(async () => {
  product = await productOn(db);
  session = await product.signIn('desk@example.org', { admin: true });
});
afterAll(() => product?.close());

const put = (key: string, value: unknown) =>
  product.app.inject({
    method: 'PUT',
    url: `/api/admin/preferences/${key}`,
    headers: { authorization: `Bearer ${session}` },
    payload: { value },
  });

describe('preferences over HTTP', () => {
  it.each([
    ['theme', true, 'key'],
    ['list.nothing', { hidden: [], density: 'compact' }, 'key'],
    ['shortcuts', 'off', 'value'],
    ['shortcuts', ['off'], 'value'],
    ['list.audit', { hidden: 'uri', density: 'compact' }, 'value'],
    ['view.k3p9x2m1', { page: '/admin/logs', name: 'a\0', search: '' }, 'value.name'],
    ['view.k3p9x2m1', { page: '/admin/logs', name: 'a', search: `token=kdx_${'a1'.repeat(16)}` }, 'value'],
  ])('refuse %s with %j, naming the %s', async (key, value, field) => {
    const answer = await put(key, value);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details[0].field.split('.')[0]).toBe(field.split('.')[0]);
  });

  it('go with the account that an administrator deletes', async () => {
    expect((await put('shortcuts', false)).json()).toMatchObject({
      code: 200,
      data: [{ key: 'shortcuts', value: false }],
    });
    const other = await product.signIn('other@example.org', { admin: true });
    const gone = await product.app.inject({
      method: 'DELETE',
      url: '/api/admin/user?email=desk@example.org',
      headers: { authorization: `Bearer ${other}` },
    });
    expect(gone.statusCode).toBe(200);
    expect((await db.query('select from preference')).rows).toEqual([]);
    expect((await put('shortcuts', false)).statusCode).toBe(401);
  });
});
