import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

/** What administrators did to somebody whose account is deleted stays, without the address. */

const db = await testDatabase('sample');
let product: ProductInMemory;
let session = '';
beforeAll(async () => {
  product = await productOn(db);
  session = await product.signIn('first@example.org', { admin: true });
});
afterAll(() => product?.close());

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  product.app.inject({
    ...{ method, url: `/api/admin/${url}`, headers: { authorization: `Bearer ${session}` } },
    ...(payload && { payload }),
  });
const done = async (...asked: Parameters<typeof ask>) => expect((await ask(...asked)).statusCode).toBe(200);
const told = async (about: string) =>
  (await ask('GET', `actions?${new URLSearchParams({ about, regs: '100' })}`)).json().data;
const person = async (email: string) => {
  await product.signIn(email);
  const { rows } = await db.query<{ id: number; token: number }>(
    'select a.id, t.id as token from account a join api_token t on t.account_id = a.id where a.email = $1',
    [email],
  );
  return rows[0] as { readonly id: number; readonly token: number };
};
const rowsWith = async (text: string) =>
  (await db.query('select from admin_action x where x::text ilike $1', [`%${text}%`])).rowCount;

it('in what was done to it, and in the deletion itself, which is written down before', async () => {
  const email = 'gone@trail.example';
  const { id } = await person(email);
  await person('begone@trail.example');
  await done('PUT', 'user/role', { email: email.toUpperCase(), role: 'ADMIN' });
  await done('POST', 'user/email-link', { email, newEmail: 'wished@trail.example' });
  expect((await ask('PUT', 'user', { token: (await person('else@trail.example')).token, email })).statusCode).toBe(409);
  await done('PUT', 'user/role', { email: 'begone@trail.example', role: 'ADMIN' });
  const before = await told('trail.example');
  await done('DELETE', `user?email=${email}`);
  const name = `deleted-${id}`;
  const rows = await told(name);
  expect(rows.map(({ call, status }: { call: string; status: number }) => [call, status])).toEqual([
    ['admin_user_delete', 200],
    ['admin_user_change', 409],
    ['admin_user_email_link', 200],
    ['admin_user_role', 200],
  ]);
  expect(rows[0]).toMatchObject({ about: name, sent: { email: name }, before: { email: name, role: 'ADMIN' } });
  expect(rows[1]).toMatchObject({ sent: { email: name }, before: { email: 'else@trail.example' } });
  expect(rows[3]).toMatchObject({ sent: { email: name }, before: { email: name }, after: { email: name } });
  // Nothing else of them has changed, and nothing at all of another one's.
  const ids = new Set(before.map(({ idAction }: { idAction: number }) => idAction));
  const renamed = (one: object) =>
    JSON.parse(JSON.stringify(one).replaceAll(new RegExp(`(?<!be)${email}`, 'gi'), name));
  const after = (await ask('GET', 'actions?regs=100')).json().data;
  expect(after.filter(({ idAction }: { idAction: number }) => ids.has(idAction))).toEqual(before.map(renamed));
  expect(await rowsWith('begone@trail.example')).toBe(1);
});

it('in what was done under addresses that it has had, where those are told to be its', async () => {
  const { id, token } = await person('once@former.example');
  await done('PUT', 'user/role', { email: 'once@former.example', role: 'USER' });
  await done('POST', 'user/email-link', { email: 'once@former.example', newEmail: 'wished@former.example' });
  await done('PUT', 'user', { token, email: 'then@former.example' });
  // Another one takes the first address on, and is left as it is.
  await person('once@former.example');
  await done('PUT', 'user/role', { email: 'once@former.example', role: 'ADMIN' });
  await done('DELETE', 'user?email=then@former.example');
  const rows = await told(`deleted-${id}`);
  expect(rows.map(({ call }: { call: string }) => call)).toEqual([
    'admin_user_delete',
    'admin_user_change',
    'admin_user_role',
  ]);
  expect(rows[1]).toMatchObject({ before: { email: `deleted-${id}` }, after: { email: `deleted-${id}` } });
  expect(await rowsWith('then@former.example')).toBe(0);
  // The link names nobody but by an address that is another one's now.
  expect((await told('once@former.example')).map(({ call }: { call: string }) => call)).toEqual([
    'admin_user_role',
    'admin_user_email_link',
  ]);
});

it('in the same step, also of somebody who deletes the own account', async () => {
  const email = 'leaver@own.example';
  const { id } = await person(email);
  await done('PUT', 'user/enabled', { email, isEnabled: 1 });
  await db.query(`update account set delete_at = now() - interval '1 second' where id = $1`, [id]);
  const due = { signal: new AbortController().signal, progress: () => {}, said: () => {} };
  await db.query('alter table admin_action rename column sent to elsewhere');
  await expect(product.accounts.deleteDue(due)).rejects.toThrow();
  await db.query('alter table admin_action rename column elsewhere to sent');
  expect(await rowsWith(email)).toBe(1);
  expect((await db.query('select from account where email = $1', [email])).rowCount).toBe(1);
  expect(await product.accounts.deleteDue(due)).toBe(1);
  expect(await rowsWith(email)).toBe(0);
  expect(await told(`deleted-${id}`)).toHaveLength(1);
});
