import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { type ConnectionSettings, clientConfig, sever } from './pool.ts';

/** Ms: between two heartbeats, for their answer, and between two tries to be present again. */
export interface PresenceTimes {
  readonly beat: number;
  readonly patience: number;
  readonly again: number;
}

const TIMES: PresenceTimes = { beat: 5_000, patience: 10_000, again: 500 };
const LARGEST_KEY = 2_147_483_647;

/** The server notices within 25 s that the machine of a connection is gone. */
const KEEPALIVE = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

export interface Presence {
  /** What this node is known by now; null while the database does not know it. */
  readonly key: () => number | null;
  readonly stop: () => Promise<void>;
}

interface Options {
  readonly connection: ConnectionSettings;
  /** The first key of the locks. */
  readonly lock: number;
  readonly log: Log;
  /** It is present under another key from now on; nobody knows it by the last one any more. */
  readonly onChange: () => void;
  readonly times?: PresenceTimes;
}

/**
 * Holds a lock over a connection of its own for as long as this process lives, which says so to the others without a clock:
 * the lock is gone with the process, with its machine, and with the connection. Each connection takes another key.
 */
export const takePresence = async ({ connection, lock, log, onChange, times = TIMES }: Options): Promise<Presence> => {
  const ended = new AbortController();
  let current: { readonly client: pg.Client; readonly key: number; beat?: NodeJS.Timeout } | undefined;
  let returning = Promise.resolve();

  const take = async (): Promise<void> => {
    const client = new pg.Client({ ...clientConfig(connection), query_timeout: times.patience });
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    try {
      await client.connect();
      await client.query(KEEPALIVE);
      for (;;) {
        const key = randomInt(1, LARGEST_KEY);
        const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
          lock,
          key,
        ]);
        if (!rows[0]?.taken) continue;
        current = { client, key };
        break;
      }
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    beat(client);
  };

  const beat = (client: pg.Client): void => {
    if (current?.client !== client) return;
    current.beat = setTimeout(() => {
      client.query('select 1').then(
        () => beat(client),
        () => lose(client),
      );
    }, times.beat).unref();
  };

  const lose = (client: pg.Client): void => {
    if (current?.client !== client || ended.signal.aborted) return;
    clearTimeout(current.beat);
    current = undefined;
    sever(client);
    log.warn('the database does not know this node any more; the tasks that it was executing end');
    onChange();
    returning = comeBack();
  };

  const comeBack = async (): Promise<void> => {
    while (!ended.signal.aborted && !current) {
      await pause(times.again, undefined, { signal: ended.signal }).catch(() => {});
      if (!ended.signal.aborted) await take().then(onChange, () => {});
    }
  };

  await take();
  return {
    key: () => current?.key ?? null,
    stop: async () => {
      ended.abort();
      await returning;
      clearTimeout(current?.beat);
      await current?.client.end().catch(() => {});
    },
  };
};

/** Nodes whose lock is held, by their keys, as a condition of a statement: `node` is a column. */
export const isPresent = (lock: number, node: string): string =>
  `exists (select 1 from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = ${lock}
    and l.objid = ${node} and l.database = (select oid from pg_database where datname = current_database()))`;

/** Ends the connections of nodes that are there and have said nothing for longer than `$1` ms: a process that was stopped. */
export const CUT_OFF_SILENT = `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = $1
    and l.database = (select oid from pg_database where datname = current_database())
    and a.state_change < clock_timestamp() - $2 * interval '1 millisecond'`;
