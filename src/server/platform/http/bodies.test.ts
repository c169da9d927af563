import { Type } from 'typebox';
import { afterAll, describe, expect, it } from 'vitest';
import { undocumented } from '#contracts/endpoint.ts';
import { failure } from '#server/kernel/failure.ts';
import { httpWith } from '#test/support/http-app.ts';
import { data, doneGoTo, shownAt } from './answer.ts';
import { route, type TellFailure } from './route.ts';

const open = { method: 'POST', access: 'public' } as const;
const form = undocumented({
  ...open,
  path: '/form',
  takes: 'form',
  bodyLimit: 100,
  body: Type.Object({ name: Type.String(), note: Type.Optional(Type.String()) }, { additionalProperties: false }),
});
const message = undocumented({
  ...open,
  path: '/message',
  access: 'signed',
  query: 'any',
  takes: 'bytes',
  bodyLimit: 100,
});
const small = undocumented({ ...open, path: '/small', bodyLimit: 10, body: Type.String() });
const screen = undocumented({ method: 'GET', path: '/screen', access: 'public' });
const other = undocumented({ method: 'GET', path: '/other', access: 'public', query: 'any' });

const tell: TellFailure = ({ message }) => ({
  type: 'text/html; charset=utf-8',
  body: `<p>${message}</p>`,
  headers: { 'X-Frame-Options': 'DENY' },
});
const { app } = httpWith([
  route(form, { tell })(async ({ body }) => {
    if (body.name === 'nobody') throw failure('forbidden', 'Not you.', { headers: { 'Retry-After': '1' } });
    return doneGoTo(`/thanks/${body.name}`, { 'Cache-Control': 'no-store' });
  }),
  route(message)(async ({ body }) => data(body.toString('hex'))),
  route(small)(async ({ body }) => data(body)),
  route(screen, { tell })(async () => shownAt('/#screen')),
  route(other)(async (_input, { url }) => data(url)),
]);
afterAll(() => app.close());

const send = (url: string, payload: string | Buffer | undefined, type?: string) =>
  app.inject({
    method: 'POST',
    url,
    ...(payload !== undefined && { payload }),
    ...(type && { headers: { 'content-type': type } }),
  });
const FORM = 'application/x-www-form-urlencoded';

describe('a form', () => {
  it('is read as its fields', async () => {
    const { statusCode, headers, body } = await send('/form', 'name=a%20b+c', `${FORM}; charset=utf-8`);
    expect([statusCode, headers.location, headers['cache-control'], body]).toEqual([
      303,
      '/thanks/a b c',
      'no-store',
      '',
    ]);
    expect(headers).toHaveProperty('x-request-id');
  });

  it.each([
    ['a field that is missing', '', FORM, 400],
    ['a field that is not known', 'name=a&more=1', FORM, 400],
    ['a field twice', 'name=a&name=b', FORM, 400],
    ['__proto__', 'name=a&__proto__=b', FORM, 400],
    ['too much', `name=${'a'.repeat(100)}`, FORM, 413],
    ['JSON', '{"name":"a"}', 'application/json', 415],
  ])('with %s is refused, and says so on a page', async (_what, payload, type, status) => {
    const { statusCode, headers, body } = await send('/form', payload, type);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      status,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
    expect(body).toMatch(/^<p>.+<\/p>$/);
  });

  it('says which type it takes', async () => {
    expect((await send('/form', '{}', 'application/json')).body).toBe(`<p>The body must be ${FORM}.</p>`);
  });
});

describe('a failure that people see', () => {
  it('is shown as its page with its status and headers', async () => {
    const { statusCode, headers, body } = await send('/form', 'name=nobody', FORM);
    expect([statusCode, headers['retry-after'], body]).toEqual([403, '1', '<p>Not you.</p>']);
  });

  it('is one also before the route begins', async () => {
    const { statusCode, body } = await app.inject({ url: '/screen', headers: { host: 'a b' } });
    expect([statusCode, body]).toEqual([400, '<p>The request does not say whom it is for.</p>']);
  });
});

describe('bytes', () => {
  it.each([['application/json'], ['text/plain'], [undefined]])('come as they are: %s', async (type) => {
    const { json } = await send('/message?x=1', Buffer.from([0, 255, 123]), type);
    expect(json().data).toBe('00ff7b');
  });

  it('may be none, and not too many', async () => {
    expect((await send('/message', undefined)).json().data).toBe('');
    const { statusCode, headers } = await send('/message', Buffer.alloc(101), 'text/plain');
    expect([statusCode, headers['content-type']]).toEqual([413, 'application/json; charset=utf-8']);
  });
});

it('a body of JSON has the largest size that its descriptor says', async () => {
  expect((await send('/small', '"12345678"', 'application/json')).statusCode).toBe(200);
  expect((await send('/small', '"123456789"', 'application/json')).statusCode).toBe(413);
});

describe('a query', () => {
  it('that is not described is refused, also on the way to another address', async () => {
    const { statusCode, headers } = await app.inject('/screen');
    expect([statusCode, headers.location]).toEqual([302, '/#screen']);
    expect((await app.inject('/screen?x=1')).statusCode).toBe(400);
  });

  it('of any kind is looked at by nobody', async () => {
    expect((await app.inject('/other?x=%00&x=2')).json().data).toBe('/other?x=%00&x=2');
  });
});
