import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '#test/support/cli.ts';
import { type Nodes, openNodes } from '#test/support/nodes.ts';
import { noRedisServer, startRedis } from '#test/support/redis.ts';
import { findExternalServer } from '#test/support/server.ts';

/** Several nodes on one database, over HTTP only. */

const skipped = (await findExternalServer()) === null ? ' (skipped: no PostgreSQL)' : noRedisServer;
let nodes: Nodes;
beforeAll(async () => {
  if (skipped) return;
  nodes = (await openNodes()) as Nodes;
});
afterAll(() => nodes?.close());

const TITLE = '/api/v1/movie/tt0068646';
let people = 0;
const newToken = (requests: number) =>
  nodes.run('token', 'create', '--email', `p${++people}@example.org`, '--requests', String(requests));

const ask = (node: Served, path: string, token: string, init: RequestInit = {}) =>
  fetch(node.url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });

const statuses = async (calls: readonly (() => Promise<Response>)[]): Promise<Map<number, number>> => {
  const counts = new Map<number, number>();
  const queue = [...calls];
  const work = async () => {
    for (let call = queue.shift(); call; call = queue.shift()) {
      const answer = await call();
      await answer.arrayBuffer();
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 100 }, work));
  return counts;
};

/** Asks until the answer has a status. */
const until = (status: number, call: () => Promise<Response>): Promise<void> =>
  expect
    .poll(async () => {
      const answer = await call();
      await answer.arrayBuffer();
      return answer.status;
    })
    .toBe(status);

describe.skipIf(skipped)(`several nodes${skipped}`, () => {
  it('log from the level that was set at any of them, within a second, and after a restart', async () => {
    const settings = { REDIS_URL: (await startRedis()).url };
    const [a, b] = [await nodes.start(settings), await nodes.start(settings)] as const;
    await nodes.run('user', 'create', '--email', 'admin@example.org', '--password', 'a password', '--admin');
    const json = { 'content-type': 'application/json' };
    const signedIn = await ask(a, '/api/auth/signin', '', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'admin@example.org', password: 'a password' }),
    });
    const { token } = ((await signedIn.json()) as { data: { token: string } }).data;
    const levelAt = async (node: Served): Promise<string> => {
      const answer = await ask(node, '/api/admin/logging?packageName=kinodex.catalog', token);
      return ((await answer.json()) as { data: { level: string }[] }).data[0]?.level ?? '';
    };
    const body = JSON.stringify({ packageName: 'kinodex', level: 'DEBUG' });
    expect((await ask(a, '/api/admin/logging', token, { method: 'POST', headers: json, body })).status).toBe(200);
    await expect.poll(() => levelAt(b), { timeout: 1_000, interval: 50 }).toBe('DEBUG');
    await b.end('SIGKILL');
    const again = await nodes.start(settings);
    expect(await levelAt(again)).toBe('DEBUG');
    await nodes.query('truncate log_level');
    await expect.poll(() => levelAt(a), { timeout: 1_000, interval: 50 }).not.toBe('DEBUG');
    for (const node of [a, again]) await node.end('SIGTERM');
  });

  it('grant exactly the limit together, and never more when Redis is gone half-way', async () => {
    const redis = await startRedis();
    const settings = { REDIS_URL: redis.url };
    const [a, b] = [await nodes.start(settings), await nodes.start(settings)] as const;

    const token = await newToken(100);
    const calls = (count: number, with_: string) =>
      Array.from({ length: count }, (_, at) => () => ask(at % 2 === 0 ? a : b, TITLE, with_));
    expect(await statuses(calls(1_000, token))).toEqual(
      new Map([
        [200, 100],
        [429, 900],
      ]),
    );
    const usage = await (await ask(b, '/api/v1/usage', token)).json();
    expect(usage).toMatchObject({ data: { limit: 100, used: 100, remaining: 0 } });

    const second = await newToken(100);
    const first = await statuses(calls(50, second));
    expect(first.get(200)).toBe(50);
    await redis.kill();
    const rest = await statuses(calls(400, second));
    const granted = 50 + (rest.get(200) ?? 0);
    expect(granted).toBeLessThanOrEqual(100);
    expect(granted).toBeGreaterThanOrEqual(95);
    expect([...rest.keys()].sort()).toEqual([200, 429]);

    // What ends on one node ends on the other, with Redis gone as well.
    const session = async (node: Served, email: string) => {
      const answer = await fetch(`${node.url}/api/auth/signin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'a password' }),
      });
      return ((await answer.json()) as { data: { token: string } }).data.token;
    };
    await nodes.run('user', 'create', '--email', 'chief@example.org', '--password', 'a password', '--admin');
    await nodes.run('user', 'create', '--email', 'deputy@example.org', '--password', 'a password', '--admin');
    const [chief, deputy] = [await session(a, 'chief@example.org'), await session(a, 'deputy@example.org')];
    const own = (await (await ask(a, '/api/user/token', chief)).json()) as { data: { token: string } };
    expect((await ask(b, TITLE, own.data.token)).status).toBe(200);
    expect((await ask(a, '/api/user/invalidate-token', chief, { method: 'POST' })).status).toBe(200);
    await until(401, () => ask(b, TITLE, own.data.token));

    expect((await ask(b, '/api/admin/profile', deputy)).status).toBe(200);
    await nodes.run('user', 'role', '--email', 'deputy@example.org', '--role', 'USER');
    await until(401, () => ask(b, '/api/admin/profile', deputy));

    expect((await ask(b, '/api/admin/profile', chief)).status).toBe(200);
    expect((await ask(a, '/api/auth/signout', chief, { method: 'POST' })).status).toBe(200);
    await until(401, () => ask(b, '/api/admin/profile', chief));

    // A third node that would count for itself is not let in.
    await expect(nodes.start()).rejects.toThrow(/DATABASE_URL=\S+: another node serves from it; /);
    // Nor is one that shares a folder.
    await expect(nodes.start({ ...settings, KINODEX_DATA: nodes.folderOf(a) })).rejects.toThrow(
      /KINODEX_DATA=\S+: another node serves with this folder; /,
    );
    await a.end('SIGTERM');
    await b.end('SIGTERM');
  });

  it('lose no audited request to SIGTERM, and none that is written to kill -9', async () => {
    const node = await nodes.start();
    const token = await newToken(0);
    const rows = async (mark: string) =>
      Number((await nodes.query<{ n: string }>(`select count(*) as n from audit where uri like '%${mark}%'`))[0]?.n);
    await statuses(Array.from({ length: 300 }, () => () => ask(node, `/api/v1/search?q=before-term`, token)));
    await node.end('SIGTERM');
    expect(await rows('before-term')).toBe(300);

    const next = await nodes.start();
    await statuses(Array.from({ length: 300 }, () => () => ask(next, `/api/v1/search?q=before-kill`, token)));
    // Written by itself, 250 ms after the first of them.
    await expect.poll(() => rows('before-kill')).toBe(300);
    await next.end('SIGKILL');
    expect(await rows('before-kill')).toBe(300);
  });

  it('sees the address of a caller only through a proxy that is trusted', async () => {
    const token = await newToken(0);
    const seen = async (settings: Record<string, string>, forwarded: readonly string[]) => {
      const node = await nodes.start(settings);
      for (const value of forwarded)
        await (await ask(node, '/api/v1/genres', token, { headers: { 'x-forwarded-for': value } })).arrayBuffer();
      await node.end('SIGTERM');
      const found = await nodes.query<{ ip: string }>(
        `select ip from audit where uri = '/api/v1/genres' order by seq desc limit ${forwarded.length}`,
      );
      return found.map(({ ip }) => ip).reverse();
    };
    const spoofed = Array.from({ length: 100 }, (_, at) => `198.51.100.${at}`);
    expect(new Set(await seen({}, spoofed))).toEqual(new Set(['127.0.0.1']));
    expect(await seen({ TRUSTED_PROXIES: 'loopback' }, ['203.0.113.9', '6.6.6.6, 203.0.113.9'])).toEqual([
      '203.0.113.9',
      '203.0.113.9',
    ]);
  });
});
