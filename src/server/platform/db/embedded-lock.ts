import { readFileSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Problem } from '#server/kernel/problem.ts';
import { LOCKS } from './locks.ts';
import { clientConfig } from './pool.ts';

/** The part of the cluster's folder that names the major version; another one lies beside it. */
export const major = '18';

/** Another product, or tool, runs on the same data folder. */
export class AnotherInstance extends Problem {
  override readonly name = 'AnotherInstance';
  readonly pid: number | undefined;
  constructor(home: string, pid: number | undefined) {
    super(
      `another instance of Kinodex${pid ? ` (pid ${pid})` : ''} uses the database in ${home}; ` +
        'stop that one, or set KINODEX_DATA to another folder',
    );
    this.pid = pid;
  }
}

export type SocketConnection = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
};

const user = 'kinodex';
const port = 5432;
const holderName = 'kinodex, pid ';

/** Settings for a database of the embedded server whose socket lies in the folder. */
export const onSocket = (host: string, database = 'kinodex'): SocketConnection => ({ host, port, user, database });

/** What `postmaster.pid` says about a running server. */
export type Postmaster = { readonly pid: number; readonly socketFolder: string; readonly ready: boolean };

/** The lines of `postmaster.pid`: pid, data folder, start time, port, socket folder, …, and as the eighth the state. */
export const parsePostmaster = (text: string): Postmaster | undefined => {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  const socketFolder = lines[4];
  if (!Number.isInteger(pid) || pid <= 0 || !socketFolder) return undefined;
  return { pid, socketFolder, ready: lines[7] === 'ready' };
};

/** The running server of a cluster, or undefined. Throws when the folder is another user's. */
export const readPostmaster = async (home: string): Promise<Postmaster | undefined> => {
  try {
    return parsePostmaster(await readFile(join(home, major, 'postmaster.pid'), 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'EACCES')
      throw new Problem(
        `${home} belongs to another user; run this as that user or as root, or set KINODEX_DATA to another folder`,
        { cause: error },
      );
    throw error;
  }
};

/** The pid of the product that started the cluster's watchdog last. */
export const readOwner = async (home: string): Promise<number | undefined> => {
  const pid = Number(await readFile(join(home, 'owner'), 'utf8').catch(() => ''));
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
};

/** Whether a process still runs; one that has ended but was not collected by its parent does not count. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !['Z', 'X'].includes(stat.charAt(stat.lastIndexOf(')') + 2));
  } catch {
    return process.platform !== 'linux';
  }
};

/** Whether the pid is really the postmaster of this cluster, as far as the machine tells. */
export const isPostmasterOf = async (home: string, pid: number): Promise<boolean> => {
  if (process.platform !== 'linux') return isAlive(pid);
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === join(home, major);
};

const connect = async (socketFolder: string, name: string): Promise<pg.Client> => {
  const client = new pg.Client({
    ...clientConfig(onSocket(socketFolder, 'postgres')),
    application_name: name,
    query_timeout: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
};

const holders = `
  select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${LOCKS.product}
    and l.database = (select oid from pg_database where datname = 'postgres')`;

/** Who holds lock 1 of the server: its pid, `unknown`, or undefined when nobody does. Throws when it cannot be asked. */
export const lockHolder = async (socketFolder: string): Promise<number | 'unknown' | undefined> => {
  const client = await connect(socketFolder, 'kinodex asks for the owner');
  try {
    const [holder] = (await client.query<{ name: string }>(holders)).rows;
    if (!holder) return undefined;
    return Number(holder.name.slice(holderName.length)) || 'unknown';
  } finally {
    client.end().catch(() => {});
  }
};

const takeLock = async (home: string, socketFolder: string): Promise<pg.Client> => {
  const client = await connect(socketFolder, `${holderName}${process.pid}`);
  try {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCKS.product}) as taken`);
    if (rows[0]?.taken) return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
  const holder = await lockHolder(socketFolder).finally(() => client.end().catch(() => {}));
  throw new AnotherInstance(home, typeof holder === 'number' ? holder : undefined);
};

/** Lock 1, held by a connection which also carries the supervisor's own statements. */
export type HeldLock = {
  run(statement: string): Promise<pg.QueryResult<Record<string, unknown>>>;
  release(): Promise<void>;
};

/** Takes lock 1 for as long as the product lives, and again should its connection break. Throws AnotherInstance. */
export const holdLock = async (home: string, socketFolder: string): Promise<HeldLock> => {
  const released = new AbortController();
  const keep = (taken: pg.Client): pg.Client => taken.once('end', () => void retake());
  const retake = async (): Promise<void> => {
    while (!released.signal.aborted) {
      try {
        await pause(50, undefined, { signal: released.signal });
        client = keep(await takeLock(home, socketFolder));
        return;
      } catch {
        // The server is on its way down, or the old connection is not gone yet: both end by themselves.
      }
    }
  };
  let client = keep(await takeLock(home, socketFolder));
  return {
    run: (statement) => client.query(statement),
    release: async () => {
      released.abort();
      await client.end().catch(() => {});
    },
  };
};

/** Makes the product's own database on the first start. */
export const ensureDatabase = async (lock: HeldLock): Promise<void> => {
  const { rowCount } = await lock.run("select from pg_database where datname = 'kinodex'");
  if (!rowCount) await lock.run('create database kinodex');
};
