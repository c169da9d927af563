import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';
import { HOME } from './open.ts';

const TOKEN = 'a-token-for-the-collector';
const db = await testDatabase('sample');
let product: ProductInMemory;
let admin: string;
beforeAll(async () => {
  product = await productOn(db, { METRICS_TOKEN: TOKEN });
  admin = await product.signIn('admin@example.org', { admin: true });
});
afterAll(() => product.close());

const ask = (headers: Record<string, string> = {}, remoteAddress = '203.0.113.9') =>
  product.app.inject({ url: '/metrics', headers, remoteAddress });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('/metrics', () => {
  it('is told to administrators, to the token of the settings and to this machine, and to nobody else', async () => {
    const user = await product.signIn('user@example.org');
    const code = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).statusCode;
    expect(await code(bearer(TOKEN))).toBe(200);
    expect(await code(bearer(admin))).toBe(200);
    expect(await code({}, '127.0.0.1')).toBe(200);
    expect(await code({}, '::ffff:127.0.0.1')).toBe(200);
    expect(await code({}, '::1')).toBe(200);
    expect(await code()).toBe(401);
    expect(await code(bearer(`${TOKEN}x`))).toBe(401);
    expect(await code(bearer(product.token))).toBe(401);
    expect(await code(bearer(user))).toBe(403);
    for (const name of ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'Via'])
      expect([name, await code({ [name]: '203.0.113.9' }, '127.0.0.1')]).toEqual([name, 401]);
    expect((await ask(bearer(TOKEN))).headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  it('counts what is answered by its route, and shows no address, token or address of mail', async () => {
    for (let i = 0; i < 3; i++) await product.get('/api/v1/movie/tt0068646');
    await product.get('/api/v1/nothing-like-it?token=kdx_stolen');
    await product.get('/api/v1/movie/tt0068646', bearer('kdx_wrong'));
    const { body } = await ask(bearer(TOKEN));
    const line = (name: string, labels: string): number =>
      Number(
        body
          .split('\n')
          .find((one) => one.startsWith(`${name}{${labels}`))
          ?.split(' ')
          .at(-1),
      );
    const movie = 'method="GET",route="/api/v1/movie/:imdbId"';
    expect(line('kinodex_http_requests_total', `${movie},class="2xx"`)).toBe(3);
    expect(line('kinodex_http_request_duration_seconds_count', movie)).toBe(4);
    expect(line('kinodex_http_requests_total', 'method="GET",route="none",class="4xx"')).toBeGreaterThan(0);
    expect(body).toMatch(/^kinodex_database_up 1$/m);
    expect(body).toMatch(/^kinodex_catalogue_titles [1-9]\d*$/m);
    expect(body).toMatch(/^kinodex_bus_silence_seconds 0\.\d+$/m);
    expect(body).not.toMatch(/tt0068646|kdx_|@|nothing-like-it|203\.0/);
  });

  it('counts calls that are refused since nothing is left of the day', async () => {
    const refusals = async () =>
      Number(/^kinodex_quota_refusals_total (\d+)$/m.exec((await ask(bearer(TOKEN))).body)?.[1]);
    const before = await refusals();
    await db.query("update account set max_requests = 1 where email = 'tester@example.org'");
    await product.tokens.invalidate();
    const codes = [];
    for (let i = 0; i < 3; i++) codes.push((await product.get(`/api/v1/movie/tt0068646?n=${i}`)).statusCode);
    expect(codes.filter((code) => code === 429).length).toBe((await refusals()) - before);
    expect(codes).toContain(429);
  });

  it('tells what has become of requests and lines that are written beside what makes them', async () => {
    await product.get('/api/v1/movie/tt0068646');
    const fates = async (name: string): Promise<Record<string, number>> => {
      const { body } = await ask(bearer(TOKEN));
      return Object.fromEntries(
        [...body.matchAll(new RegExp(`^${name}\\{fate="(\\w+)"\\} (\\d+)$`, 'gm'))].map(([, fate, n]) => [
          fate,
          Number(n),
        ]),
      );
    };
    await expect.poll(async () => (await fates('kinodex_audit_rows_total')).written).toBeGreaterThan(0);
    expect(await fates('kinodex_log_lines_total')).toMatchObject({ filed: 0, refused: 0, lost: 0 });
  });

  it('has every figure that the board of Grafana shows', async () => {
    const board = readFileSync(join(HOME, 'deploy/grafana/kinodex.json'), 'utf8');
    const shown = new Set([...board.matchAll(/\b(?:kinodex|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name));
    expect(shown.size).toBeGreaterThan(15);
    const { body } = await ask(bearer(TOKEN));
    const told = new Set(
      [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
    );
    expect([...shown].filter((name) => !told.has(name))).toEqual([]);
    expect(
      [...told].filter((name) => name.startsWith('kinodex_') && !/_(?:sum|count)$/.test(name) && !shown.has(name)),
    ).toEqual([]);
  });
});
