import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { httpWith } from '#test/support/http-app.ts';
import { fileRoute } from './files.ts';

const TEXT = Buffer.from('a page '.repeat(200));
let reads = 0;
const file = (path: `/${string}`, type: string) =>
  fileRoute(path, {
    type,
    read: () => {
      reads += 1;
      return TEXT;
    },
    headers: { 'X-Own': 'yes', 'Cache-Control': 'public' },
    greet: ({ headers }) => ({ 'X-Greeted': String(headers['x-name']) }),
  });
const { app } = httpWith([
  file('/page', 'text/html'),
  file('/face', 'font/woff2'),
  file('/photo', 'image/webp'),
  file('/drawing', 'image/svg+xml'),
  file('/late', 'text/plain'),
]);
afterAll(() => app.close());
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('a file', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is packed as %s', async (encoding, unpack) => {
    const answer = await get('/page', { 'accept-encoding': encoding, 'x-name': 'Ada' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html',
      'content-encoding': encoding,
      'cache-control': 'public',
      vary: 'Accept-Encoding',
      'x-own': 'yes',
      'x-greeted': 'Ada',
    });
    expect(answer.headers.etag).toMatch(new RegExp(`^"[\\w-]{20}-${encoding}"$`));
    expect(answer.headers).toHaveProperty('x-request-id');
    expect(unpack(answer.rawPayload)).toEqual(TEXT);
    expect(answer.rawPayload.length).toBeLessThan(TEXT.length);
  });

  it('comes plain to whoever does not say', async () => {
    const answer = await get('/page');
    expect([answer.headers['content-encoding'], answer.rawPayload.equals(TEXT)]).toEqual([undefined, true]);
  });

  it.each([
    ['/face', undefined],
    ['/photo', undefined],
    ['/drawing', 'br'],
  ])('is not packed twice: %s', async (url, encoding) => {
    expect((await get(url, { 'accept-encoding': 'br' })).headers['content-encoding']).toBe(encoding);
  });

  it('is known again by the ETag of its encoding, greeted all the same', async () => {
    const { etag } = (await get('/page', { 'accept-encoding': 'br' })).headers;
    const again = await get('/page', { 'accept-encoding': 'br', 'if-none-match': String(etag), 'x-name': 'Ben' });
    expect([again.statusCode, again.payload, again.headers['x-greeted']]).toEqual([304, '', 'Ben']);
    expect(again.headers).not.toHaveProperty('content-encoding');
    expect((await get('/page', { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  it('is read once, when somebody first asks', async () => {
    const before = reads;
    for (const encoding of ['br', 'gzip', 'identity']) await get('/late', { 'accept-encoding': encoding });
    expect(reads - before).toBe(1);
  });
});
