import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './cli.ts';
import { PATIENCE } from './patience.ts';

/** The newest PostgreSQL here that has what a replica is made with; the embedded one does not. */
export const PROGRAMS = globSync('/usr/lib/postgresql/*/bin')
  .filter((folder) => ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))))
  .toSorted((a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4]))[0];

/** What the names of tests end with that need a PostgreSQL with a replica; empty where both can be started. */
export const noReplica = PROGRAMS ? '' : ' (skipped: no PostgreSQL with pg_basebackup)';

const SETTINGS = `
listen_addresses = '127.0.0.1'
fsync = off
shared_buffers = 32MB
max_connections = 60
wal_keep_size = 256MB
log_min_messages = warning
`;

export interface PrivatePostgres {
  readonly port: number;
  readonly url: string;
  readonly query: <Row extends Record<string, unknown>>(text: string, given?: unknown[]) => Promise<Row[]>;
  readonly start: () => Promise<void>;
  /** Ends it at once, its connections with it, or with SIGINT once all is written; `start` begins it again. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Holds it and its connections, so that it takes questions and answers none, until it is released. */
  readonly hold: () => void;
  readonly release: () => void;
}

export interface Replicated {
  readonly primary: PrivatePostgres;
  /** Streams from the primary, and reads only. */
  readonly replica: PrivatePostgres;
  /** Resolves once the replica has all that the primary has. */
  readonly caughtUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** PostgreSQL refuses root: who that is runs it as the user of the package. */
const account = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};

const serverIn = (programs: string, folder: string, port: number): PrivatePostgres => {
  const url = `postgres://postgres@127.0.0.1:${port}/kinodex`;
  let child: ChildProcess | undefined;
  const query: PrivatePostgres['query'] = async <Row extends Record<string, unknown>>(
    text: string,
    given?: unknown[],
  ) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    return client
      .query<Row>(text, given)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };
  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  const signalAll = (name: NodeJS.Signals): void => {
    const pid = child?.pid;
    if (pid === undefined) return;
    // It fails where there are none, as after an interrupt that all of them have heard.
    const list = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout;
    // The one that makes others comes first, so that no new one is left out.
    for (const one of [pid, ...list.split('\n').map(Number)]) {
      try {
        if (one > 0) process.kill(one, name);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  return {
    ...{ port, url, query },
    start: async () => {
      child = spawn(join(programs, 'postgres'), ['-D', folder, '-p', String(port), '-k', folder], {
        ...{ stdio: 'ignore', cwd: '/' },
        ...account(),
      });
      const began = performance.now();
      while (!(await answers())) {
        if (child.exitCode !== null || performance.now() - began > PATIENCE)
          throw new Error(`the PostgreSQL in ${folder} does not start`);
        await pause(25);
      }
    },
    stop: async (signal = 'SIGQUIT') => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
    hold: () => signalAll('SIGSTOP'),
    release: () => signalAll('SIGCONT'),
  };
};

/**
 * A PostgreSQL of its own, in a folder of its own, with a database and a streaming replica. Null where there is none.
 * `settings` come after those of tests, which need speed, not durability.
 */
export const startReplicated = async (settings = ''): Promise<Replicated | null> => {
  const programs = PROGRAMS;
  if (programs === undefined) return null;
  const user = account();
  const home = mkdtempSync(join(tmpdir(), 'kinodex-pg-'));
  const own = (folder: string): string => {
    if (user) chownSync(folder, user.uid, user.gid);
    return folder;
  };
  own(home);
  const folderOf = (name: string): string => {
    const folder = join(home, name);
    mkdirSync(folder, { mode: 0o700 });
    return own(folder);
  };
  const run = (name: string, ...args: readonly string[]): void =>
    void execFileSync(join(programs, name), args, { cwd: '/', stdio: 'ignore', ...user });

  const folder = folderOf('primary');
  run('initdb', '-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync');
  appendFileSync(join(folder, 'postgresql.conf'), SETTINGS + settings);
  const primary = serverIn(programs, folder, await freePort());
  const copy = folderOf('replica');
  const replica = serverIn(programs, copy, await freePort());
  const close = async (): Promise<void> => {
    replica.release();
    primary.release();
    await replica.stop();
    await primary.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await primary.start();
    const at = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
    run('createdb', ...at, 'kinodex');
    run('pg_basebackup', ...at, '-D', copy, '-R', '-c', 'fast', '--no-sync');
    await replica.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    primary,
    replica,
    caughtUp: async () => {
      const [now] = await primary.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at');
      const began = performance.now();
      const isThere = async (): Promise<boolean> =>
        (await replica.query<{ is: boolean }>(`select pg_last_wal_replay_lsn() >= '${now?.at}' as is`))[0]?.is === true;
      while (!(await isThere())) {
        if (performance.now() - began > PATIENCE) throw new Error('the replica does not catch up');
        await pause(10);
      }
    },
    close,
  };
};
