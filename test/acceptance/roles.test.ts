import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '#test/support/cli.ts';
import { type Nodes, openNodes } from '#test/support/nodes.ts';
import { noRedisServer, startRedis } from '#test/support/redis.ts';
import { findExternalServer } from '#test/support/server.ts';

/** Nodes that only answer, and nodes that only work, over HTTP. */

const skipped = (await findExternalServer()) === null ? ' (skipped: no PostgreSQL)' : noRedisServer;
let nodes: Nodes;
beforeAll(async () => {
  if (!skipped) nodes = (await openNodes()) as Nodes;
});
afterAll(() => nodes?.close());

const statusOf = async (node: Served, path: string, token?: string): Promise<number> =>
  (await fetch(node.url + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })).status;

describe.skipIf(skipped)(`roles of nodes${skipped}`, () => {
  it('a web node leaves tasks to a worker, which answers nothing but how it is', async () => {
    const settings = { REDIS_URL: (await startRedis()).url };
    const worker = () => nodes.start({ ...settings, KINODEX_ROLE: 'worker' });
    // The first tasks are made by who works.
    const first = await worker();
    await expect.poll(async () => (await nodes.query('select from task')).length).toBeGreaterThan(3);
    await first.end('SIGTERM');
    const web = await nodes.start({ ...settings, KINODEX_ROLE: 'web' });
    const token = await nodes.run('token', 'create', '--email', 'p@example.org');
    expect(await statusOf(web, '/api/v1/movie/tt0068646', token)).toBe(200);
    await nodes.run('user', 'create', '--email', 'a@example.org', '--password', 'a password', '--admin');
    const json = { 'content-type': 'application/json' };
    const signedIn = await fetch(`${web.url}/api/auth/signin`, {
      ...{ method: 'POST', headers: json },
      body: JSON.stringify({ email: 'a@example.org', password: 'a password' }),
    });
    const session = ((await signedIn.json()) as { data: { token: string } }).data.token;
    const admin = { authorization: `Bearer ${session}`, ...json };
    const tasks = (await (await fetch(`${web.url}/api/admin/tasks`, { headers: admin })).json()) as {
      data: readonly { readonly idTask: number; readonly task: string }[];
    };
    const id = tasks.data.find(({ task }) => task === 'CLEAN_NOTIFICATIONS')?.idTask;
    const ordered = await fetch(`${web.url}/api/admin/tasks/execute-task/${id}`, {
      ...{ method: 'POST', headers: admin, body: '{}' },
    });
    expect(ordered.status).toBe(200);
    const stateOf = async (): Promise<string> => {
      const answer = await fetch(`${web.url}/api/admin/task/${id}`, { headers: admin });
      return ((await answer.json()) as { data: { status: string } }).data.status;
    };
    // Long enough for a node that takes orders to take it.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await stateOf()).toBe('READY');

    const second = await worker();
    await expect.poll(second.said).toMatch(/^Kinodex works, and tells how it is on port \d+: /m);
    expect(second.said()).not.toContain('/docs');
    await expect.poll(stateOf).toBe('FINISHED');
    for (const path of ['/api/v1/health', '/metrics']) expect(await statusOf(second, path)).toBe(200);
    for (const path of ['/', '/api/auth/signin']) expect(await statusOf(second, path)).toBe(404);
    expect(await statusOf(second, '/api/v1/movie/tt0068646', token)).toBe(404);
  });
});
