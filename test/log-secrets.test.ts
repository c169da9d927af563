import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn, TEST_PASSWORD } from '#test/support/product-in-memory.ts';

/** Nothing that opens a door stands in a line, however much is logged. */

const db = await testDatabase('sample');
const lines: string[] = [];
let product: ProductInMemory;
let admin = '';

beforeAll(async () => {
  product = await productOn(db, {}, { onLine: (line) => void lines.push(line) });
  admin = await product.signIn('admin@example.org', { admin: true });
});
afterAll(() => product?.close());

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, token = admin) =>
  product.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });

it('at TRACE there are lines of what is done, and no secret among them', async () => {
  const set = await call('POST', '/api/admin/logging', { packageName: 'kinodex', level: 'TRACE' });
  expect(set.json()).toMatchObject({
    code: 200,
    data: { packageName: 'kinodex', level: 'TRACE', inheritedFrom: null },
  });
  const session = await product.signIn('buyer@example.org');
  const bad = { email: 'buyer@example.org', password: 'canary-password-1' };
  await call('POST', '/api/auth/signin', bad, '');
  await call('GET', `/api/v1/movie/tt0068646?token=${product.token}`, undefined, '');
  await call('GET', '/api/v1/search?q=canary-query', undefined, product.token);
  await call('POST', '/api/user/purchase', [{ idProduct: 2, period: 1 }], session);
  await call('GET', '/api/user/token', undefined, session);
  await expect.poll(() => lines.filter((line) => line.includes('"answered"')).length).toBeGreaterThan(5);
  const text = lines.join('');
  expect(text).toContain('"route":"/api/v1/movie/:imdbId"');
  expect(text).not.toMatch(/"ms":\d+\.\d\d/);
  const secrets = [admin, session, product.token, TEST_PASSWORD, 'canary-password-1', 'canary-query'];
  for (const secret of secrets) expect(text.includes(secret.slice(0, 24)), secret.slice(0, 12)).toBe(false);

  expect((await call('DELETE', '/api/admin/logging?packageName=kinodex')).json().data).toMatchObject({
    inheritedFrom: 'LOG_LEVEL',
  });
  const before = lines.length;
  await call('GET', '/api/v1/usage', undefined, product.token);
  expect(lines.slice(before).filter((line) => line.includes('"answered"'))).toEqual([]);
});

it.each([
  ['a package that is none', 'POST', '', { packageName: 'kinodex.films', level: 'INFO' }, 404, 'packageName'],
  ['no package', 'POST', '', { level: 'INFO' }, 400, 'packageName'],
  ['a name of the wrong form', 'POST', '', { packageName: 'Kinodex!', level: 'INFO' }, 400, 'packageName'],
  ['no level', 'POST', '', { packageName: 'kinodex' }, 400, 'level'],
  ['a level that is none', 'POST', '', { packageName: 'kinodex', level: 'LOUD' }, 400, 'level'],
  ['a package to look up that is none', 'GET', '?packageName=kinodex.films', undefined, 404, 'packageName'],
  ['nothing to reset', 'DELETE', '', undefined, 400, 'packageName'],
] as const)('%s is refused by the name of the field', async (_, method, query, body, status, field) => {
  const answer = await call(method, `/api/admin/logging${query}`, body);
  expect([answer.statusCode, answer.json().details.map((one: { field: string }) => one.field)]).toEqual([
    status,
    [field],
  ]);
});
