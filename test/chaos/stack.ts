import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#test/support/cli.ts';
import { startRedis } from '#test/support/redis.ts';
import { startReplicated } from '#test/support/replica.ts';
import { runCommand } from '../../bench/import-product.ts';
import { startBalancer } from './balancer.ts';
import { collect, type Held } from './inspector.ts';
import { startProxy } from './proxy.ts';

const ROOT = join(import.meta.dirname, '..', '..');
export const LAUNCHER = join(ROOT, 'kinodex.mjs');
const SECRET = 'a secret that all the nodes share!!';
const START_MS = 60_000;
/** Of a PostgreSQL that is to lose nothing, for some nodes. */
const SETTINGS = `
fsync = on
shared_buffers = 256MB
max_connections = 200
wal_keep_size = 1GB
`;

/** The process that a launcher has started; undefined while there is none. */
export const servedBy = (launcher: number | undefined): number | undefined => {
  try {
    return Number(readFileSync(`/proc/${launcher}/task/${launcher}/children`, 'utf8').split(' ')[0]) || undefined;
  } catch {
    return undefined;
  }
};

/** The last that a node has said. */
const lastOf = (logFile: string): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-600) : '');

/** A node as an operator starts it: by the command line, of the version that is to be had just then. What serves is a child of the launcher. */
export const createNode = (
  name: string,
  { port, inspectorPort }: { readonly port: number; readonly inspectorPort: number },
  launcherOf: () => string,
  folder: string,
  settings: Readonly<Record<string, string>>,
) => {
  const logFile = join(folder, '..', `${name}.log`);
  let child: ChildProcess | undefined;
  let wanted = false;
  let exits = 0;
  const isThere = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  const pid = (): number | undefined => (isThere() ? servedBy(child?.pid) : undefined);
  const health = async (): Promise<boolean> => {
    const signal = AbortSignal.timeout(3_500);
    return fetch(`http://127.0.0.1:${port}/api/v1/health`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  /** Answers how many ms it took until it was healthy. */
  const start = async (more: Readonly<Record<string, string>> = {}): Promise<number> => {
    const began = performance.now();
    const { PATH = '', HOME = '/' } = process.env;
    const env = {
      ...{ PATH, HOME, PORT: `${port}`, KINODEX_DATA: folder, ...settings, ...more },
      // Where its inspector opens when it is told to.
      NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectorPort}`,
    };
    const launcher = launcherOf();
    const started = spawn(process.execPath, [launcher, 'serve'], {
      ...{ cwd: dirname(launcher), env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    wanted = true;
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (text) => appendFileSync(logFile, text));
    started.once('exit', () => {
      if (wanted && child === started) exits += 1;
    });
    while (!(await health())) {
      if (!isThere()) throw new Error(`${name} did not start: ${lastOf(logFile)}`);
      if (performance.now() - began > START_MS) throw new Error(`${name} does not answer: ${lastOf(logFile)}`);
      await pause(20);
    }
    return performance.now() - began;
  };
  /** Sends what serves a signal; resolves when it is gone. */
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number> => {
    const began = performance.now();
    wanted = false;
    const serving = pid();
    if (!child || serving === undefined) return 0;
    const gone = once(child, 'exit');
    process.kill(serving, signal);
    await gone;
    return performance.now() - began;
  };
  const memory = (): number => {
    const serving = pid();
    if (serving === undefined) return 0;
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${serving}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  };
  const held = async (): Promise<Held> => {
    const serving = pid();
    if (serving === undefined) throw new Error(`${name} does not run`);
    return collect(serving, inspectorPort);
  };
  const url = `http://127.0.0.1:${port}`;
  return { ...{ name, port, folder, url, start, end, pid, memory, held, health }, exits: () => exits };
};

export type ChaosNode = ReturnType<typeof createNode>;

/**
 * Everything: PostgreSQL with a replica, Redis, wires to them, two web nodes and a worker, and what stands before them. `from`:
 * the clone of an older version, which nodes and commands are of until `upgrade` is called.
 */
export const startStack = async (say: (line: string) => void, from?: string) => {
  let launcher = from === undefined ? LAUNCHER : join(from, 'kinodex.mjs');
  const home = mkdtempSync(join(tmpdir(), 'kinodex-chaos-'));
  chmodSync(home, 0o755);
  const ends: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const end of ends.toReversed()) {
      try {
        await end();
      } catch (error) {
        say(String(error));
      }
    }
  };
  try {
    say('PostgreSQL with a replica, Redis');
    const cluster = await startReplicated(SETTINGS);
    if (cluster === null) throw new Error('there is no PostgreSQL on this machine');
    const { primary, replica } = cluster;
    ends.push(cluster.close);
    const redis = await startRedis((end) => ends.push(end));
    const wire = async (port: number) => {
      const proxy = await startProxy(port);
      ends.push(proxy.close);
      return proxy;
    };
    const publicPort = await freePort();
    const nodeOf = async (name: string, role: 'web' | 'worker') => {
      const [toPostgres, toReplica, toRedis] = [
        await wire(primary.port),
        await wire(replica.port),
        await wire(Number(new URL(redis.url).port)),
      ];
      const folder = join(home, name, 'data');
      mkdirSync(folder, { recursive: true });
      const postgres = (port: number): string => `postgres://postgres@127.0.0.1:${port}/kinodex`;
      const ports = { port: await freePort(), inspectorPort: await freePort() };
      const node = createNode(name, ports, () => launcher, folder, {
        DATABASE_URL: postgres(toPostgres.port),
        DATABASE_REPLICA_URLS: postgres(toReplica.port),
        REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
        PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
        ...{ KINODEX_SECRET: SECRET, KINODEX_ROLE: role, PAYMENT_PROVIDER: 'sandbox', LOG_LEVEL: 'info' },
      });
      ends.push(() => node.end('SIGKILL'));
      return { ...node, toPostgres, toReplica, toRedis };
    };
    const [a, b, worker] = [await nodeOf('a', 'web'), await nodeOf('b', 'web'), await nodeOf('worker', 'worker')];
    const { PATH } = process.env;
    const own = { PATH, HOME: '/', DATABASE_URL: primary.url, KINODEX_SECRET: SECRET, KINODEX_DATA: home };
    const command = async (...args: string[]): Promise<string> =>
      (await runCommand(args, own, undefined, launcher)).trim();
    say('two web nodes and a worker');
    await a.start();
    await Promise.all([b.start(), worker.start()]);
    const balancer = await startBalancer([a.port, b.port], publicPort);
    ends.push(balancer.close);
    await balancer.allUp(START_MS);
    /** Starts nodes that are gone, after a scenario that broke off. */
    const mend = async (): Promise<void> => {
      for (const node of [a, b, worker]) if (node.pid() === undefined) await node.start();
      await balancer.allUp(START_MS);
    };
    const upgrade = (): void => {
      launcher = LAUNCHER;
    };
    const nodes = [a, b, worker];
    /** Something else that a scenario has started, and that is to end with all of this. */
    const endWith = (end: () => unknown): void => void ends.push(end);
    return {
      nodeOf,
      endWith,
      home,
      primary,
      replica,
      redis,
      a,
      b,
      worker,
      nodes,
      balancer,
      command,
      mend,
      upgrade,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

export type Stack = Awaited<ReturnType<typeof startStack>>;
