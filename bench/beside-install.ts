import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuOf } from './cpu.ts';
import type { Started } from './http-contender.ts';

/** Installs packages that only a benchmark needs, in a folder outside of the project that is kept between runs. */
export const install = (name: string, packages: readonly string[]): string => {
  const folder = join(tmpdir(), 'kinodex-bench', `beside-${name}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{"private":true}');
  console.log(`installing ${packages.join(', ')} into ${folder}`);
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
    cwd: draft,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm did not install ${name}: ${stderr.slice(-1_000)}`);
  renameSync(draft, folder);
  return folder;
};

interface Program {
  readonly folder: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  /** Processor seconds of the database, which works for it. */
  readonly database: () => number;
}
const PATIENCE_MS = 120_000;

/** Starts what was installed with this Node.js, and waits until it answers. */
export const startInstalled = async ({ folder, args, env, port, database }: Program): Promise<Started> => {
  const child = spawn(process.execPath, args, {
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
