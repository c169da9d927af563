import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn, TEST_PASSWORD } from '#test/support/product-in-memory.ts';

/** Records show their fields in the order in which the specification names them; what we add stands between or after. (Parts that are
 * stored as a list of their own have no order.) */

const db = await testDatabase('sample');
let product: ProductInMemory;
let session = '';
beforeAll(async () => {
  product = await productOn(db);
  session = await product.signIn('admin@example.org', { admin: true });
  await ask('POST', '/api/user/purchase', [{ idProduct: 2, period: 1 }]);
  await product.get('/api/v1/movie/tt0068646');
});
afterAll(() => product?.close());

const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const credential = url.startsWith('/api/v1/') ? product.token : session;
  const headers = { authorization: `Bearer ${credential}` };
  const answer = await product.app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};

const ACCOUNT = { email: 'admin@example.org', password: TEST_PASSWORD };

it.each([
  ['/api/auth/signin', 'token email role returnUrl profile'],
  ['/api/public/features', 'idProduct name price description notice'],
  ['/api/public/movie-carousel', 'imdbId description'],
  ['/api/user/token', 'token status requestsDays requests'],
  ['/api/user/payments', 'feature startDate endDate quantity price status'],
  ['/api/admin/token/registration/today', 'token email ip registrationDate isValid'],
  ['/api/admin/audit', 'ip token uri requestDate elapsedTime httpCode method headers'],
  ['/api/admin/user?email=admin@example.org', 'token email ip registrationDate isValid maxRequests'],
  ['/api/admin/manager', 'requestsByToken relationshipIpToken'],
  ['/api/admin/profile', 'token email maxRequests maxRegs darkTheme'],
  ['/api/admin/configuration', 'idConfiguration key value1 value2 description'],
  ['/api/admin/product', 'idProduct name description notice price period priority active role'],
  ['/api/admin/role', 'idRol rol description requests'],
  [
    '/api/v1/movie/tt0068646',
    'imdbId imdbUrl title originalTitle year runtime releaseDate metascore rated rating votes type insertDate lastUpdate simplePlot plot posterUrl totalSeasons yearSeasons',
  ],
  [
    '/api/v1/name/nm0000199',
    'name uniqueName height starMeter starSign imdbId imdbUrl actorActress birthname birthdate placeOfBirth dateOfDead placeOfDeath insertDate lastUpdate biography photoUrl',
  ],
  ['/api/v1/movie/tt0068646/akas', 'title comment country'],
  ['/api/v1/movie/tt0068646/actors', 'name main character'],
  ['/api/v1/movie/tt0068646/similar-movies', 'title imdbId'],
  ['/api/v1/name/nm0000199/filmographies', 'section filmographiesNames'],
])('%s: %s', async (url, written) => {
  const data = await (url.endsWith('signin') ? ask('POST', url, ACCOUNT) : ask('GET', url));
  const record = Array.isArray(data) ? data[0] : data;
  const fields = written.split(' ');
  expect(Object.keys(record).filter((key) => fields.includes(key))).toEqual(fields);
});
