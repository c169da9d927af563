import { Type } from 'typebox';
import { afterAll, describe, expect, it } from 'vitest';
import { endpoint } from '#contracts/endpoint.ts';
import { lenientQuery } from '#contracts/query.ts';
import { failure } from '#server/kernel/failure.ts';
import { httpWith } from '#test/support/http-app.ts';
import { bytes } from './answer.ts';
import { type Answered, route, VISITOR } from './route.ts';

const shop = endpoint({
  name: 'shop',
  method: 'GET',
  path: '/omdb/',
  access: 'token',
  tag: 'Shop',
  summary: 'A shop of another service',
  query: lenientQuery({
    name: Type.Optional(Type.String({ maxLength: 5 })),
    Page: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  reply: Type.Unknown(),
  bare: ['application/json'],
});

const answers: Answered[] = [];
let left = 100;
let calls = 0;
const { app } = httpWith(
  [
    route(shop, { cached: true })(async ({ query }) => {
      calls += 1;
      if (query.name === 'none') throw failure('title_unknown');
      if (query.name === 'bug') throw new Error('a mistake of ours');
      return bytes(Buffer.from(JSON.stringify(query)), 'application/json');
    }),
  ],
  {
    authenticate: { token: () => ({ ...VISITOR, accountId: 1, tokenId: 1 }) },
    quota: {
      spend: (_caller, cost) => {
        if (left < cost) return { granted: false, headers: {} };
        left -= cost;
        return { granted: true, headers: {} };
      },
      refusal: () => null,
    },
    facades: {
      omdb: ({ reason, status }, url) => ({
        type: 'text/plain',
        body: `${reason} at ${url}`,
        status: status === 500 ? 500 : 200,
        headers: { 'X-Shop': 'closed' },
      }),
    },
    onAnswered: (answered) => answers.push(answered),
  },
);
afterAll(() => app.close());
const get = (query: string) => app.inject({ url: `/omdb/${query}` });

describe('the query of clients of another service', () => {
  it.each([
    ['?NAME=a&page=2', { name: 'a', Page: 2 }],
    ['?name=a&name=b&Name=c', { name: 'a' }],
    ['?name=&page=&PAGE=3', { Page: 3 }],
    ['?other=%00&name=a&__proto__=x&constructor=y', { name: 'a' }],
    ['', {}],
  ])('%s is read as %j', async (query, read) => expect((await get(query)).json()).toEqual(read));

  it.each(['?page=x', '?name=longer', '?name=%00', `?${Array.from({ length: 201 }, (_, at) => `a${at}=1`).join('&')}`])(
    'is refused where it cannot be read',
    async (query) => expect((await get(query)).body).toMatch(/^invalid_parameter at/),
  );
});

it('is kept ready without the key, in whatever case its name is written', async () => {
  const before = calls;
  const bodies = ['?name=kept', '?apikey=one&name=kept', '?name=kept&APIKEY=two', '?ApiKey=&name=kept&apikey=three'];
  for (const query of bodies) expect((await get(query)).json()).toEqual({ name: 'kept' });
  expect(calls - before).toBe(1);
});

describe('a failure told in the form of another service', () => {
  it('has its body, its status on the wire and its headers, and costs what a failure costs', async () => {
    const before = left;
    const answer = await get('?name=none');
    expect([answer.statusCode, answer.body]).toEqual([200, 'title_unknown at /omdb/?name=none']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain',
      'x-shop': 'closed',
      'cache-control': 'no-store',
    });
    expect(before - left).toBe(1);
  });

  it('is audited with the status that it has by its reason', async () => {
    answers.length = 0;
    for (const query of ['?name=none', '?name=bug', '?page=x', '']) await get(query);
    await app.inject({ url: '/omdb/nowhere' });
    expect(answers.map(({ code, cost, path }) => [code, cost, path])).toEqual([
      [404, 1, '/omdb/'],
      [500, 0, '/omdb/'],
      [400, 1, '/omdb/'],
      [200, 1, '/omdb/'],
      [404, 1, '/omdb/nowhere'],
    ]);
  });

  it('of a spent quota is told too, and costs nothing', async () => {
    left = 0;
    expect((await get('')).body).toBe('quota_spent at /omdb/');
    expect(answers.at(-1)).toMatchObject({ code: 429, cost: 0 });
    left = 100;
  });
});
