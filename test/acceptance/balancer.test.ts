import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, type Served } from '#test/support/cli.ts';
import { type Nodes, openNodes } from '#test/support/nodes.ts';
import { findRedis } from '#test/support/redis.ts';
import { findExternalServer, onServer } from '#test/support/server.ts';

/** The balancer of `deploy/compose` in front of two nodes that are restarted one after the other under load. */

const HAPROXY = '/usr/sbin/haproxy';
const CONFIG = join(import.meta.dirname, '..', '..', 'deploy', 'compose', 'haproxy.cfg');
const redis = await findRedis();
const external = await findExternalServer();
const lacks = [
  ...(external === null ? ['PostgreSQL'] : []),
  ...(redis === null ? ['Redis'] : []),
  ...(existsSync(HAPROXY) ? [] : ['haproxy']),
];
const skipped = lacks.length > 0 ? ` (skipped: no ${lacks.join(', no ')})` : '';

const CALLERS = 8;

describe.skipIf(skipped)(`the balancer's file${skipped}`, () => {
  const home = mkdtempSync(join(tmpdir(), 'kinodex-haproxy-'));
  const stats = join(home, 'stats');
  const running: { nodes?: Nodes; haproxy?: ChildProcess } = {};
  let nodes: Nodes;
  let url: string;
  const ports: string[] = [];
  const served: Served[] = [];
  const settings = (PORT: string) => ({
    ...{ PORT, REDIS_URL: redis?.url ?? '', KINODEX_ROLE: 'web', STOP_DELAY: '4', TRUSTED_PROXIES: 'loopback' },
  });

  beforeAll(async () => {
    nodes = (await openNodes()) as Nodes;
    running.nodes = nodes;
    for (let at = 0; at < 2; at += 1) {
      ports.push(String(await freePort()));
      served.push(await nodes.start(settings(ports[at] as string)));
    }
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const config = readFileSync(CONFIG, 'utf8')
      .replace('global\n', `global\n  stats socket ${stats}\n`)
      // A balancer needs two files a connection, which not every machine gives.
      .replace(/maxconn \d+/, 'maxconn 400')
      .replace(/^resolvers .*\n(?: {2}.*\n)+/m, '')
      .replaceAll(' init-addr last,libc,none resolvers docker', '')
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace(
        /^( {2}server web(\d)) .*$/gm,
        (_, server: string, at: string) => `${server} 127.0.0.1:${ports[+at - 1]}`,
      );
    writeFileSync(join(home, 'haproxy.cfg'), config);
    running.haproxy = spawn(HAPROXY, ['-db', '-f', join(home, 'haproxy.cfg')], { stdio: 'ignore' });
  });
  afterAll(async () => {
    if (running.haproxy) {
      const gone = once(running.haproxy, 'exit');
      running.haproxy.kill('SIGKILL');
      await gone;
    }
    await running.nodes?.close();
    rmSync(home, { recursive: true, force: true });
  });

  /** What the balancer thinks of each node. */
  const states = async (): Promise<readonly (string | undefined)[]> => {
    const socket = connect(stats);
    socket.on('error', () => {});
    socket.write('show stat\n');
    const rows = (await text(socket).catch(() => '')).split('\n').map((line) => line.split(','));
    return rows.filter(([proxy, server]) => proxy === 'nodes' && server?.startsWith('web')).map((row) => row[17]);
  };

  it('loses no call while the nodes are restarted one after the other, and tells them who calls', async () => {
    const token = await nodes.run('token', 'create', '--email', 'rolling@example.org', '--requests', '10000000');
    const headers = { authorization: `Bearer ${token}` };
    await expect.poll(states).toEqual(['UP', 'UP']);
    let isOver = false;
    let asked = 0;
    const failed: string[] = [];
    const call = async (): Promise<void> => {
      while (!isOver) {
        asked += 1;
        const path = `/api/v1/${asked % 2 ? 'movie/tt0068646' : `search?q=the&regs=${1 + (asked % 20)}`}`;
        try {
          const answer = await fetch(url + path, { headers });
          await answer.arrayBuffer();
          if (answer.status !== 200) failed.push(`${answer.status} ${path}`);
        } catch (error) {
          failed.push(`${error} ${path}`);
        }
      }
    };
    const callers = Array.from({ length: CALLERS }, call);
    for (const [at, port] of ports.entries()) {
      await served[at]?.end('SIGTERM');
      await expect.poll(async () => (await states())[at]).not.toBe('UP');
      served[at] = await nodes.start(settings(port));
      await expect.poll(states).toEqual(['UP', 'UP']);
    }
    isOver = true;
    await Promise.all(callers);
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThan(200);
    const told = await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } });
    expect(told.status).toBe(403);
    expect(
      await nodes.query<{ ip: string }>(`select distinct ip::text as ip from audit where uri like '/api/v1/movie%'`),
    ).toEqual([{ ip: expect.stringMatching(/^127\.0\.0\.1/) }]);
  });

  it('has the nodes answer though none is healthy, as while the database is away', async () => {
    const token = await nodes.run('token', 'create', '--email', 'away@example.org', '--requests', '1000');
    const ask = (path: string) => fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
    for (let n = 0; n < 4; n += 1) expect((await ask('movie/tt0068646')).status).toBe(200);
    const [here] = await nodes.query<{ name: string }>('select current_database() as name');
    const allow = (whether: boolean) =>
      onServer({ address: { url: String(external) } }, async (client) => {
        await client.query(`alter database ${here?.name} allow_connections ${whether}`);
        if (!whether)
          await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [here?.name]);
      });
    await allow(false);
    try {
      await expect.poll(states).toEqual(['DOWN', 'DOWN']);
      const unknown = await ask('movie/tt0903747?include=akas,goofs');
      expect([unknown.status, unknown.headers.get('content-type')]).toEqual([503, expect.stringContaining('json')]);
      expect(Number(unknown.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await allow(true);
    }
    await expect.poll(states).toEqual(['UP', 'UP']);
    expect((await ask('movie/tt0068646')).status).toBe(200);
  });
});
