import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { isDatabaseAway } from './away.ts';
import type { Account } from './embedded-account.ts';
import { type HeldLock, holdLock, isPostmasterOf, major, readPostmaster } from './embedded-lock.ts';

/** sh -c watchdog sh <cluster> <bin> <socket folder> <our pid> -c k=v …
 * fd 9 carries the lock and is inherited by every postgres process, so it is free only when the last of them is gone.
 * fd 3 is our pipe: its end, for whatever reason, is a fast shutdown.
 * A socket folder that is gone was taken away by the last holder at its end: the next try makes it anew.
 * Who may come in is written at each start, so that it holds for clusters of earlier versions too: root, which can do
 * anything here, and the user that the server runs as. */
const watchdog = `
exec 3<&0 </dev/null 9>>"$1/lock"
if command -v flock >/dev/null; then flock -n 9 || exit 75; rm -f "$1/${major}/postmaster.pid" "$3"/.s.PGSQL.*; fi
[ -d "$3" ] || exit 75
echo "$4" 2>/dev/null >"$1/owner"
echo locked
exec >/dev/null
if [ ! -f "$1/${major}/PG_VERSION" ]; then
  rm -rf "$1/${major}" "$1/draft"
  "$2/initdb" -D "$1/draft" -U kinodex -E UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 \
    --auth-local=peer --auth-host=reject >/dev/null || exit 1
  mv "$1/draft" "$1/${major}"
fi
umask 077
keep() { [ "$(cat "$1" 2>/dev/null)" = "$2" ] || printf '%s\\n' "$2" >"$1" || exit 1; }
keep "$1/hba.conf" 'local all kinodex peer map=kinodex'
keep "$1/ident.conf" "kinodex root kinodex
kinodex \\"$(id -un)\\" kinodex"
cluster=$1; bin=$2; shift 4
"$bin/postgres" -D "$cluster/${major}" "$@" 3<&- &
p=$!
(cat >/dev/null; kill -INT $p) <&3 3<&- 9>&- 2>/dev/null &
exec 3<&-
wait $p`;

/** The exit code of the watchdog when another one holds the cluster. */
export const busy = 75;

const fastPatience = 6_000;
const keptLines = 8;

export type Plan = {
  readonly home: string;
  readonly bin: string;
  readonly socketFolder: string;
  readonly account: Account | null;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly log: Log;
  /** Ends a start that is still under way. */
  readonly stopping: AbortSignal;
};

/** How a server ended: the exit code of its watchdog and the server's last words. */
export type Ending = { readonly code: number | null; readonly words: string };

export type Running = {
  readonly pid: number;
  readonly lock: HeldLock;
  readonly ended: Promise<Ending>;
  stop(): Promise<void>;
};

/** What it says to each connection while it comes or goes; that it does is told once, by whoever looks after it. */
const EACH_CONNECTION = /the database system is |terminating connection |connection to client lost/;

/** Sends the server's words to the log and keeps the last of them. */
const hear = (child: ChildProcess, log: Log): (() => string) => {
  const lines: string[] = [];
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      if (line.trim() === '') continue;
      lines.push(line.trim());
      if (lines.length > keptLines) lines.shift();
      if (/^(PANIC|FATAL):/.test(line) && !EACH_CONNECTION.test(line)) log.warn(`postgres: ${line}`);
      else log.debug(`postgres: ${line}`);
    }
  });
  return () => {
    const said = [...lines, rest.trim()].filter((line) => line !== '');
    const grave = said.filter((line) => !/^(LOG|HINT|DETAIL|CONTEXT|STATEMENT):/.test(line));
    return (grave.length > 0 ? grave : said).join(' | ');
  };
};

const placesOf = ({ home, socketFolder }: Plan) => ({
  unix_socket_directories: socketFolder,
  hba_file: `${home}/hba.conf`,
  ident_file: `${home}/ident.conf`,
});

const start = (plan: Plan): ChildProcess =>
  spawn(
    '/bin/sh',
    [
      ...['-c', watchdog, 'sh', plan.home, plan.bin, plan.socketFolder, String(process.pid)],
      ...Object.entries({ ...plan.settings, ...placesOf(plan) }).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    // A session of its own keeps Ctrl-C from the server, which must outlive the requests being drained.
    {
      ...plan.account,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    },
  );

const untilReady = async (
  plan: Plan,
  hasEnded: () => boolean,
): Promise<{ pid: number; lock: HeldLock } | undefined> => {
  const began = Date.now();
  let told = 0;
  while (!hasEnded()) {
    const postmaster = await readPostmaster(plan.home);
    if (postmaster?.ready && postmaster.socketFolder === plan.socketFolder) {
      try {
        return { pid: postmaster.pid, lock: await holdLock(plan.home, plan.socketFolder) };
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
      }
    }
    const seconds = Math.floor((Date.now() - began) / 5_000) * 5;
    if (seconds > told)
      plan.log.info(`the database is still starting after ${seconds} s; it may be recovering from a crash`);
    told = seconds;
    await pause(5);
  }
  return undefined;
};

/** Starts the watchdog and with it the server. Resolves with the running server, or with how it ended instead. */
export const launch = async (plan: Plan): Promise<Running | Ending> => {
  const child = start(plan);
  const words = hear(child, plan.log);
  child.stdin?.on('error', () => {});
  let hasEnded = false;
  const ended: Promise<Ending> = new Promise((resolve) => {
    const end = (code: number | null, more = ''): void => {
      hasEnded = true;
      // Also when only the shell died: its helper still hears the pipe and ends the server.
      child.stdin?.destroy();
      resolve({ code, words: [words(), more].filter(Boolean).join(' | ') });
    };
    child.once('error', (error) => end(null, error.message));
    // The last words may arrive just after the exit.
    child.once('exit', (code) => setImmediate(end, code));
  });
  const locked = await Promise.race([ended, child.stdout ? once(child.stdout, 'data') : ended]);
  if ('code' in locked) return locked;
  const stopChild = async (): Promise<void> => {
    // While the server still holds the cluster, so that it cannot be the next one's.
    if (!hasEnded) await rm(plan.socketFolder, { recursive: true, force: true }).catch(() => {});
    child.stdin?.end();
    const impatience = setTimeout(async () => {
      const postmaster = await readPostmaster(plan.home).catch(() => undefined);
      if (!postmaster || !(await isPostmasterOf(plan.home, postmaster.pid))) return;
      plan.log.warn('the database does not end by itself; it will be cut off and recover at the next start');
      process.kill(postmaster.pid, 'SIGQUIT');
    }, fastPatience);
    await ended;
    clearTimeout(impatience);
  };
  const giveUp = (): void => void child.stdin?.end();
  plan.stopping.addEventListener('abort', giveUp, { once: true });
  try {
    const ready = await untilReady(plan, () => hasEnded);
    if (!ready) return await ended;
    const stop = async (): Promise<void> => {
      await ready.lock.release();
      await stopChild();
    };
    return { ...ready, ended, stop };
  } catch (error) {
    await stopChild();
    throw error;
  } finally {
    plan.stopping.removeEventListener('abort', giveUp);
  }
};

/** What a server said that did not start, in one line, with the remedy where it is known. */
export const explain = (told: string): string => {
  const words = told
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('; ');
  if (words.includes('No space left on device')) return `its disk is full; make room there (${words})`;
  if (words.includes('could not look up effective user ID'))
    return `${words} (this user has no name here; set DATABASE_URL to a PostgreSQL server)`;
  return `${words === '' ? 'it said nothing' : words}; mend that, or set KINODEX_DATA to another folder`;
};
