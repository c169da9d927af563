import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const LAUNCHER = join(import.meta.dirname, '..', '..', 'kinodex.mjs');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LaunchOptions {
  readonly cwd?: string;
  readonly uid?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Launched {
  readonly child: ChildProcess;
  readonly said: () => string;
  /** Once it is gone. */
  readonly ended: Promise<Ended>;
}

/** Starts kinodex.mjs, as people do. It has only the settings that are given; whatever the test leaves of it is ended. */
export const launch = (args: readonly string[], { cwd, uid, env = {} }: LaunchOptions = {}): Launched => {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: '/', ...env },
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (text: Buffer) => {
      texts[name] += text;
    });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code: code ?? null, ...texts }));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, said: () => texts.stdout + texts.stderr, ended };
};

/** Processes that have a text among their arguments or in their environment: what a product has left. */
export const processesWith = (text: string): readonly string[] =>
  readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    try {
      const [command = '', environment = ''] = ['cmdline', 'environ'].map((file) =>
        readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' '),
      );
      return `${command} ${environment}`.includes(text) ? [`${pid} ${command}`] : [];
    } catch {
      return [];
    }
  });

/** A server on loopback that answers whatever comes first with the same bytes; ended with the test. */
export const answering = async (bytes: Buffer | null): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => bytes && socket.end(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** What PostgreSQL says to a client that it turns away. */
export const turningAway = (sqlState: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};
