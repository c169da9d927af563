import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointShape } from '#contracts/endpoint.ts';
import { Page, Single } from '#contracts/envelope.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import { forgeries } from '#server/modules/accounts/session.fixture.ts';
import { written } from '#server/modules/logs/logs.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn, TEST_SECRET } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
let user = '';
let admin = '';
beforeAll(async () => {
  product = await productOn(db);
  user = await product.signIn('user@example.org');
  admin = await product.signIn('admin@example.org', { admin: true });
  product.lines.add(written({ level: 40 }));
});
afterAll(() => product.close());

const address = ({ path }: EndpointShape): string => path.replace(/:(\w+)/g, 'missing');
const call = (shape: EndpointShape, headers: Record<string, string>) =>
  product.app.inject({ method: shape.method, url: address(shape), headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const of = (access: string) => ENDPOINTS.filter((shape) => shape.access === access);

describe('every endpoint for people', () => {
  for (const shape of [...of('session'), ...of('admin')]) {
    it(`${shape.name}: 401 without a session, with an API token, with a token in another place`, async () => {
      const answers = await Promise.all([
        call(shape, {}),
        call(shape, bearer(product.token)),
        call(shape, { 'x-api-key': user }),
        call(shape, { authorization: `Basic ${user}` }),
        product.app.inject({ method: shape.method, url: `${address(shape)}?token=${admin}` }),
      ]);
      expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401, 401, 401]);
      for (const answer of answers) expect(answer.headers['cache-control']).toBe('no-store');
    });
  }

  for (const shape of of('admin')) {
    it(`${shape.name}: 403 for a user`, async () => {
      const answer = await call(shape, bearer(user));
      expect([answer.statusCode, answer.json().reason]).toEqual([403, 'forbidden']);
    });
    it(`${shape.name}: an administrator gets past the door`, async () => {
      expect([401, 403]).not.toContain((await call(shape, bearer(admin))).statusCode);
    });
  }

  for (const shape of of('token')) {
    it(`${shape.name}: a session is no API token`, async () => {
      expect((await call(shape, bearer(admin))).statusCode).toBe(401);
    });
  }

  it('that changes something refuses a cookie without its copy', async () => {
    const changing = ENDPOINTS.filter(
      ({ path, method }) => /^\/api\/(auth|user|admin)\//.test(path) && method !== 'GET',
    );
    expect(changing.length).toBeGreaterThan(10);
    for (const shape of changing) {
      const answer = await call(shape, { ...bearer(admin), cookie: 'XSRF-TOKEN=abc' });
      expect([shape.name, answer.statusCode, answer.json().reason]).toEqual([shape.name, 403, 'anti_forgery']);
    }
  });

  it('is hidden behind its credential: an address that does not exist is 401, 403, and only then 404', async () => {
    const codes = async (url: string) => [
      (await product.app.inject(url)).statusCode,
      (await product.app.inject({ url, headers: bearer(user) })).statusCode,
      (await product.app.inject({ url, headers: bearer(admin) })).statusCode,
    ];
    expect(await codes('/api/admin/nothing')).toEqual([401, 403, 404]);
    expect(await codes('/api/user/nothing')).toEqual([401, 404, 404]);
  });

  it('lets nobody in by another spelling of an address', async () => {
    const spellings = [
      '/api//admin/user',
      '//api/admin/user',
      '/API/admin/user',
      '/api/Admin/user',
      '/api/admin/user/',
      '/api/admin/%75ser',
      '/api/%61dmin/user',
      '/api/./admin/user',
      '/api/v1/../admin/user',
      '/api/user/..%2fadmin/user',
      '/api/admin/user;x',
      '/api/admin/user%00',
      '/api/admin\\user',
    ];
    for (const url of spellings)
      for (const headers of [{}, bearer(user)]) {
        const { statusCode } = await product.app.inject({ url, headers });
        expect([400, 401, 403, 404], url).toContain(statusCode);
      }
  });
});

describe('a forged session token', () => {
  it('is refused on every kind of route', async () => {
    const forged = forgeries(admin, TEST_SECRET);
    expect(forged.length).toBeGreaterThanOrEqual(25);
    const routes = ['/api/user/token', '/api/admin/user?email=x', '/api/v1/usage', '/api/admin/nothing'];
    for (const [at, { name, token }] of forged.entries())
      for (const url of routes) {
        // Whoever sends wrong tokens again and again from one address is held up.
        const remoteAddress = `192.0.2.${at}`;
        const { statusCode } = await product.app.inject({ url, headers: bearer(token), remoteAddress });
        expect(statusCode, `${name} at ${url}`).toBe(401);
      }
    for (const { name, token } of forged) {
      const answer = await product.app.inject({ method: 'POST', url: '/api/auth/refresh', payload: { token } });
      expect([400, 401], name).toContain(answer.statusCode);
    }
  });
});

it('an id that no log says is refused by the name of its field', async () => {
  const answer = await product.app.inject({ url: '/api/admin/audit?requestId=4711', headers: bearer(admin) });
  expect([answer.statusCode, answer.json().details.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['requestId'],
  ]);
});

describe('what administrators read', () => {
  const reads: Readonly<Record<string, string>> = {
    admin_user: '/api/admin/user?email=user@example.org',
    admin_user_suggest: '/api/admin/user/suggest?text=example',
    admin_token_registration: `/api/admin/token/registration/${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`,
    admin_manager: '/api/admin/manager',
    admin_dashboard: '/api/admin/dashboard',
    admin_users: '/api/admin/users?text=example',
    admin_actions: '/api/admin/actions',
    admin_audit: '/api/admin/audit',
    admin_audit_histogram: '/api/admin/audit/histogram',
    admin_logs: '/api/admin/logs?level=WARN',
    admin_logs_histogram: '/api/admin/logs/histogram',
    admin_logging: '/api/admin/logging?packageName=kinodex',
    admin_audit_clients: '/api/admin/audit/clients?order=4xx',
    admin_profile: '/api/admin/profile',
    admin_configuration: '/api/admin/configuration?prefix=FRONT_',
  };
  for (const [name, url] of Object.entries(reads)) {
    it(`${name} has the documented shape and holds nothing secret`, async () => {
      const shape = ENDPOINTS.find((one) => one.name === name);
      if (!shape) throw new Error(`there is no ${name}`);
      const answer = await product.app.inject({ url, headers: bearer(admin) });
      expect(answer.statusCode).toBe(200);
      const schema = Compile(shape.shape === 'page' ? Page(shape.reply) : Single(shape.reply));
      expect(schema.Check(answer.json()) ? [] : schema.Errors(answer.json()).slice(0, 5)).toEqual([]);
      expect(answer.body).not.toMatch(/argon2|sealed|password"/);
    });
  }
});
