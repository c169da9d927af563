/**
 * From a fresh clone to the first answer, and again: `node bench/start.ts` with Node.js 24. Prints seconds, the memory of
 * the server at rest, and both against what a bare `node:http` server in the same run needs. Where a PostgreSQL answers that
 * tests would use, also how long a start on a database of it takes that has its tables.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectionTo, findExternalServer, onServer } from '#test/support/server.ts';

const ROOT = join(import.meta.dirname, '..');
const REST_MS = 5_000;
const DATABASE = `kinodex_bench_start_${process.pid}`;
const port = Number(process.env.PORT ?? 18_080);

const bare = `require('node:http').createServer((q, r) => r.end('{}')).listen(${port}, '127.0.0.1')`;

const until = async (url: string): Promise<number> => {
  const started = performance.now();
  for (;;) {
    try {
      if ((await fetch(url)).ok) return performance.now() - started;
    } catch {
      await pause(10);
    }
  }
};

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const stat = readFileSync(`/proc/${candidate}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
const rssOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** The Node.js process that serves, somewhere below npm. */
const server = (pid: number): number => {
  for (const child of childrenOf(pid)) {
    const found = /\bmain\.(?:ts|js)\b/.test(commandOf(child)) ? child : server(child);
    if (found) return found;
  }
  return 0;
};

const stop = async (child: ChildProcess): Promise<number> => {
  const started = performance.now();
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
  return performance.now() - started;
};

const measured = async (
  command: string,
  args: string[],
  cwd: string,
  url: string,
  settings: NodeJS.ProcessEnv = {},
) => {
  const env = { ...process.env, PORT: String(port), ...settings };
  const child = spawn(command, args, { cwd, stdio: 'ignore', env });
  const firstAnswerMs = await until(url);
  await pause(REST_MS);
  const rssMb = rssOf(command === 'npm' ? server(child.pid ?? 0) : (child.pid ?? 0));
  return { firstAnswerMs, rssMb, stopMs: await stop(child) };
};

/** A second start on a database of a PostgreSQL that runs. */
const onExternal = async (url: string, clone: string, health: string) => {
  const server = { address: { url } };
  await onServer(server, (client) => client.query(`create database ${DATABASE}`));
  try {
    const connection = connectionTo(server, DATABASE);
    const settings = {
      DATABASE_URL: 'connectionString' in connection ? connection.connectionString : undefined,
      KINODEX_DATA: join(clone, '..', 'external'),
    };
    await measured('npm', ['start'], clone, health, settings);
    return await measured('npm', ['start'], clone, health, settings);
  } finally {
    await onServer(server, (client) => client.query(`drop database ${DATABASE} with (force)`));
  }
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const home = mkdtempSync(join(tmpdir(), 'kinodex-start-'));
try {
  const clone = join(home, 'clone');
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  const health = `http://127.0.0.1:${port}/api/v1/health`;
  const plain = await measured(process.execPath, ['-e', bare], home, `http://127.0.0.1:${port}/`);
  const first = await measured('npm', ['start'], clone, health);
  const second = await measured('npm', ['start'], clone, health);
  console.log(
    `bare node:http        first answer ${seconds(plain.firstAnswerMs)}, ${plain.rssMb.toFixed(0)} MB at rest`,
  );
  console.log(
    `npm start, fresh clone first answer ${seconds(first.firstAnswerMs)}, ${first.rssMb.toFixed(0)} MB at rest, stopped in ${seconds(first.stopMs)}`,
  );
  console.log(
    `npm start, again       first answer ${seconds(second.firstAnswerMs)}, ${second.rssMb.toFixed(0)} MB at rest, stopped in ${seconds(second.stopMs)}`,
  );
  const url = await findExternalServer();
  if (url === null) console.log('skipped: no PostgreSQL');
  else {
    const { firstAnswerMs, rssMb } = await onExternal(url, clone, health);
    console.log(`npm start, PostgreSQL  first answer ${seconds(firstAnswerMs)}, ${rssMb.toFixed(0)} MB at rest`);
  }
  console.log(
    `memory against bare    ${(second.rssMb / plain.rssMb).toFixed(2)} x; start against bare ${(second.firstAnswerMs / plain.firstAnswerMs).toFixed(1)} x`,
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
