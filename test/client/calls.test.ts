import { describe, expect, it } from 'vitest';
import { createClient, KinodexError } from '../../client/src/index.ts';
import { BASE, clientOn, envelope, refusal } from './client.fixture.ts';

const title = { imdbId: 'tt0068646', title: 'The Godfather' };
const found = envelope([title], { page: 1, total: 1, regs: 20 });
const day = { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': '870', 'X-RateLimit-Reset': '1795305600' };

describe('a call', () => {
  it('is sent to its address with its parameters and the token, and gives the data', async () => {
    const { client, sent } = clientOn([{ json: envelope(title) }]);
    const asked = { imdbId: 'tt0068646', include: ['actors', 'akas'], fields: undefined } as const;
    expect(await client.movie(asked)).toEqual(title);
    expect(sent).toEqual([
      {
        method: 'GET',
        url: `${BASE}/api/v1/movie/tt0068646?include=actors%2Cakas`,
        headers: { Accept: 'application/json', Authorization: 'Bearer kdx_1' },
        body: undefined,
      },
    ]);
  });

  it('writes nothing into its path that leads elsewhere', async () => {
    const { client, sent } = clientOn([{ json: envelope(title) }]);
    await client.movie({ imdbId: '../admin?x=1#y' });
    expect(sent[0]?.url).toBe(`${BASE}/api/v1/movie/..%2Fadmin%3Fx%3D1%23y`);
    await expect(client.movie({ imdbId: '' })).rejects.toThrow(new TypeError('imdbId is missing'));
    expect(sent).toHaveLength(1);
  });

  it('gives a page of a list with its figures', async () => {
    const { client, sent } = clientOn([{ json: { ...found, total: 10_000 }, headers: { 'X-Total-Relation': 'gte' } }]);
    const page = await client.search({ q: 'a b&c', page: 1 });
    expect(page).toEqual({ items: [title], page: 1, total: 10_000, regs: 20, more: true });
    expect(sent[0]?.url).toBe(`${BASE}/api/v1/search?q=a+b%26c&page=1`);
  });

  it('gives a picture as bytes, and asks for one; whoever changes them has changed their own', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const client = createClient({
      baseUrl: `${BASE}/`,
      fetch: async (url, init) => {
        expect([url, new Headers(init?.headers).get('Accept')]).toEqual([
          `${BASE}/api/public/image/tt0068646?w=92`,
          'image/webp, image/*',
        ]);
        const isKnown = 'If-None-Match' in (init?.headers ?? {});
        return isKnown
          ? new Response(null, { status: 304 })
          : new Response(bytes, { headers: { 'Content-Type': 'image/webp', ETag: '"1"' } });
      },
    });
    for (let times = 0; times < 2; times++) {
      const picture = await client.publicImage({ imdbId: 'tt0068646', w: 92 });
      expect([picture.type, [...new Uint8Array(picture.bytes)]]).toEqual(['image/webp', [1, 2, 3]]);
      new Uint8Array(picture.bytes).fill(9);
    }
  });

  it('asks for the token before each try where it is given by a function', async () => {
    const tokens = ['kdx_old', 'kdx_new'];
    const { client, sent } = clientOn([refusal(503, 'unavailable'), { json: envelope([]) }], {
      token: async () => tokens.shift() ?? '',
    });
    await client.genres();
    expect(sent.map(({ headers }) => headers.Authorization)).toEqual(['Bearer kdx_old', 'Bearer kdx_new']);
  });

  it('tells how the day stands', async () => {
    const { client } = clientOn([{ json: envelope([]), headers: day }, { json: envelope([]) }]);
    expect(client.quota).toBeNull();
    await client.genres();
    await client.genres();
    expect(client.quota).toEqual({ limit: 1000, remaining: 870, reset: new Date(1_795_305_600_000) });
  });

  it('has a base that is an address', () => {
    expect(() => createClient({ baseUrl: 'films' })).toThrow(TypeError);
  });
});

describe('a refusal', () => {
  it('says why, with the field and the id of the request', async () => {
    const { client } = clientOn([refusal(400, 'invalid_parameter', { 'X-Request-Id': 'mia1-7' })]);
    const error = await client.search({ q: '' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KinodexError);
    expect(error).toMatchObject({
      ...{ name: 'KinodexError', reason: 'invalid_parameter', status: 400, message: 'It is invalid_parameter' },
      ...{ details: [{ field: 'q', message: 'x' }], requestId: 'mia1-7', retryAfter: null },
    });
  });

  it.each([
    ['a page of a proxy', 403, '<html>no</html>'],
    ['other JSON', 404, 'null'],
    ['a success that is no JSON', 200, '<html>hello</html>'],
  ])('that is %s cannot be read', async (_what, status, body) => {
    const client = createClient({ baseUrl: BASE, fetch: async () => new Response(body, { status }) });
    await expect(client.genres()).rejects.toMatchObject({ reason: 'unreadable', status });
  });
});

describe('what is known already', () => {
  const tagged = { json: found, headers: { ETag: '"1"', 'X-Total-Relation': 'gte' } };

  it('is asked for with its ETag and not sent again', async () => {
    const { client, sent } = clientOn([tagged, { status: 304, headers: day }, tagged]);
    const first = await client.search({ q: 'godfather' });
    first.items.length = 0;
    expect(await client.search({ q: 'godfather' })).toEqual({
      ...{ items: [title], page: 1, total: 1, regs: 20, more: true },
    });
    await client.search({ q: 'other' });
    expect(sent.map(({ headers }) => headers['If-None-Match'])).toEqual([undefined, '"1"', undefined]);
    expect(client.quota?.remaining).toBe(870);
  });

  it('is kept up to so many bytes: what was not asked for longest goes', async () => {
    const { client, sent } = clientOn(() => tagged, { cacheBytes: 1_400 });
    for (const q of ['one', 'two', 'one', 'three', 'one', 'two']) await client.search({ q });
    expect(sent.map(({ headers }) => headers['If-None-Match'] !== undefined)).toEqual([
      ...[false, false, true],
      ...[false, true, false],
    ]);
  });

  it('is nothing where nothing may be kept, and for what changes something', async () => {
    const none = clientOn(() => tagged, { cacheBytes: 0 });
    await none.client.search({ q: 'one' });
    await none.client.search({ q: 'one' });
    const batches = clientOn(() => ({ ...tagged, json: envelope([]) }));
    await batches.client.batch({ ids: ['tt0068646'] });
    await batches.client.batch({ ids: ['tt0068646'] });
    const asked = [...none.sent, ...batches.sent].map(({ headers }) => headers['If-None-Match']);
    expect(asked).toEqual([undefined, undefined, undefined, undefined]);
  });
});
