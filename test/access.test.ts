import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contracts/index.ts';
import { newToken } from '#server/modules/tokens/token.secret.ts';
import { testDatabase } from '#test/support/database.ts';
import { exampleUrl, type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase();
let product: ProductInMemory;
beforeAll(async () => {
  product = await productOn(db);
});
afterAll(() => product.close());

/** Public on purpose: whoever adds an endpoint here says so twice. */
const PUBLIC = new Set([
  'health',
  'public_image',
  'public_movie_carousel',
  'public_name_carousel',
  'public_features',
  'public_stats',
  'public_latency',
  'public_try',
  'public_payment',
  'sign_in',
  'sign_up',
  'invitation',
  'refresh',
]);

const cases = ENDPOINTS.map((shape) => ({
  name: shape.name,
  method: shape.method,
  access: shape.access,
  url: exampleUrl(shape.path, shape.example ?? {}),
  payload: shape.example?.body as object | undefined,
}));

/** Judged by their signature; not for callers of the API. */
const SIGNED = new Set(['POST /api/public/payment-webhook/:provider']);

describe('the access of every endpoint', () => {
  it('is public only where it is meant to be', () => {
    expect(
      cases
        .filter((one) => one.access === 'public')
        .map((one) => one.name)
        .sort(),
    ).toEqual([...PUBLIC].sort());
  });

  it('is stated for every route under /api that Fastify serves', () => {
    const stated = new Set(ENDPOINTS.map((shape) => `${shape.method} ${shape.path}`));
    for (const [method, url] of product.served.filter(([, url]) => url.startsWith('/api/'))) {
      if (method === 'OPTIONS' || method === 'HEAD' || SIGNED.has(`${method} ${url}`)) continue;
      expect(stated, `${method} ${url}`).toContain(`${method} ${url}`);
    }
    expect(product.served.length).toBeGreaterThanOrEqual(stated.size);
  });

  for (const one of cases.filter(({ access }) => access === 'token')) {
    // Each from an address of its own: whoever sends wrong tokens again and again is held up.
    const call = (headers: Record<string, string>) =>
      product.app.inject({
        method: one.method,
        url: one.url,
        headers,
        remoteAddress: `192.0.2.${cases.indexOf(one)}`,
        ...(one.payload && { payload: one.payload }),
      });

    it(`${one.name}: 401 without, with an unknown and with a malformed token, 200 with a valid one`, async () => {
      const answers = await Promise.all([
        call({}),
        call({ authorization: `Bearer ${newToken()}` }),
        call({ authorization: 'Bearer kdx_short' }),
        call({ authorization: `Basic ${product.token}` }),
        call({ 'x-api-key': '' }),
      ]);
      expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401, 401, 401]);
      expect(answers.map((answer) => answer.json().reason)).toEqual([
        'token_missing',
        'token_invalid',
        'token_invalid',
        'token_invalid',
        'token_missing',
      ]);
      expect((await call({ authorization: `Bearer ${product.token}` })).statusCode).toBe(200);
      expect((await call({ 'x-api-key': product.token })).statusCode).toBe(200);
    });
  }

  it('lets nobody in by another spelling of an address', async () => {
    const spellings = [
      '//api/v1/genres',
      '/api//v1/genres',
      '/API/v1/genres',
      '/api/v1/genres/',
      '/api/v1/%67enres',
      '/api/v1/./genres',
      '/api/v1/genres;x',
    ];
    for (const url of spellings) expect([401, 404], url).toContain((await product.app.inject({ url })).statusCode);
  });

  it('takes the token in the query too', async () => {
    expect((await product.app.inject({ url: `/api/v1/genres?token=${product.token}` })).statusCode).toBe(200);
  });
});
