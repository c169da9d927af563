import { existsSync } from 'node:fs';
import { realpath, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#server/kernel/problem.ts';
import type { Log } from '../log.ts';
import { isDatabaseAway } from './away.ts';
import { accountOf, takeFromNobody } from './embedded-account.ts';
import { type DiskLimits, type DiskState, defaultLimits, type ReadOnlySwitch, watchDisk } from './embedded-disk.ts';
import {
  AnotherInstance,
  ensureDatabase,
  isAlive,
  isPostmasterOf,
  lockHolder,
  onSocket,
  readOwner,
  readPostmaster,
  type SocketConnection,
} from './embedded-lock.ts';
import { forTables, joinPages, ofMemory, refilled, withHugePages } from './embedded-memory.ts';
import { makePrivate, makeSocketFolder } from './embedded-place.ts';
import { busy, explain, launch, type Plan, type Running } from './embedded-process.ts';
import { copyPrograms } from './embedded-programs.ts';

/**
 * Few connections and one data folder; large imports get room in the write-ahead log and for building indexes. Pages that
 * lie in the database's own memory are read in a quarter of the time that those of the system's take.
 */
const productSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 60,
  shared_buffers: `${forTables()}MB`,
  work_mem: '16MB',
  maintenance_work_mem: `${ofMemory(16, 64, 512)}MB`,
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_level: 'minimal',
  max_wal_senders: 0,
  synchronous_commit: 'on',
  random_page_cost: 1.1,
  autovacuum: 'on',
  dynamic_shared_memory_type: 'mmap',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements are the caller's to report, and their text may hold what must not be in a log.
  log_min_messages: 'log',
  log_line_prefix: '',
  log_checkpoints: 'off',
};

const busyPatience = 30_000;
const ownerPatience = 3_000;
const longestPause = 5_000;
const steadyAfter = 60_000;

export type EmbeddedOptions = {
  /** Folder of the cluster, its lock and its ballast; made when absent. */
  readonly home: string;
  readonly log: Log;
  /** Further or other settings of the server. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Folder of the copies of PostgreSQL's programs, `<home>/programs` unless told. */
  readonly programs?: string;
  readonly disk?: Partial<DiskLimits>;
  /** Whether it stays, not for a command alone: its memory may lie in huge pages, and is filled with what it held before. */
  readonly serves?: boolean;
  /** What can be done was done: from here on the server's process is waited for, or whoever holds the cluster. */
  readonly onStarting?: (() => void) | undefined;
};

export type Embedded = {
  readonly connection: SocketConnection;
  /** The postmaster's; another after each restart. */
  pid(): number;
  disk(): DiskState;
  /** Calls back each time the server ended unasked; it is being started again by then. */
  died(listener: (reason: string) => void): void;
  stop(): Promise<void>;
};

/** What to do about a cluster that is held: fails when by a living product, ends an orphan, otherwise waits a moment. */
const dealWithHolder = async (home: string, since: number): Promise<void> => {
  const waited = Date.now() - since;
  const [postmaster, owner] = await Promise.all([readPostmaster(home), readOwner(home)]);
  const ownerLives = owner !== undefined && owner !== process.pid && isAlive(owner);
  if (postmaster?.ready) {
    const holder = await lockHolder(postmaster.socketFolder).catch((error: unknown) => {
      if (isDatabaseAway(error)) return 'away';
      throw error;
    });
    if (typeof holder === 'number') throw new AnotherInstance(home, holder);
    if (holder === 'unknown') throw new AnotherInstance(home, owner);
    // A product that has just started its server is about to take the lock; a server without one is an orphan.
    if (holder === undefined && !(ownerLives && waited < ownerPatience)) {
      if (!(await isPostmasterOf(home, postmaster.pid)))
        throw new Problem(`the database in ${home} runs in another container or machine; stop it there`);
      process.kill(postmaster.pid, 'SIGINT');
    }
  } else if (ownerLives && waited > ownerPatience) throw new AnotherInstance(home, owner);
  if (waited > busyPatience)
    throw new Problem(
      `the database in ${home} is held by pid ${postmaster?.pid ?? owner}, which does not answer; end that process`,
    );
  await pause(20);
};

const launchOwned = async (plan: Plan): Promise<Running> => {
  const since = Date.now();
  for (;;) {
    plan.stopping.throwIfAborted();
    if (!existsSync(plan.socketFolder)) await makePrivate(plan.socketFolder, plan.account);
    const outcome = await launch(plan);
    if ('lock' in outcome) return outcome;
    if (outcome.code !== busy) {
      // Empty unless it is another's.
      await rmdir(plan.socketFolder).catch(() => {});
      throw new Problem(`the database in ${plan.home} did not start: ${explain(outcome.words)}`);
    }
    await dealWithHolder(plan.home, since);
  }
};

const prepare = async (options: EmbeddedOptions, stopping: AbortSignal): Promise<Plan> => {
  const account = await accountOf(options.home);
  await takeFromNobody(options.home, account);
  await makePrivate(await realpath(options.home).catch(() => options.home), account);
  const home = await realpath(options.home);
  const bin = await copyPrograms(options.programs ?? join(home, 'programs'), account);
  const socketFolder = await makeSocketFolder(home, account);
  return {
    home,
    bin,
    socketFolder,
    account,
    settings: { ...productSettings, ...(options.serves && refilled), ...options.settings },
    log: options.log,
    stopping,
  };
};

/**
 * Starts the product's own PostgreSQL in `home` and keeps it running until `stop`. When this process ends in any way,
 * so does the server. Throws AnotherInstance when a living product holds the cluster.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const { log } = options;
  const stopping = new AbortController();
  const plan = await prepare(options, stopping.signal);
  const { home } = plan;
  if (options.serves) joinPages(home, stopping.signal);
  const launchNow = (): Promise<Running> =>
    options.serves ? withHugePages(home, plan.settings.shared_buffers, () => launchOwned(plan)) : launchOwned(plan);
  const listeners: ((reason: string) => void)[] = [];
  let running: Running;
  let revived: Promise<void> = Promise.resolve();

  const setting = 'default_transaction_read_only';
  const readOnly: ReadOnlySwitch = {
    get: async () => (await running.lock.run(`select current_setting('${setting}') as now`)).rows[0]?.now === 'on',
    set: async (on) => {
      await running.lock.run(`alter system ${on ? `set ${setting} = on` : `reset ${setting}`}`);
      await running.lock.run('select pg_reload_conf()');
    },
  };
  const disk = watchDisk(home, { ...defaultLimits, ...options.disk }, readOnly, log);
  try {
    const launching = launchNow().catch(async (error: unknown) => {
      // Nothing starts on a disk that is full to the last byte. What is another's is not given back.
      if (error instanceof AnotherInstance || !(await disk.giveBack())) throw error;
      return launchNow();
    });
    options.onStarting?.();
    running = await launching;
  } catch (error) {
    disk.stop();
    stopping.abort();
    throw error;
  }

  const revive = async (firstPause: number): Promise<void> => {
    let told = '';
    for (let wait = firstPause; !stopping.signal.aborted; wait = Math.min(Math.max(wait * 2, 100), longestPause)) {
      try {
        await pause(wait, undefined, { signal: stopping.signal });
        await disk.giveBack();
        running = await launchNow();
        supervise(wait);
        log.info('the database runs again');
        await disk.check();
        return;
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        // Once for as long as it is the same.
        if (!stopping.signal.aborted && words !== told) log.error(words);
        told = words;
      }
    }
  };
  const supervise = (lastPause: number): void => {
    const { ended, lock } = running;
    const began = Date.now();
    void ended.then(async ({ code, words }) => {
      if (stopping.signal.aborted) return;
      const reason = `the database ended unasked (code ${code})${words ? `: ${words}` : ''}`;
      log.error(`${reason}; starting it again`);
      for (const listener of listeners) listener(reason);
      revived = lock.release().then(() => revive(Date.now() - began > steadyAfter ? 0 : lastPause));
    });
  };
  supervise(0);

  const stop = async (): Promise<void> => {
    disk.stop();
    stopping.abort();
    await revived;
    await running.stop();
  };
  try {
    await disk.check();
    await ensureDatabase(running.lock);
  } catch (error) {
    await stop();
    throw error;
  }
  log.info(`PostgreSQL runs in ${home} (pid ${running.pid})`);
  return {
    connection: onSocket(plan.socketFolder),
    pid: () => running.pid,
    disk: disk.state,
    died: (listener) => listeners.push(listener),
    stop,
  };
};

/** The connection settings of the server that runs in `home` already, or undefined when none answers. Takes no lock. */
export const attachEmbedded = async (home: string): Promise<SocketConnection | undefined> => {
  const postmaster = await readPostmaster(await realpath(home).catch(() => home));
  if (!postmaster?.ready) return undefined;
  try {
    const holder = await lockHolder(postmaster.socketFolder);
    return holder === undefined ? undefined : onSocket(postmaster.socketFolder);
  } catch (error) {
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
};
