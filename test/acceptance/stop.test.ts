import { EventEmitter, once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '#test/support/cli.ts';
import { type Nodes, openNodes } from '#test/support/nodes.ts';
import { PATIENCE } from '#test/support/patience.ts';
import { noRedisServer, startRedis } from '#test/support/redis.ts';
import { findExternalServer } from '#test/support/server.ts';

/** Nodes that are stopped while they are used, over HTTP only. */

const skipped = (await findExternalServer()) === null ? ' (skipped: no PostgreSQL)' : noRedisServer;
let nodes: Nodes;
beforeAll(async () => {
  if (skipped) return;
  nodes = (await openNodes()) as Nodes;
}, 60_000);
afterAll(() => nodes?.close());

const LOOK_MS = 400;
/** Different calls: few, so that a busy machine does not fail them for want of connections to the database. */
const PAGES = 5;

/** The least that a balancer does: sends each request to a node whose health was good when it last looked, and only once. */
const balance = async (all: readonly Served[]) => {
  // A connection for each request: a node that takes none any more is noticed at once.
  const agent = new Agent({ keepAlive: false });
  const well = new Set(all);
  const refusals = new Map<Served, number>();
  const seen = new EventEmitter();
  let turn = 0;
  const look = (node: Served): void => {
    get(`${node.url}/api/v1/health`, (answer) => {
      answer.resume();
      seen.emit('looked', node);
      if (answer.statusCode === 200) return void well.add(node);
      well.delete(node);
      refusals.set(node, answer.statusCode ?? 0);
    }).on('error', () => well.delete(node));
  };
  const looking = setInterval(() => all.forEach(look), LOOK_MS);
  const server: Server = createServer((incoming, outgoing) => {
    const [...ready] = well;
    const node = ready[turn++ % ready.length];
    if (!node) return void outgoing.writeHead(502).end();
    const onward = request(`${node.url}${incoming.url}`, { agent, method: incoming.method, headers: incoming.headers });
    onward.on('response', (answer: IncomingMessage) => {
      const { connection: _, ...headers } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What a node's health refused with, if it did. */
    refusal: (node: Served) => refusals.get(node),
    hasLooked: async (node: Served, times: number): Promise<void> => {
      for (let left = times; left > 0; ) if ((await once(seen, 'looked'))[0] === node) left -= 1;
    },
    close: () => {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};

describe.skipIf(skipped)(`a node that is stopped${skipped}`, () => {
  it('fails none of 1,000 requests behind a balancer that looks at its health', async () => {
    const redis = await startRedis();
    const settings = { REDIS_URL: redis.url, STOP_DELAY: '3' };
    const [leaving, staying] = [await nodes.start(settings), await nodes.start(settings)] as const;
    const token = await nodes.run('token', 'create', '--email', 'steady@example.org', '--requests', '100000');
    const balancer = await balance([leaving, staying]);
    // Until it is known as somebody who keeps looking.
    await balancer.hasLooked(leaving, 3);

    const statuses = new Map<number, number>();
    let asked = 0;
    let stopped: Promise<number> | undefined;
    const work = async (): Promise<void> => {
      for (;;) {
        const turn = ++asked;
        if (turn === 300) stopped = leaving.end('SIGTERM').then(() => asked);
        // As many as it takes until the node is gone, and 1,000 at least.
        if (turn > 1_000 && (await Promise.race([stopped, null])) !== null) return;
        const answer = await fetch(`${balancer.url}/api/v1/search?q=the&page=${(turn % PAGES) + 1}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        await answer.arrayBuffer();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 75 }, work));
    balancer.close();
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThanOrEqual(1_000);
    expect(balancer.refusal(leaving)).toBe(503);
    await staying.end('SIGTERM');
    await redis.kill();
  }, 240_000);

  it('waits for a call that has begun, and for no connection on which nothing was sent', async () => {
    const node = await nodes.start();
    const { port } = new URL(node.url);
    const [silent, begun] = [connect(Number(port), '127.0.0.1'), connect(Number(port), '127.0.0.1')];
    const cut = once(silent, 'close');
    const answer = Promise.race([once(begun.setEncoding('utf8'), 'data'), once(begun, 'close')]);
    begun.write(
      'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
    );
    // Answered after the other has come to the node.
    await fetch(`${node.url}/api/v1/health`);
    const ended = node.end('SIGTERM');
    await cut;
    begun.write('}');
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 400 /);
    await ended;
    expect(node.child.exitCode).toBe(0);
  }, 120_000);

  it('ends cleanly from its first answer on, also before it has said that it is there', async () => {
    const before = await nodes.start();
    await before.end('SIGTERM');
    // The next one's start goes on once it may write where it is served.
    const held = nodes.query('begin; lock table served in exclusive mode; select pg_sleep(600)').catch(() => {});
    const locks = (mode: string) =>
      nodes.query<{ pid: number }>(
        `select pid from pg_locks where relation = 'served'::regclass and mode = '${mode}' and database = (select oid from pg_database where datname = current_database())`,
      );
    await expect.poll(() => locks('ExclusiveLock'), { timeout: PATIENCE }).toHaveLength(1);
    const node = await nodes.start();
    const ended = node.end('SIGTERM');
    await nodes.query(
      `select pg_terminate_backend(pid) from pg_locks where relation = 'served'::regclass and mode = 'ExclusiveLock'`,
    );
    await Promise.all([ended, held]);
    expect(node.child.exitCode).toBe(0);
  }, 120_000);
});
