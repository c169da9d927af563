import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '@redis/client';
import { afterAll, onTestFinished } from 'vitest';
import { freePort } from './cli.ts';

const PROGRAM = ['/usr/bin/redis-server', '/usr/bin/valkey-server', '/usr/local/bin/redis-server'].find((path) =>
  existsSync(path),
);

/** What the names of tests end with that need a Redis server of their own; empty when one can be started. */
export const noRedisServer = PROGRAM ? '' : ' (skipped: no Redis)';

export interface TestRedis {
  readonly url: string;
  /** What the keys of the test file begin with. */
  readonly prefix: string;
}

/** TEST_REDIS_URL, or the usual local one when it answers, with a prefix of the test file's own; else null. */
export const findRedis = async (): Promise<TestRedis | null> => {
  const named = process.env.TEST_REDIS_URL;
  const url = named || 'redis://127.0.0.1:6379';
  const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: 30_000 } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    if (named) throw new Error('TEST_REDIS_URL names a Redis that cannot be used', { cause: error });
    return null;
  } finally {
    if (client.isOpen) client.destroy();
  }
  const prefix = `kinodex-test-${randomUUID()}:`;
  afterAll(() => forget(url, prefix));
  return { url, prefix };
};

/** Deletes the keys of a test file: those with its prefix, after the id of the server's run. */
const forget = async (url: string, prefix: string): Promise<void> => {
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  for await (const keys of client.scanIterator({ MATCH: `*${prefix}*`, COUNT: 1000 }))
    if (keys.length > 0) await client.unlink(keys);
  client.destroy();
};

export interface PrivateRedis {
  readonly url: string;
  /** Writes a snapshot to disk. */
  readonly save: () => Promise<void>;
  /** Ends it like a crash does. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, with the last snapshot that was saved. */
  readonly start: () => Promise<void>;
  /** Holds it, so that it is connected and doesn't answer, and lets it go on. */
  readonly hold: () => void;
  readonly release: () => void;
}

/** A Redis server of the test's own, ended after it, or by whoever `whenOver` gives the work to. */
export const startRedis = async (
  whenOver: (end: () => Promise<void>) => void = onTestFinished,
): Promise<PrivateRedis> => {
  if (!PROGRAM) throw new Error('there is no Redis server on this machine');
  const program = PROGRAM;
  const folder = mkdtempSync(join(tmpdir(), 'kinodex-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    child = spawn(program, options, { stdio: ['ignore', 'pipe', 'ignore'] });
    if (!child.stdout) throw new Error('Redis says nothing');
    for await (const line of createInterface({ input: child.stdout })) if (/ready to accept/i.test(line)) break;
    child.stdout.resume();
  };
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const save = async (): Promise<void> => {
    const client = createClient({ url });
    client.on('error', () => {});
    await client.connect();
    await client.sendCommand(['SAVE']);
    client.destroy();
  };

  whenOver(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await start();
  return {
    url,
    save,
    kill,
    start,
    hold: () => void child?.kill('SIGSTOP'),
    release: () => void child?.kill('SIGCONT'),
  };
};
