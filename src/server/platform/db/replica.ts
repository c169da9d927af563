import pg from 'pg';
import type { Log } from '../log.ts';
import { codeOf, DatabaseSilent, isDatabaseAway } from './away.ts';
import { bounded, type Database, type Executor, transactionOn } from './database.ts';
import { type ConnectionSettings, clientConfig, createPool, failWaiting, hurry, sever } from './pool.ts';
import { LATE, within } from './pulse.ts';
import type { Said } from './replica.rules.ts';

/** What reads that may lag are asked of: the database, or a copy of it. */
export type Reads = Pick<Database, 'query' | 'transaction'>;

/** What copies of one database have in common, and nothing else. */
const IDENTITY = `select system_identifier || '/' || (select oid from pg_database where datname = current_database())
                    from pg_control_system()`;

/** How far the primary has written. A page that holds nothing but its header has nothing that could be replayed. */
export const readPrimary = async (db: Executor): Promise<{ readonly identity: string; readonly at: number }> => {
  const { rows } = await db.query<{ identity: string; at: number }>(
    `select (${IDENTITY}) as identity, (at - case when at % size <= 40 then at % size else 0 end)::float8 as at
       from (select pg_current_wal_insert_lsn() - '0/0' as at, current_setting('wal_block_size')::numeric as size) as log`,
  );
  return rows[0] as { identity: string; at: number };
};

const readReplica = async (db: Pick<pg.Client, 'query'>): Promise<Said> => {
  const { rows } = await db.query<Said>(
    `select (${IDENTITY}) as identity, pg_is_in_recovery() as "isReplica",
            coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::float8 as replayed`,
  );
  return rows[0] as Said;
};

/** What a replica refuses and the primary need not: what it replays has overtaken a read, or it takes no such statement. */
const ONLY_HERE = new Set(['40001', '40P01', '57P04', '25006']);

/** Whether a read that a replica failed may succeed at the primary. */
export const isForPrimary = (error: unknown): boolean => isDatabaseAway(error) || ONLY_HERE.has(codeOf(error) ?? '');

interface Options {
  readonly connection: ConnectionSettings;
  readonly poolSize: number;
  readonly log: Log;
  /** Ms for an answer to `look`. */
  readonly patience: number;
}

/** One server of copies. Opens nothing before it is first looked at. */
export const openReplica = ({ connection, poolSize, log, patience }: Options) => {
  const pool = createPool(connection, poolSize, log);
  hurry(pool);
  const opened = new Set<pg.PoolClient>();
  pool.on('connect', (client) => opened.add(client));
  pool.on('remove', (client) => opened.delete(client));
  let watching: pg.Client | undefined;

  const drop = (): void => {
    if (watching) sever(watching);
    watching = undefined;
  };
  const ask = async (): Promise<Said> => {
    if (!watching) {
      watching = new pg.Client(clientConfig(connection));
      watching.on('error', () => {});
      await watching.connect();
    }
    return readReplica(watching);
  };
  const query: Reads['query'] = (text, values) => pool.query(bounded(text, values));
  return {
    reads: { query, transaction: transactionOn(pool) } satisfies Reads,
    /** What it says of itself; null: nothing in time. What waits for one that is silent fails then. */
    look: async (): Promise<Said | null> => {
      const asking = ask();
      asking.catch(() => {});
      const said = await within(asking, patience).catch(() => null);
      if (said !== null && said !== LATE) return said;
      drop();
      if (said === LATE) {
        failWaiting(pool, new DatabaseSilent());
        opened.forEach(sever);
      }
      return null;
    },
    close: async (): Promise<void> => {
      drop();
      await pool.end();
    },
  };
};

export type Replica = ReturnType<typeof openReplica>;
