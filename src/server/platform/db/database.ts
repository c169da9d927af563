import type pg from 'pg';
import { maskedUrl, type Problem, settingProblem } from '#server/kernel/problem.ts';
import { attachEmbedded, startEmbedded } from './embedded.ts';
import { AnotherInstance } from './embedded-lock.ts';
import { placeCluster } from './embedded-place.ts';
import { listenOn, type Stop } from './listen.ts';
import { type ConnectionSettings, createPool, type DatabaseLog } from './pool.ts';

/** Anything that runs a statement: the database, its pool or a transaction. Every store method takes one. */
export type Executor = {
  query<Row extends pg.QueryResultRow = Record<string, unknown>>(
    query: string | pg.QueryConfig<unknown[]>,
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
  /** Commits what `work` did when it resolves, takes it back when it fails. Never use the pool or the network within. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Hears a channel over a connection of its own; `onGap` is called after each time it was lost and is back. */
  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<Stop>;
  /** Whether a statement is answered within 2 s. */
  health(): Promise<boolean>;
  /** Whether the embedded server's disk has too little room for imports; then it takes reads only. */
  diskLow(): boolean;
  close(): Promise<void>;
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

const transactionOn =
  (pool: pg.Pool): Database['transaction'] =>
  async (work) => {
    const tx = await pool.connect();
    let broken = false;
    try {
      await tx.query('begin');
      const result = await work(tx);
      await tx.query('commit');
      return result;
    } catch (error) {
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
  readonly place?: string;
  readonly diskLow?: () => boolean;
  readonly afterClose?: () => Promise<void>;
};

/** Tells once of an outage that several connections notice, and once of its end. */
const outageOf = (log: Pick<DatabaseLog, 'info' | 'warn'>) => {
  let away = 0;
  return {
    lost: (): void => {
      if (away++ === 0) log.warn('the connection to the database was lost; it is made again');
    },
    back: (): void => {
      if (--away === 0) log.info('the database answers again');
    },
  };
};

/** The database behind known connection settings. Opens nothing before the first statement. */
export const createDatabase = (parts: Parts): Database => {
  const { connection, kind, log } = parts;
  const pool = createPool(connection, parts.poolSize, log);
  const listeners = new Set<Stop>();
  // An embedded server's supervisor tells of it itself.
  const outage = outageOf(kind === 'server' ? log : { info: log.debug.bind(log), warn: log.debug.bind(log) });
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await Promise.all([...listeners].map((stop) => stop()));
    await pool.end();
    await parts.afterClose?.();
  };
  return {
    pool,
    kind,
    place: parts.place ?? '',
    connection,
    query: (query, values) => pool.query(query, values),
    transaction: transactionOn(pool),
    listen: async (channel, onPayload, onGap) => {
      const gap = (): void => {
        outage.back();
        onGap();
      };
      const stop = await listenOn(connection, channel, { payload: onPayload, gap, lost: outage.lost });
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    health: () => {
      const asked = pool.query('select 1').then(
        () => true,
        () => false,
      );
      const { promise: late, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(resolve, healthPatience, false);
      return Promise.race([asked, late]).finally(() => clearTimeout(timer));
    },
    diskLow: parts.diskLow ?? (() => false),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};

interface ServerFacts {
  readonly version: string;
  readonly number: number;
  readonly encoding: string;
}

/** Why the product cannot use a server; null when it can. */
export const unfit = (address: string, facts: ServerFacts | undefined): Problem | null => {
  const problem = (text: string) => settingProblem('DATABASE_URL', maskedUrl(address), text);
  if (!facts || facts.number < oldestServer * 10_000)
    return problem(`PostgreSQL ${facts?.version ?? 'of no version'} is too old; use ${oldestServer} or newer`);
  if (facts.encoding !== 'UTF8')
    return problem(
      `the database is encoded as ${facts.encoding}; make one with: create database … template template0 encoding 'UTF8'`,
    );
  return null;
};

const openServer = async (connectionString: string, options: DatabaseOptions): Promise<Database> => {
  const database = createDatabase({
    ...options,
    connection: { connectionString },
    kind: 'server',
    place: maskedUrl(connectionString),
  });
  try {
    const { rows } = await database.query<ServerFacts>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
              current_setting('server_encoding') as encoding`,
    );
    const problem = unfit(connectionString, rows[0]);
    if (problem) throw problem;
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};

const openEmbedded = async (options: DatabaseOptions): Promise<Database> => {
  const { dataFolder, log, role, poolSize } = options;
  const home = await placeCluster({ dataFolder, pinned: options.dataFolderPinned ?? false });
  const attach = async (): Promise<Database | undefined> => {
    const connection = await attachEmbedded(home);
    return connection && createDatabase({ connection, kind: 'embedded', place: home, poolSize, log });
  };
  if (role === 'tool') {
    const running = await attach();
    if (running) return running;
  }
  try {
    const { connection, diskLow, stop } = await startEmbedded({ home, log });
    return createDatabase({ connection, kind: 'embedded', place: home, poolSize, log, diskLow, afterClose: stop });
  } catch (error) {
    const running = role === 'tool' && error instanceof AnotherInstance ? await attach() : undefined;
    if (running) return running;
    throw error;
  }
};

/**
 * Opens the external server of `databaseUrl`, or starts (a `tool`: joins) the embedded one of the data folder.
 * Throws AnotherInstance when a second product is to serve from the same data folder.
 */
export const openDatabase = (options: DatabaseOptions): Promise<Database> =>
  options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options);
