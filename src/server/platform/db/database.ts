import type pg from 'pg';
import { DatabaseSilent, isDatabaseAway, isDiskFull } from './away.ts';
import { attachEmbedded, startEmbedded } from './embedded.ts';
import type { DiskState } from './embedded-disk.ts';
import { AnotherInstance } from './embedded-lock.ts';
import { placeCluster } from './embedded-place.ts';
import { listenOn, type Stop } from './listen.ts';
import { type ConnectionSettings, createPool, type DatabaseLog, sever } from './pool.ts';
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
  readonly connection: ConnectionSettings;
  /** Commits what `work` did when it resolves, takes it back when it fails. Never use the pool or the network within. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** The same database for small writes without which nobody is served: they go on while the disk is low. */
  readonly necessary: Pick<Database, 'query' | 'transaction'>;
  /** Hears a channel over a connection of its own; `onGap` is called after each time it was lost and is back. */
  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<Stop>;
  /** Whether a statement is answered within 2 s. */
  health(): Promise<boolean>;
  /** How much room the embedded server has; of a server elsewhere nothing is known. */
  disk(): DiskState;
  /** The database's time where this process serves, else this node's. */
  now(): Date;
  close(): Promise<void>;
};

export type WatchedDatabase = Database & {
  /** Begins to watch whether the database answers, and what its clock says. */
  watch(times?: Partial<PulseTimes>): Promise<void>;
};

export type DatabaseOptions = {
  /** An external server, 15 or newer; without it the product runs its own. */
  readonly databaseUrl?: string | undefined;
  readonly dataFolder: string;
  /** The operator named the data folder, so the database must lie there and nowhere else. */
  readonly dataFolderPinned?: boolean;
  readonly log: DatabaseLog;
  /** `serve` must own the embedded server, a `tool` joins the one that runs. */
  readonly role: 'serve' | 'tool';
  readonly poolSize: number;
};

const oldestServer = 15;
const healthPatience = 2_000;
/** Milliseconds after which a statement's connection is given up: the server would have ended it by then. */
const statementPatience = 12_000;

const transactionOn =
  (pool: pg.Pool, begin: () => 'begin' | 'begin read write' = () => 'begin'): Database['transaction'] =>
  async (work) => {
    const tx = await pool.connect();
    let broken = false;
    try {
      await tx.query(begin());
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
  readonly log: DatabaseLog;
  readonly disk?: () => DiskState;
  readonly afterClose?: () => Promise<void>;
};

/** A statement whose connection is given up in time, should its server be gone without a word. */
const bounded = (query: Statement, values?: unknown[]): pg.QueryConfig<unknown[]> =>
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
  const listeners = new Set<Stop>();
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await Promise.all([...listeners].map((stop) => stop()));
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
  const transaction: Database['transaction'] = async (work) => {
    askable();
    return inTransaction(work);
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
    transaction: async (work) => {
      askable();
      return writing(work);
    },
  };
  return {
    pool,
    kind,
    connection,
    query,
    transaction,
    necessary,
    listen: async (channel, onPayload, onGap) => {
      const stop = await listenOn(connection, channel, { payload: onPayload, gap: onGap }, log);
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
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
      const onSilence = (): void => opened.forEach(sever);
      pulse = await takePulse({ connection, log, onSilence, ...times });
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};

const openServer = async (connectionString: string, options: DatabaseOptions): Promise<WatchedDatabase> => {
  const database = createDatabase({ ...options, connection: { connectionString }, kind: 'server' });
  try {
    const { rows } = await database.query<{ version: string; number: number; encoding: string }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
              current_setting('server_encoding') as encoding`,
    );
    const [server] = rows;
    if (!server || server.number < oldestServer * 10_000) {
      throw new Error(`DATABASE_URL names PostgreSQL ${server?.version}; Kinodex needs ${oldestServer} or newer`);
    }
    if (server.encoding !== 'UTF8') {
      throw new Error(
        `the database of DATABASE_URL is encoded as ${server.encoding}; Kinodex needs one made with ENCODING 'UTF8'`,
      );
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};

const openEmbedded = async (options: DatabaseOptions): Promise<WatchedDatabase> => {
  const { dataFolder, log, role, poolSize } = options;
  const home = await placeCluster({ dataFolder, pinned: options.dataFolderPinned ?? false });
  const attach = async (): Promise<WatchedDatabase | undefined> => {
    const connection = await attachEmbedded(home);
    return connection && createDatabase({ connection, kind: 'embedded', poolSize, log });
  };
  if (role === 'tool') {
    const running = await attach();
    if (running) return running;
  }
  try {
    const { connection, disk, stop } = await startEmbedded({ home, log });
    return createDatabase({ connection, kind: 'embedded', poolSize, log, disk, afterClose: stop });
  } catch (error) {
    const running = role === 'tool' && error instanceof AnotherInstance ? await attach() : undefined;
    if (running) return running;
    throw error;
  }
};

/**
 * Opens the external server of `databaseUrl`, or starts (a `tool`: joins) the embedded one of the data folder. Whoever
 * serves watches it from then on: a database that does not answer is noticed, and its clock is known.
 * Throws AnotherInstance when a second product is to serve from the same data folder.
 */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const database = await (options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options));
  if (options.role === 'tool') return database;
  try {
    await database.watch();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};
