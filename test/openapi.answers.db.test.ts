import { text } from 'node:stream/consumers';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaOf } from '#contracts/areas.ts';
import type { EndpointShape } from '#contracts/endpoint.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import { testDatabase } from '#test/support/database.ts';
import { exampleUrl, type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

/** What the document says is answered is held against what is. */

const db = await testDatabase('sample');
let product: ProductInMemory;
let admin = '';
let document: Document;

interface Answered {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: { readonly allOf?: readonly Narrowed[] } }>>;
}
interface Narrowed {
  readonly properties?: { readonly reason: { readonly enum: readonly string[] } };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Answered> }>>>>;
  readonly components: { readonly headers: object };
}

beforeAll(async () => {
  product = await productOn(db, { PUBLIC_URL: 'https://films.example', HOST: '0.0.0.0' });
  admin = await product.signIn('admin@example.org', { admin: true });
  document = (await product.app.inject({ url: '/openapi.json' })).json<Document>();
});
afterAll(() => product?.close());

/** What every answer of HTTP has, and what browsers alone read. */
const UNTOLD = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'transfer-encoding',
  'x-content-type-options',
  'strict-transport-security',
  'access-control-allow-origin',
  'access-control-expose-headers',
]);

const responsesOf = ({ path, method }: EndpointShape) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {};

/** What an answer has that its operation doesn't tell. */
const untold = (shape: EndpointShape, { statusCode, headers, body }: LightMyRequestResponse): string[] => {
  const told = responsesOf(shape)[String(statusCode)];
  if (!told) return [`${statusCode} ${body.slice(0, 200)}`];
  const known = new Set(Object.keys(told.headers ?? {}).map((name) => name.toLowerCase()));
  const found = Object.keys(headers)
    .filter((name) => !known.has(name) && !UNTOLD.has(name))
    .map((name) => `${statusCode} header ${name}`);
  if (statusCode < 400) return found;
  const { reason } = JSON.parse(body);
  const reasons = told.content?.['application/json']?.schema.allOf?.[1]?.properties?.reason.enum ?? [];
  return reasons.includes(reason) ? found : [...found, `${statusCode} ${reason}`];
};

const credentialOf = (shape: EndpointShape): Record<string, string> => {
  if (shape.access === 'public') return {};
  return { authorization: `Bearer ${shape.access === 'token' ? product.token : admin}` };
};

/** An answer whose body is read only where it is a failure. */
const headOf = async (asked: object) => {
  const answer = await product.app.inject({ ...asked, payloadAsStream: true } as never);
  const stream = answer.stream();
  if (answer.statusCode < 400) {
    stream.destroy();
    return answer;
  }
  return Object.assign(answer, { body: await text(stream) });
};

const JSON_BODY = { 'content-type': 'application/json' };

/** Calls that go wrong in every way that the way in knows, and one that may go well. */
const probes = (shape: EndpointShape): readonly { url: string; headers?: object; payload?: string }[] => {
  const params = Object.fromEntries([...shape.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '1']));
  const url = exampleUrl(shape.path, { params, ...shape.example });
  const more = url.includes('?') ? '&' : '?';
  const good = credentialOf(shape);
  const { properties = {} } = (shape.query ?? {}) as { properties?: object };
  const byIds = ['ids', 'person'].filter((name) => Object.hasOwn(properties, name));
  const asked = [
    { url },
    ...byIds.map((name) => ({ url: exampleUrl(shape.path, { params, query: { [name]: 'x1' } }), headers: good })),
    { url, headers: { authorization: 'Bearer nonsense' } },
    { url, headers: { authorization: `Bearer ${shape.access === 'admin' ? product.token : admin}` } },
    { url: `${url}${more}colour=red`, headers: good },
    { url: url.replace(/(tt|nm)(\d{7})/, '$100$2'), headers: good },
    { url: url.replace(/(tt|nm)\d{7}/, 'tt9999999'), headers: good },
    { url: exampleUrl(shape.path, { params: { ...shape.example?.params, imdbId: 'x1' } }), headers: good },
  ];
  const well = { url, headers: good };
  if (shape.method === 'GET') return [...asked, well];
  const sent = { url, headers: { ...good, ...JSON_BODY } };
  return [
    ...asked,
    { ...sent, payload: '{' },
    { ...sent, payload: '{"colour":"red"}' },
    { ...sent, payload: 'x'.repeat(1_100_000) },
    { url, headers: { ...good, 'content-type': 'text/plain' }, payload: 'x' },
    { url, headers: { ...good, ...JSON_BODY, cookie: 'XSRF-TOKEN=a' }, payload: '{}' },
    well,
  ];
};

describe('every answer is told in the document:', () => {
  // These would end the session that the others need.
  const probed = ENDPOINTS.filter(({ name }) => !['sign_out', 'user_session_end'].includes(name));
  it.each(probed.map((shape) => [shape.name, shape] as const))('%s', async (_name, shape) => {
    const found: string[] = [];
    const seen = new Set<number>();
    for (const { payload, ...probe } of probes(shape)) {
      const asked = { method: shape.method, ...probe, ...(payload && { payload }) };
      // What goes on for ever is left when its headers are there.
      const answer = shape.endless ? await headOf(asked) : await product.app.inject(asked as never);
      seen.add(answer.statusCode);
      found.push(...untold(shape, answer));
    }
    expect([...new Set(found)]).toEqual([]);
    expect([...seen]).toContain(400);
    // Some calls take larger bodies than are sent here.
    const isLimited = shape.takes === undefined && shape.bodyLimit === undefined;
    if (shape.method !== 'GET')
      for (const status of isLimited ? [413, 415] : [415]) expect([...seen]).toContain(status);
    if (areaOf(shape.path)?.forPages && shape.method !== 'GET') expect([...seen]).toContain(403);
  });
});

describe('what the document tells is answered:', () => {
  const examples = ENDPOINTS.filter(({ example, access }) => example && access === 'token');

  it.each(examples.map((shape) => [shape.name, shape] as const))('%s sends its headers', async (_name, shape) => {
    const url = exampleUrl(shape.path, shape.example ?? {});
    const payload = shape.example?.body as object | undefined;
    const ask = (address: string, headers = {}) =>
      product.app.inject({
        method: shape.method,
        url: address,
        headers: { ...credentialOf(shape), ...headers },
        ...(payload && { payload }),
      });
    const { headers, statusCode } = await ask(url);
    expect(statusCode).toBe(200);
    const seldom = new Set(['X-Total-Relation', 'Vary', 'Content-Language']);
    const told = Object.keys(responsesOf(shape)['200']?.headers ?? {}).filter((name) => !seldom.has(name));
    expect(told.filter((name) => headers[name.toLowerCase()] === undefined)).toEqual([]);
    if (shape.method !== 'GET') return;
    const again = await ask(url, { 'if-none-match': headers.etag });
    expect([again.statusCode, untold(shape, again)]).toEqual([304, []]);
    // A call that takes another site's id too shows that one.
    if (!responsesOf(shape)['308'] || !/(tt|nm)\d{7}/.test(url)) return;
    const moved = await ask(url.replace(/(tt|nm)(\d{7})/, '$100$2'));
    expect([moved.statusCode, moved.headers.location, untold(shape, moved)]).toEqual([308, url, []]);
  });

  it('its examples are of this place', async () => {
    const { body } = await product.app.inject({ url: '/openapi.json' });
    expect(body).toContain('https://films.example/api/public/image/tt0068646');
    expect(body).not.toMatch(/127\.0\.0\.1|\{\{/);
  });
});
