import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { siteRoutes } from '#server/app/site.ts';
import { httpWith } from '#test/support/http-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'kinodex-site-'));
const PAGE = `<!doctype html><meta content="/card.png">${'<p>page</p>'.repeat(500)}`;
/** Whoever shows a link to the site fetches its picture by a whole address. */
const SENT = PAGE.replace('/card.png', 'http://127.0.0.1:8080/card.png');
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, '.built'), 'a mark of the build');
writeFileSync(join(folder, 'index.html'), PAGE);
writeFileSync(join(folder, 'scheme.js'), 'scheme()');
writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'main()');
writeFileSync(join(folder, 'assets', 'font-abc123.woff2'), 'font');
/** With another effort than the server's own. */
const PACKED = brotliCompressSync(PAGE, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
mkdirSync(join(folder, '.packed', 'assets'), { recursive: true });
writeFileSync(join(folder, 'assets', 'packed-abc123.js'), PAGE);
writeFileSync(join(folder, '.packed', 'assets', 'packed-abc123.js.br'), PACKED);

const apps: FastifyInstance[] = [];
const siteAt = (publicUrl: string, from = folder): FastifyInstance => {
  const { app } = httpWith(siteRoutes({ publicUrl, folder: from }));
  apps.push(app);
  return app;
};
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  rmSync(folder, { recursive: true, force: true });
});

const plain = siteAt('http://127.0.0.1:8080');
const secure = siteAt('https://kinodex.example');

describe('the page', () => {
  it('has every protecting header and may be kept only to ask again', async () => {
    const { headers, body } = await plain.inject('/?token=EC1');
    expect(body).toBe(SENT);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'private, no-cache',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    const policy = String(headers['content-security-policy']);
    for (const part of ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(`${policy};`).toContain(part);
    expect(policy).not.toContain('unsafe-eval');
  });

  it('gives an anti-forgery cookie of 32 random bytes to a browser that has none', async () => {
    const cookies = await Promise.all([1, 2].map(async () => String((await plain.inject('/')).headers['set-cookie'])));
    for (const cookie of cookies) expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Strict$/);
    expect(cookies[0]).not.toBe(cookies[1]);
    const [mine = ''] = (cookies[0] ?? '').split(';');
    const again = await plain.inject({ url: '/', headers: { cookie: `a=b; ${mine}` } });
    expect([again.headers['set-cookie'], again.headers['cache-control']]).toEqual([undefined, 'no-cache']);
    const broken = await plain.inject({ url: '/', headers: { cookie: 'XSRF-TOKEN=x' } });
    expect(broken.headers['set-cookie']).toBeDefined();
  });

  it('is for https only where the public address is', async () => {
    const { headers } = await secure.inject('/');
    expect(String(headers['set-cookie'])).toMatch(/; Secure$/);
  });
});

describe('the files it loads', () => {
  it('are kept for good when their name has a hash, else asked for again', async () => {
    const hashed = await plain.inject('/assets/main-abc123.js');
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect((await plain.inject('/scheme.js')).headers['cache-control']).toBe('no-cache');
  });

  it('come packed as the browser takes them, each with an ETag of its own', async () => {
    const get = (encoding: string, more: Record<string, string> = {}) =>
      plain.inject({ url: '/', headers: { 'accept-encoding': encoding, ...more } });
    const [br, gzip, identity] = [await get('gzip, br'), await get('gzip'), await get('identity')];
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SENT);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(SENT);
    expect(identity.headers['content-encoding']).toBeUndefined();
    expect(new Set([br, gzip, identity].map(({ headers }) => headers.etag)).size).toBe(3);
    const known = await get('br', { 'if-none-match': String(br.headers.etag) });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    const font = await plain.inject({ url: '/assets/font-abc123.woff2', headers: { 'accept-encoding': 'br' } });
    expect([font.headers['content-encoding'], font.headers['content-type']]).toEqual([undefined, 'font/woff2']);
  });

  it('come as the build has packed them, where it has', async () => {
    const { headers, rawPayload } = await plain.inject({
      url: '/assets/packed-abc123.js',
      headers: { 'accept-encoding': 'br' },
    });
    expect([headers['content-encoding'], rawPayload.equals(PACKED)]).toEqual(['br', true]);
    const gzip = await plain.inject({ url: '/assets/packed-abc123.js', headers: { 'accept-encoding': 'gzip' } });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(PAGE);
  });

  it('are all there is: no mark of the build, nothing above the folder', async () => {
    for (const url of [
      '/.built',
      '/.packed/assets/packed-abc123.js.br',
      '/index.html',
      '/../package.json',
      '/assets/..%2findex.html',
      '/assets/',
    ])
      expect((await plain.inject(url)).statusCode).toBe(404);
  });
});

describe('the name of a screen', () => {
  it.each([
    ['/register', '/#/register'],
    ['/login/', '/#/login'],
    ['/features?id=3&x=%20', '/#/features?id=3&x=%20'],
    ['/admin', '/#/admin'],
    ['/admin/audit-requests?status=5xx', '/#/admin/audit-requests?status=5xx'],
    ['/register?//evil.example', '/#/register?//evil.example'],
  ])('%s leads to %s', async (url, location) => {
    const { statusCode, headers } = await plain.inject(url);
    expect([statusCode, headers.location]).toEqual([302, location]);
  });

  it('that there is not is not found', async () => {
    for (const url of ['/registers', '/admin/nothing', '/Register', '//register', '/register/x'])
      expect((await plain.inject(url)).statusCode).toBe(404);
  });
});

it('leads to the documentation where no site is built', async () => {
  const { statusCode, headers } = await siteAt('http://127.0.0.1', join(folder, 'nowhere')).inject('/');
  expect([statusCode, headers.location]).toEqual([302, '/docs']);
});
