import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { type HttpApp, httpApp } from '#test/support/http-app.ts';
import { data } from './answer.ts';

const apps: HttpApp[] = [];
const open = (...args: Parameters<typeof httpApp>): HttpApp => {
  const app = httpApp(...args);
  apps.push(app);
  return app;
};
afterAll(() => Promise.all(apps.map(({ app }) => app.close())));

const BIG = '/api/v1/thing/1?big=1';

describe('an answer', () => {
  it('carries what every answer of the data API carries', async () => {
    const { headers, statusCode } = await open().get('/api/v1/thing/1');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      'access-control-allow-origin': '*',
      'x-ratelimit-remaining': '7',
    });
    expect(headers.etag).toMatch(/^"[\w-]{20}"$/);
    expect(headers['x-request-id']).toMatch(/^\w+-\w+$/);
    expect(headers['server-timing']).toMatch(/^app;dur=\d+\.\d\d$/);
    expect(headers['access-control-expose-headers']).toContain('ETag, RateLimit,');
    expect(headers['access-control-expose-headers']).toContain('X-Request-Id');
    expect('access-control-allow-credentials' in headers).toBe(false);
  });

  it('has a request id of its own each time', async () => {
    const { get } = open();
    const ids = await Promise.all([1, 2, 3].map(async () => (await get('/api/v1/thing/1')).headers['x-request-id']));
    expect(new Set(ids).size).toBe(3);
  });

  it('to HEAD is the one to GET without its body', async () => {
    const { call, get } = open();
    const [whole, head] = [await get(BIG), await call({ url: BIG, method: 'HEAD' })];
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload.length).toBe(0);
    for (const name of ['etag', 'content-type', 'content-length', 'vary'])
      expect(head.headers[name]).toBe(whole.headers[name]);
  });

  it('outside the data API has no CORS, and keeps the headers of its own', async () => {
    const { headers, body } = await open().app.inject('/door');
    expect(body).toBe('open');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/plain' });
    expect('access-control-allow-origin' in headers).toBe(false);
  });

  it('to a moved record is 308 with the way there', async () => {
    const { statusCode, headers, body } = await open().get('/api/v1/thing/308');
    expect([statusCode, headers.location, body]).toEqual([308, '/api/v1/thing/309', '']);
  });

  it('to a POST has no ETag', async () => {
    const { call, spent } = open();
    const answer = await call({ url: '/api/v1/order', method: 'POST', payload: { ids: ['a', 'b'] } });
    expect(answer.json().data).toEqual({ ids: ['a', 'b'] });
    expect('etag' in answer.headers).toBe(false);
    expect(spent).toEqual([[1, 2]]);
  });
});

describe('encodings', () => {
  it('are negotiated, with a strong ETag each', async () => {
    const { get } = open();
    const plain = await get(BIG);
    const br = await get(BIG, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get(BIG, { 'accept-encoding': 'br;q=0, gzip' });
    const none = await get(BIG, { 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect([plain, br, gzip, none].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
      undefined,
    ]);
    expect(brotliDecompressSync(br.rawPayload)).toEqual(plain.rawPayload);
    expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload);
    expect(none.rawPayload).toEqual(plain.rawPayload);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(none.headers.etag).toBe(plain.headers.etag);
    for (const { headers } of [plain, br, gzip, none]) expect(headers.vary).toBe('Accept-Encoding');
  });

  it('of an answer that is kept are made from it, without the handler', async () => {
    const { get, calls } = open();
    for (const accepted of ['identity', 'br', 'gzip', 'br', 'gzip']) await get(BIG, { 'accept-encoding': accepted });
    expect(calls()).toBe(1);
  });

  it('are left alone for small answers', async () => {
    const { headers } = await open().get('/api/v1/thing/1', { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
  });
});

describe('If-None-Match', () => {
  it.each(['identity', 'gzip', 'br'])(
    'of %s is answered 304 without a body, from the cache and without it',
    async (coding) => {
      const { get, cache } = open();
      const headers = { 'accept-encoding': coding };
      const first = await get(BIG, headers);
      for (const forget of [() => {}, cache.clear]) {
        forget();
        const again = await get(BIG, { ...headers, 'if-none-match': `"other", W/${first.headers.etag}` });
        expect(again.statusCode).toBe(304);
        expect(again.rawPayload.length).toBe(0);
        expect(again.headers).toMatchObject({
          etag: first.headers.etag,
          vary: 'Accept-Encoding',
          'cache-control': 'private, no-cache',
        });
        for (const name of ['content-type', 'content-encoding', 'content-length'])
          expect(name in again.headers).toBe(false);
      }
    },
  );

  it('of anything at all is answered 304 like an answer: it is paid for', async () => {
    const { get, spent, leave } = open();
    for (const _ of ['without the cache', 'from it']) {
      const { statusCode, rawPayload, headers } = await get(BIG, { 'if-none-match': '*' });
      expect([statusCode, rawPayload.length, headers['x-ratelimit-remaining']]).toEqual([304, 0, '7']);
    }
    expect(spent).toHaveLength(2);
    leave(0);
    const { statusCode, headers } = await get(BIG, { 'if-none-match': '*' });
    expect([statusCode, headers.etag]).toEqual([429, undefined]);
  });

  it('that was guessed is paid for: what an answer says is not enough to know its ETag', async () => {
    const { get, spent } = open();
    const { rawPayload, headers } = await get(BIG);
    for (const algorithm of ['sha1', 'sha256', 'md5']) {
      const guess = `"${hash(algorithm, rawPayload, 'base64url').slice(0, 20)}"`;
      expect((await get(BIG, { 'if-none-match': guess })).statusCode).toBe(200);
    }
    expect(spent).toHaveLength(4);
    expect((await get(BIG, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    expect(spent).toHaveLength(4);
  });

  it('of another encoding or another record is answered in full', async () => {
    const { get } = open();
    const etag = String((await get(BIG, { 'accept-encoding': 'br' })).headers.etag);
    expect((await get(BIG, { 'if-none-match': etag })).statusCode).toBe(200);
    expect((await get('/api/v1/thing/2?big=1', { 'accept-encoding': 'br', 'if-none-match': etag })).statusCode).toBe(
      200,
    );
  });
});

describe('the cache', () => {
  it('gives the same bytes until it is cleared by a change', async () => {
    let version = 1;
    const { get, cache } = open(async () => data({ version }));
    const first = await get('/api/v1/thing/1');
    version = 2;
    const second = await get('/api/v1/thing/1');
    expect(second.rawPayload).toEqual(first.rawPayload);
    expect(second.headers.etag).toBe(first.headers.etag);
    cache.clear();
    expect((await get('/api/v1/thing/1')).json().data).toEqual({ version: 2 });
  });

  it('does not keep an answer that a change overtook', async () => {
    const reading = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    let version = 1;
    const { get, cache } = open(async () => {
      const read = version;
      reading.resolve();
      await go.promise;
      return data({ version: read });
    });
    const late = get('/api/v1/thing/1');
    await reading.promise;
    version = 2;
    cache.clear();
    go.resolve();
    expect((await late).json().data).toEqual({ version: 1 });
    expect((await get('/api/v1/thing/1')).json().data).toEqual({ version: 2 });
  });

  it('does not know the token, wherever it stands in the query', async () => {
    const { app, calls, cache } = open();
    const urls = ['?token=alice', '', '?size=1', '?token=alice&size=1', '?size=1&token=alice'];
    for (const [at, query] of urls.entries()) {
      const headers = at === 1 || at === 2 ? { authorization: 'Bearer alice' } : {};
      const answer = await app.inject({ url: `/api/v1/thing/1${query}`, headers });
      expect(answer.statusCode).toBe(200);
    }
    expect(calls()).toBe(2);
    expect(cache.size()).toBe(2);
  });

  it.each([
    ['?name=a?zzz&token=alice', '?name=a'],
    ['?name=%2525&token=alice', '?name=%25&token=alice'],
    ['?name=a%26page=2&token=alice', '?name=a&page=2&token=alice'],
  ])('keeps addresses apart that are read differently: %s and %s', async (one, other) => {
    const { app, cache } = open();
    const headers = { authorization: 'Bearer alice' };
    for (const query of [one, other]) await app.inject({ url: `/api/v1/things${query}`, headers });
    expect(cache.size()).toBe(2);
  });

  it('keeps callers apart whose pages differ', async () => {
    const { app } = open();
    const regsOf = async (token: string) =>
      (await app.inject({ url: '/api/v1/things?name=a', headers: { authorization: `Bearer ${token}` } })).json().regs;
    expect([await regsOf('alice'), await regsOf('bob'), await regsOf('alice')]).toEqual([20, 50, 20]);
  });

  it('lets in only whom the token lets in, and counts each call', async () => {
    const { app, get, spent } = open();
    await get('/api/v1/thing/1');
    await get('/api/v1/thing/1');
    expect((await app.inject('/api/v1/thing/1')).statusCode).toBe(401);
    expect((await get('/api/v1/thing/1', { authorization: 'Bearer mallory' })).json().reason).toBe('token_invalid');
    expect(spent).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('keeps no failure', async () => {
    let fails = true;
    const { get } = open(async () => {
      if (fails) throw new Error('once');
      return data('well');
    });
    expect((await get('/api/v1/thing/1')).statusCode).toBe(500);
    fails = false;
    expect((await get('/api/v1/thing/1')).statusCode).toBe(200);
  });
});
