import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/platform/db/database.ts';
import { cpuOf } from './cpu.ts';
import type { Started } from './http-contender.ts';

/** Installs packages that only a benchmark needs, in a folder outside of the project that is kept between runs. */
export const install = (name: string, packages: readonly string[], env: NodeJS.ProcessEnv = {}): string => {
  const folder = join(tmpdir(), 'kinodex-bench', `beside-${name}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{"private":true}');
  console.log(`installing ${packages.join(', ')} into ${folder}`);
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
    cwd: draft,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm did not install ${name}: ${stderr.slice(-1_000)}`);
  renameSync(draft, folder);
  return folder;
};

/** Runs statements one after the other, each for as long as it takes. */
export const inTurn = async (db: Database, statements: readonly string[]): Promise<void> => {
  const client = await db.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const text of statements) await client.query(text);
  } finally {
    client.release(true);
  }
};

interface Program {
  readonly folder: string;
  /** The Node.js that runs it; this one where none is named. */
  readonly node?: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  /** Processor seconds of the database, which works for it. */
  readonly database: () => number;
}
const PATIENCE_MS = 120_000;

/** Starts what was installed, and waits until it answers. */
export const startInstalled = async (program: Program): Promise<Started> => {
  const { folder, node = process.execPath, args, env, port, database } = program;
  const child = spawn(node, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const until = performance.now() + PATIENCE_MS;
  while ((await fetch(`http://127.0.0.1:${port}`).catch(() => null)) === null) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`${args.join(' ')} did not start`);
    }
    await pause(100);
  }
  return {
    port,
    stats: async () => ({ cpu: (cpuOf(child.pid ?? 0) + database()) * 1e6, statements: Number.NaN }),
    stop: () => void child.kill('SIGTERM'),
  };
};
