import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#test/support/cli.ts';
import { childrenOf } from './cpu.ts';

const LAUNCHER = join(import.meta.dirname, '..', 'kinodex.mjs');

/** What a reader asks for while the catalogue is imported: titles of the embedded catalogue and searches over all. */
const ASKED = ['movie/tt0068646?include=actors,akas', 'movie/tt0903747', 'search?q=godfather', 'discover?genre=Drama'];
const PACE_MS = 20;

export interface Product {
  /** Where its API is. */
  readonly origin: string;
  /** The process that serves. */
  readonly pid: () => number;
  /** Bytes of memory that it holds at this moment. */
  readonly memory: () => number;
  /** Runs a command of the product; `onLine` hears what it tells while it works. Answers what it printed at the end. */
  readonly command: (args: readonly string[], onLine?: (line: string) => void) => Promise<string>;
  /** Asks one thing after the other until it is told to stop; answers how long the answers took, in ms, and how many failed. */
  readonly readers: () => () => Promise<{ readonly times: readonly number[]; readonly failed: number }>;
  readonly stop: () => Promise<void>;
}

const stopped = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
};

/** What serves is a child of the launcher, which installs and builds. */
const serverOf = (launcher: number): number => childrenOf(launcher)[0] ?? Number.NaN;

const memoryOf = (server: number): number => {
  const [, kilobytes = ''] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
};

/** Runs a command of the product, of this version or another, in an environment; `onLine` hears of what it tells. Answers what it printed. */
export const runCommand = async (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void = () => {},
  launcher = LAUNCHER,
): Promise<string> => {
  const run = spawn(process.execPath, [launcher, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  run.stdout.on('data', (text: Buffer) => {
    printed += text;
  });
  let told = '';
  createInterface({ input: run.stderr }).on('line', (line) => {
    told = line;
    onLine(line);
  });
  const [code] = await once(run, 'exit');
  if (code !== 0) throw new Error(`kinodex ${args.join(' ')} ended with ${code}: ${told}`);
  return printed;
};

/** The product as a user starts it, with its data in a folder of its own: it has the embedded catalogue and answers. */
export const startProduct = async (dataFolder: string): Promise<Product> => {
  const port = await freePort();
  const env = { ...process.env, KINODEX_DATA: dataFolder, PORT: String(port), LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [LAUNCHER, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const origin = `http://127.0.0.1:${port}`;
  const api = `${origin}/api/v1`;
  while (!(await fetch(`${api}/health`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('the product did not start');
    await pause(50);
  }

  const command: Product['command'] = (args, onLine) => runCommand(args, env, onLine);

  const token = (await command(['token', 'create', '--email', 'reader@example.org', '--requests', '1000000'])).trim();
  const readers: Product['readers'] = () => {
    let reading = true;
    const times: number[] = [];
    let failed = 0;
    const read = async (): Promise<void> => {
      for (let n = 0; reading; n += 1) {
        const began = performance.now();
        const answer = await fetch(`${api}/${ASKED[n % ASKED.length]}`, {
          headers: { Authorization: `Bearer ${token.trim()}` },
        })
          .then(async (response) => {
            await response.arrayBuffer();
            return response.ok;
          })
          .catch(() => false);
        if (!answer) failed += 1;
        times.push(performance.now() - began);
        await pause(PACE_MS);
      }
    };
    const done = read();
    return async () => {
      reading = false;
      await done;
      return { times, failed };
    };
  };

  const pid = (): number => serverOf(child.pid ?? 0);
  return { origin, pid, memory: () => memoryOf(pid()), command, readers, stop: () => stopped(child) };
};
