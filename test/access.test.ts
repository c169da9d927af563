import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaOf } from '#contracts/areas.ts';
import type { RouteShape } from '#contracts/endpoint.ts';
import { FACADES } from '#contracts/facades.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import { tmdbPicture } from '#contracts/tmdb.api.ts';
import { SCREENS, UNDOCUMENTED } from '#contracts/undocumented.ts';
import { newToken } from '#server/modules/tokens/token.secret.ts';
import { testDatabase } from '#test/support/database.ts';
import { exampleUrl, type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
beforeAll(async () => {
  product = await productOn(db);
  await product.app.ready();
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
  'public_status',
  'public_text',
  'public_try',
  'public_suggest',
  'public_payment',
  'sign_in',
  'sign_up',
  'invitation',
  'forgot_password',
  'password_link',
  'reset_password',
  'change_email',
  'confirm_address',
  'provider',
  'provider_begin',
  'provider_finish',
  'provider_code',
  'refresh',
]);

const cases = ENDPOINTS.map((shape) => ({
  name: shape.name,
  method: shape.method,
  access: shape.access,
  /** What goes on for ever is only begun. */
  letIn: shape.endless ? ('HEAD' as const) : shape.method,
  url: exampleUrl(shape.path, shape.example ?? {}),
  payload: shape.example?.body as object | undefined,
}));

const OF_FACADES = FACADES.flatMap(({ endpoints }) => endpoints);
const documents = FACADES.map(({ document }) => `GET ${document}`);
/** Where browsers ask before pages of other sites may call. */
const PREFLIGHTS = ['/api/v1/*', '/tmdb/t', '/tmdb/t/*', ...FACADES.flatMap(({ name }) => [`/${name}`, `/${name}/*`])];

const stated = new Map<string, RouteShape['access']>(
  [...ENDPOINTS, ...OF_FACADES, ...UNDOCUMENTED].map(({ method, path, access }) => [`${method} ${path}`, access]),
);
const isScreen = (route: string): boolean =>
  SCREENS.some((screen) => [`GET ${screen}`, `GET ${screen}/`].includes(route));
const served = () =>
  product.served.map(({ method, url, access }) => ({
    url,
    access,
    route: `${method === 'HEAD' ? 'GET' : method} ${url}`,
  }));

describe('the access of every endpoint', () => {
  it('is public only where it is meant to be', () => {
    expect(
      cases
        .filter((one) => one.access === 'public')
        .map((one) => one.name)
        .sort(),
    ).toEqual([...PUBLIC].sort());
  });

  it('is stated for every route that Fastify serves, as the descriptor of its address has it', () => {
    for (const { url, access, route } of served()) {
      expect(access, `${route} has no descriptor`).toBeDefined();
      const said = stated.get(route);
      if (said !== undefined) expect(access, route).toBe(said);
      // What no list names is a file of the site, or what browsers ask beforehand.
      else if (!PREFLIGHTS.includes(url))
        expect([route, access, areaOf(url)]).toEqual([`GET ${url}`, 'public', undefined]);
    }
  });

  it('is that of a route which is served, but for what waits for the built site', () => {
    const routes = new Set(served().map(({ route }) => route));
    const missing = [...stated.keys()].filter((route) => !routes.has(route));
    expect(missing.filter((route) => !isScreen(route))).toEqual([]);
  });

  it('is public beside the API only for what browsers load', () => {
    const others = UNDOCUMENTED.filter(({ access }) => access !== 'public');
    expect(others.map(({ method, path, access }) => `${method} ${path}: ${access}`)).toEqual([
      'POST /api/public/payment-webhook/:provider: signed',
      'GET /sandbox/checkout: local',
      'POST /sandbox/checkout/:order/:choice: local',
      'GET /omdb: token',
      'GET /tmdb/3/movie/:id/watch/providers: token',
      'GET /tmdb/3/tv/:id/season/:season/watch/providers: token',
      'GET /tmdb/3/tv/:id/watch/providers: token',
      'GET /metrics: metrics',
      'POST /mcp: onward',
    ]);
    for (const { method, path, access } of UNDOCUMENTED)
      if (access === 'public' && !documents.includes(`${method} ${path}`))
        expect([path, method, areaOf(path)?.prefix]).toEqual([
          path,
          'GET',
          path === tmdbPicture.path ? '/tmdb/t/' : undefined,
        ]);
  });

  for (const { method, path } of UNDOCUMENTED.filter(({ access }) => access === 'local'))
    it(`${method} ${path}: 403 for everybody who is not on this machine`, async () => {
      const url = path.replace(/:\w+/g, 'missing');
      const from = (headers: Record<string, string>) => product.app.inject({ method, url, headers });
      expect((await from({ host: 'films.example' })).statusCode).toBe(403);
      expect((await from({ 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(403);
      expect((await from({})).statusCode).toBe(404);
    });

  it('of a message that is signed is its signature', async () => {
    const url = '/api/public/payment-webhook/sandbox';
    const answer = await product.app.inject({ method: 'POST', url, payload: { id: '1' } });
    expect([answer.statusCode, answer.json().reason]).toEqual([400, 'invalid_body']);
    expect(answer.headers['x-request-id']).toBeTruthy();
  });

  for (const one of cases.filter(({ access }) => access === 'token')) {
    // Each from an address of its own: whoever sends wrong tokens again and again is held up.
    const call = (headers: Record<string, string>, method: 'HEAD' | typeof one.method = one.method) =>
      product.app.inject({
        method,
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
        'token_missing',
        'token_missing',
      ]);
      expect((await call({ authorization: `Bearer ${product.token}` }, one.letIn)).statusCode).toBe(200);
      expect((await call({ 'x-api-key': product.token }, one.letIn)).statusCode).toBe(200);
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
