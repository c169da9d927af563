import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { areaOf, type FacadeName } from '#contracts/areas.ts';
import { FACADES } from '#contracts/facades.ts';
import { newToken } from '#server/modules/tokens/token.secret.ts';
import { testDatabase } from '#test/support/database.ts';
import { exampleUrl, type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

/** What holds for the clients of every other service. */

const db = await testDatabase('sample');
let product: ProductInMemory;
let tokens = 0;
/** Wrong tokens are counted by the address that they come from. */
let addresses = 0;
beforeAll(async () => {
  product = await productOn(db);
});
afterAll(() => product?.close());

/** A token of a user of its own, with so many requests a day. */
const tokenWith = (requests: number): Promise<string> =>
  db.transaction(async (tx) => {
    const accountId = await product.accounts.ensure(tx, `client${++tokens}@example.org`);
    await product.accounts.setMaxRequests(tx, accountId, requests);
    return product.tokens.issue(tx, accountId);
  });

/** The settings are read again when the database has told of the change. */
const set = async (key: string, value: string, url: string, status: number): Promise<void> => {
  await db.query('update configuration set value1 = $2 where key = $1', [key, value]);
  await expect.poll(async () => (await product.app.inject({ url })).statusCode, { timeout: 20_000 }).toBe(status);
};

/** What a spent day is told with: as the service tells it. */
const SPENT: Readonly<Record<FacadeName, number>> = { omdb: 401, tmdb: 429 };

describe.each(FACADES.map((shape) => [shape.title, shape] as const))('the façade of %s', (_title, shape) => {
  const [first] = shape.endpoints;
  if (!first) throw new Error('a façade has endpoints');
  const root = `/${shape.name}/`;
  const example = exampleUrl(first.path, first.example ?? {});
  const parameter = areaOf(root)?.tokenParameter ?? '';
  const by = (token: string, url = example, name = parameter): string =>
    `${url}${url.includes('?') ? '&' : '?'}${name}=${token}`;
  const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    product.app.inject({ method, url, headers, remoteAddress: `192.0.2.${++addresses % 250}` });
  const isBare = ({ body }: LightMyRequestResponse): boolean => !('reason' in JSON.parse(body));
  afterEach(() => set(shape.setting, '1', by(product.token), 200));

  it.each(shape.endpoints.map((one) => [one.name, exampleUrl(one.path, one.example ?? {})]))(
    '%s: 401 without, with an unknown and with a malformed token, 200 with a valid one, wherever it stands',
    async (_name, url) => {
      const refused = await Promise.all([
        ask(url),
        ask(by(newToken(), url)),
        ask(by('kdx_short', url)),
        ask(url, { authorization: `Basic ${product.token}` }),
      ]);
      expect(refused.map((answer) => [answer.statusCode, isBare(answer)])).toEqual(Array(4).fill([401, true]));
      const taken = await Promise.all([
        ask(by(product.token, url)),
        ask(by(product.token, url, parameter.toUpperCase()), { authorization: 'Basic eDp5' }),
        ask(by('', url), { authorization: `Bearer ${product.token}` }),
        ask(url, { 'x-api-key': product.token }),
      ]);
      expect(taken.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      expect(new Set(taken.map(({ body }) => body)).size).toBe(1);
    },
  );

  it('keeps an answer as bytes, whoever asks for it, and knows it again', async () => {
    const token = await tokenWith(10);
    const answer = await ask(by(product.token));
    const { etag = '' } = answer.headers;
    expect(etag).toMatch(/^"[\w-]{20}(?:-\w+)?"$/);
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' });
    const again = await ask(by(token), { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await ask(by(token), {}, 'HEAD');
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag]);
    expect(head.headers['content-length']).toBe(String(answer.rawPayload.length));
    expect(head.headers['x-ratelimit-remaining']).toBe('9');
  });

  it('counts each answer on the same quota as the data API, those that find nothing too', async () => {
    const token = await tokenWith(3);
    const left = ({ headers }: LightMyRequestResponse) => headers['x-ratelimit-remaining'];
    expect(left(await ask(by(token)))).toBe('2');
    expect(left(await ask(`/${shape.name}/nothing-here?${parameter}=${token}`))).toBe('1');
    const data = await ask('/api/v1/movie/tt0068646', { authorization: `Bearer ${token}` });
    expect(left(data)).toBe('0');
    const spent = await ask(by(token));
    expect([spent.statusCode, isBare(spent), left(spent)]).toEqual([SPENT[shape.name], true, '0']);
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is audited under its address, with the key masked and the status that a failure has by its reason', async () => {
    const token = await tokenWith(1);
    for (const url of [by(token), by(token)]) await ask(url, { 'user-agent': `client of ${shape.name}` });
    const { rows } = await product.audit.list({ token }, { offset: 0, limit: 10 });
    expect(rows.map(({ httpCode, uri }) => [httpCode, uri])).toEqual([
      [429, by(`${token.slice(0, 8)}…`)],
      [200, by(`${token.slice(0, 8)}…`)],
    ]);
  });

  it('may be called by pages of any site, who may ask beforehand without a token', async () => {
    for (const url of [root, `${root}x/y`, root.slice(0, -1)]) {
      const preflight = await product.app.inject({ method: 'OPTIONS', url });
      expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
    }
    for (const url of [by(product.token), example])
      expect((await ask(url)).headers['access-control-allow-origin']).toBe('*');
  });

  it('takes a content type without a body, and lets be what it does not know', async () => {
    const odd = `${by(product.token)}&nobody=knows&nobody=twice&empty=&%F0=%FF`;
    const answer = await ask(odd, { 'content-type': 'application/json' });
    expect([answer.statusCode, answer.body]).toEqual([200, (await ask(by(product.token))).body]);
  });

  it.each([
    ['an address that is not there', 'nothing-here', 404],
    ['an address that cannot be read', '%zz', 400],
    ['an address far too long', `x/${'1'.repeat(5_000)}`, 404],
  ])('tells in its own form of %s', async (_name, path, code) => {
    const answer = await ask(`${root}${path}?${parameter}=${product.token}`);
    expect([answer.headers['content-type'], isBare(answer)]).toEqual(['application/json; charset=utf-8', true]);
    expect(answer.headers['cache-control']).toBe('no-store');
    // Each service has a status of its own for what cannot be read, or none.
    expect([code, 200, 422]).toContain(answer.statusCode);
  });

  it('is not there while it is switched off, and is again at once, with its pages', async () => {
    const pages = [shape.document, shape.docs];
    for (const url of pages) expect([url, (await ask(url)).statusCode]).toEqual([url, 200]);
    await set(shape.setting, '0', by(product.token), 404);
    expect(isBare(await ask(by(product.token)))).toBe(true);
    for (const url of [example, `${root}x`, ...pages]) expect([url, (await ask(url)).statusCode]).toEqual([url, 404]);
    expect((await product.get('/api/v1/movie/tt0068646')).statusCode).toBe(200);
    await set(shape.setting, '1', by(product.token), 200);
    for (const url of pages) expect((await ask(url)).statusCode).toBe(200);
  });

  it('has a document of its own, with its calls, its credential and nothing of the data API', async () => {
    const answer = await ask(shape.document);
    const document = answer.json();
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual([
      ...new Set(shape.endpoints.map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))),
    ]);
    const schemes = Object.values<{ name?: string }>(document.components.securitySchemes);
    expect(schemes.some(({ name }) => name === parameter)).toBe(true);
    expect(document.components.schemas.Failed).toBeUndefined();
    expect(document.info.description).not.toContain('{{');
    expect(document.info.description).toContain('IMDb');
    expect((await ask(shape.docs)).body).toContain(`data-document="${shape.document}"`);
  });
});
