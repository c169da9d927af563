import type pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseSilent, isDatabaseAway, isDiskFull } from './away.ts';
import type { DiskState } from './embedded-disk.ts';
import { type ConnectionSettings, createPool, failWaiting, hurry, sever } from './pool.ts';
import { type Pulse, type PulseTimes, takePulse } from './pulse.ts';

type Statement = string | pg.QueryConfig<unknown[]>;

/** Anything that runs a statement: the database, its pool or a transaction. Every store method takes one. */
export type Executor = {
  query<Row extends pg.QueryResultRow = Record<string, unknown>>(
    query: Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
};

/** One connection inside `begin` and `commit`. */
export type Transaction = pg.PoolClient;

export type Database = Executor & {
  readonly pool: pg.Pool;
  readonly kind: 'embedded' | 'server';
  /** Where the data lies, for people: a folder, or an address without its password. */
  readonly place: string;
  readonly connection: ConnectionSettings;
  /**
   * Commits what `work` did when it resolves, takes it back when it fails. Never use the pool or the network within.
   * `settings`: statements `set local`, sent together with its beginning.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, settings?: string): Promise<Result>;
  /** The same database for small writes without which nobody is served: they go on while the disk is low. */
  readonly necessary: Pick<Database, 'query' | 'transaction'>;
  /** Whether a statement is answered within 2 s. */
  health(): Promise<boolean>;
  /** How much room the embedded server has; of a server elsewhere nothing is known. */
  disk(): DiskState;
  /** The database's time where this process serves, else this node's. */
  now(): Date;
  /** From now on whoever waits for a connection gives up after 2 s, as requests must; until then it is 10 s. */
  hurry(): void;
  close(): Promise<void>;
};

export type WatchedDatabase = Database & {
  /** Begins to watch whether the database answers, and what its clock says. */
  watch(times?: Partial<PulseTimes>): Promise<void>;
};

const healthPatience = 2_000;
/** Milliseconds after which a statement's connection is given up: the server would have ended it by then. */
const statementPatience = 12_000;

/** Runs work in transactions on connections of a pool. */
export const transactionOn =
  (pool: pg.Pool, begin: () => 'begin' | 'begin read write' = () => 'begin'): Database['transaction'] =>
  async (work, settings) => {
    const tx = await pool.connect();
    let broken = false;
    try {
      await tx.query(settings === undefined ? begin() : `${begin()};${settings}`);
      const result = await work(tx);
      await tx.query('commit');
      return result;
    } catch (error) {
      // What is away takes nothing back, and would have to be waited for.
      broken = isDatabaseAway(error);
      if (!broken)
        await tx.query('rollback').catch(() => {
          broken = true;
        });
      throw error;
    } finally {
      tx.release(broken);
    }
  };

type Parts = {
  readonly connection: ConnectionSettings;
  readonly kind: Database['kind'];
  readonly poolSize: number;
  readonly log: Log;
  readonly place?: string;
  readonly disk?: () => DiskState;
  readonly afterClose?: () => Promise<void>;
};

/** A statement whose connection is given up in time, should its server be gone without a word. */
export const bounded = (query: Statement, values?: unknown[]): pg.QueryConfig<unknown[]> =>
  Object.assign(typeof query === 'string' ? { text: query } : { ...query }, values && { values }, {
    query_timeout: statementPatience,
  });

/** The database behind known connection settings. Opens nothing before the first statement. */
export const createDatabase = (parts: Parts): WatchedDatabase => {
  const { connection, kind, log, disk = () => 'roomy' } = parts;
  const pool = createPool(connection, parts.poolSize, log);
  const opened = new Set<pg.PoolClient>();
  pool.on('connect', (client) => opened.add(client));
  pool.on('remove', (client) => opened.delete(client));
  let pulse: Pulse | undefined;
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await pool.end();
    pulse?.stop();
    await parts.afterClose?.();
  };
  const askable = (): void => {
    if (pulse?.silent()) throw new DatabaseSilent();
  };
  const query: Database['query'] = async (text, values) => {
    askable();
    return pool.query(bounded(text, values));
  };
  const inTransaction = transactionOn(pool);
  const writing = transactionOn(pool, () => (kind === 'server' || disk() === 'full' ? 'begin' : 'begin read write'));
  const transaction: Database['transaction'] = async (work, settings) => {
    askable();
    return inTransaction(work, settings);
  };
  const necessary: Database['necessary'] = {
    query: async <Row extends pg.QueryResultRow>(text: Statement, values?: unknown[]) => {
      try {
        return await query<Row>(text, values);
      } catch (error) {
        if (!isDiskFull(error) || disk() !== 'low') throw error;
        return writing((tx) => tx.query<Row>(text, values));
      }
    },
    transaction: async (work, settings) => {
      askable();
      return writing(work, settings);
    },
  };
  return {
    pool,
    kind,
    place: parts.place ?? '',
    connection,
    query,
    transaction,
    necessary,
    health: () => {
      const asked = query('select 1').then(
        () => true,
        () => false,
      );
      const { promise: late, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(resolve, healthPatience, false);
      return Promise.race([asked, late]).finally(() => clearTimeout(timer));
    },
    disk,
    now: () => pulse?.now() ?? new Date(),
    watch: async (times) => {
      const onSilence = (): void => {
        failWaiting(pool, new DatabaseSilent());
        opened.forEach(sever);
      };
      pulse = await takePulse({ connection, log, onSilence, ...times });
    },
    hurry: () => hurry(pool),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};
