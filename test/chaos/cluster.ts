import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#test/support/cli.ts';
import { postgresPrograms, postgresUser } from './needs.ts';

export interface Postgres {
  readonly port: number;
  readonly url: string;
  readonly start: () => Promise<void>;
  /** SIGINT: what is under way is broken off and all is written; SIGQUIT: nothing is. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Holds all its processes, so that it is connected and doesn't answer, and lets them go on. */
  readonly hold: () => void;
  readonly release: () => void;
  readonly query: <Row extends Record<string, unknown>>(text: string, given?: unknown[]) => Promise<Row[]>;
}

const children = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const SETTINGS = `
listen_addresses = '127.0.0.1'
max_connections = 200
shared_buffers = 256MB
wal_keep_size = 1GB
hot_standby = on
logging_collector = off
log_min_messages = warning
`;

const postgresAt = async (folder: string, port: number, logFile: string): Promise<Postgres> => {
  const programs = postgresPrograms() as string;
  const url = `postgres://postgres@127.0.0.1:${port}/kinodex`;
  let child: ChildProcess | undefined;
  const query: Postgres['query'] = async <Row extends Record<string, unknown>>(text: string, given?: unknown[]) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text, given)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const isUp = (): Promise<boolean> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    client.on('error', () => {});
    return client
      .connect()
      .then(() => client.end())
      .then(
        () => true,
        () => false,
      );
  };
  const signalAll = (signal: NodeJS.Signals): void => {
    const pid = child?.pid;
    if (pid === undefined) return;
    // The one that makes others comes first, so that no new one is left out.
    for (const one of [pid, ...children(pid)]) process.kill(one, signal);
  };
  const start = async (): Promise<void> => {
    const out = openSync(logFile, 'a');
    child = spawn(join(programs, 'postgres'), ['-D', folder, '-p', `${port}`, '-k', folder], {
      ...{ stdio: ['ignore', out, out], cwd: '/' },
      ...postgresUser(),
    });
    while (!(await isUp())) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: see ${logFile}`);
      await pause(50);
    }
  };
  const stop: Postgres['stop'] = async (signal = 'SIGINT') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    ...{ port, url, start, stop, query },
    hold: () => signalAll('SIGSTOP'),
    release: () => signalAll('SIGCONT'),
  };
};

/** PostgreSQL of its own in a folder, with a streaming replica. Both run when this resolves. */
export const startCluster = async (
  home: string,
): Promise<{ readonly primary: Postgres; readonly replica: Postgres }> => {
  const programs = postgresPrograms() as string;
  const user = postgresUser();
  const run = (name: string, ...args: string[]): void =>
    void execFileSync(join(programs, name), args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...user });
  const folderFor = (name: string): string => {
    const folder = join(home, name);
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
    return folder;
  };
  const [port, replicaPort] = [await freePort(), await freePort()];
  const primaryFolder = folderFor('primary');
  run('initdb', '-D', primaryFolder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  appendFileSync(join(primaryFolder, 'postgresql.conf'), SETTINGS);
  const primary = await postgresAt(primaryFolder, port, join(home, 'primary.log'));
  await primary.start();
  run('createdb', '-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres', 'kinodex');
  const replicaFolder = folderFor('replica');
  run(
    'pg_basebackup',
    ...['-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres', '-D', replicaFolder, '-R', '-c', 'fast'],
  );
  const replica = await postgresAt(replicaFolder, replicaPort, join(home, 'replica.log'));
  await replica.start();
  return { primary, replica };
};
