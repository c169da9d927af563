import type { Socket } from 'node:net';
import { basename } from 'node:path';
import pg from 'pg';
import type { Log } from '../log.ts';
import { PoolTimeout } from './away.ts';

/** Where a database answers; a Unix socket has its folder as `host`. */
export type ConnectionSettings =
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

/** Ms for a connection to be made: a machine that has just begun with everything is slow, not gone. */
const connectTimeout = 10_000;
/** Ms that a request waits for one. */
const acquireTimeout = 2_000;
/** Ms; well below the time after which a wait is given up. */
const stuckAfter = 20;
const statementTimeout = 10_000;
/** Ms; a node that is cut off in a transaction holds what it has locked for so long: others wait for it, and are not given up. */
const idleInTransactionTimeout = 8_000;

/**
 * A process of PostgreSQL that is new plans its statements, and maps each page of the shared memory that it looks at, which
 * makes its first searches in a large catalogue five times as slow: two stay, and the others for ten minutes.
 */
const IDLE = { min: 2, idleTimeoutMillis: 600_000 } as const;

const textParser = (oid: number): ((text: string) => unknown) => pg.types.getTypeParser(oid, 'text');

const ownParsers = new Map<number, (text: string) => unknown>([
  [20, Number], // int8
  [1700, Number], // numeric
  [1016, textParser(1022)], // int8[], read like float8[]
  [1082, String], // a date has no zone, so it stays YYYY-MM-DD
  [1182, textParser(1015)], // date[], read like varchar[]
]);

/** int8 and numeric become numbers, dates stay text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : (ownParsers.get(oid) ?? textParser(oid)),
};

/**
 * An address whose `sslmode` means what libpq means by it; the driver alone takes nearly all for `verify-full`, and prints
 * a warning about that. Only the driver knows `no-verify`.
 */
const likeLibpq = (address: string): string => {
  const url = new URL(address);
  if ([null, 'no-verify'].includes(url.searchParams.get('sslmode'))) return address;
  url.searchParams.set('uselibpqcompat', 'true');
  return url.href;
};

/** Settings of one connection. A socket never speaks TLS, whatever PGSSLMODE says. */
export const clientConfig = (connection: ConnectionSettings): pg.ClientConfig => ({
  ...connection,
  ...('connectionString' in connection ? { connectionString: likeLibpq(connection.connectionString) } : {}),
  ...('host' in connection && connection.host.startsWith('/') ? { ssl: false } : {}),
  application_name: 'kinodex',
  // Servers compile what they take for dear, such as ways that are ruled out, which costs more than the statements do.
  options: '-c jit=off',
  connectionTimeoutMillis: connectTimeout,
  keepAlive: true,
  types,
});

/** Breaks a connection without a word to the server: whatever waits for it fails now, and nothing waits for its end. */
export const sever = (client: pg.ClientBase): void => {
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy();
};

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

const placeOf = (stack: string | undefined): string => {
  const frames = (stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const frame = frames.find((line) => !/node_modules|node:|\/platform\/db\/[a-z-]+\.ts/.test(line));
  const found = /at (?:async )?(?:(.+) \()?(.+?):(\d+):\d+\)?$/.exec(frame?.trim() ?? '');
  if (!found) return 'an unknown place';
  const [, caller, file = '', line] = found;
  return `${caller ? `${caller}, ` : ''}${basename(file)}:${line}`;
};

/**
 * Makes a wait for a free connection that ran out say who waited. Taking a stack costs as much as a short statement, so
 * it is only done when every connection is out and none has come back for a while.
 */
const nameTheWaiting = (pool: pg.Pool, max: number): void => {
  const plain = pool.connect.bind(pool);
  let cameBack = Number.NEGATIVE_INFINITY;
  pool.on('release', () => {
    cameBack = performance.now();
  });
  const isStuck = (): boolean =>
    pool.idleCount === 0 && pool.totalCount >= max && performance.now() - cameBack > stuckAfter;
  const told = (error: Error, asked: Error | undefined): Error => {
    if (!asked || !error.message.startsWith('timeout exceeded')) return error;
    return new PoolTimeout(
      `no database connection became free within ${pool.options.connectionTimeoutMillis} ms (${pool.totalCount} in use, ` +
        `${pool.waitingCount} waiting); asked for by ${placeOf(asked.stack)}`,
      { cause: error },
    );
  };
  function connect(): Promise<pg.PoolClient>;
  function connect(callback: ConnectCallback): void;
  function connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const asked = isStuck() ? new Error('asked') : undefined;
    if (callback) {
      plain((error, client, done) => callback(error && told(error, asked), client, done));
      return undefined;
    }
    return plain().catch((error: unknown) => {
      throw error instanceof Error ? told(error, asked) : error;
    });
  }
  pool.connect = connect;
};

const waiters = new WeakMap<pg.Pool, Set<(error: Error) => void>>();

/** Remembers who waits for a connection, so that they can be told that none will come. */
const keepTheWaiting = (pool: pg.Pool): void => {
  const plain = pool.connect.bind(pool);
  const waiting = new Set<(error: Error) => void>();
  waiters.set(pool, waiting);
  const ask = (callback: ConnectCallback): void => {
    // One that is idle comes at once.
    if (pool.idleCount > pool.waitingCount) {
      plain(callback);
      return;
    }
    const fail = (error: Error): void => {
      waiting.delete(fail);
      callback(error, undefined, () => {});
    };
    waiting.add(fail);
    plain((error, client, done) => {
      if (waiting.delete(fail)) callback(error, client, done);
      // Whoever asked was told already. A wait that ran out comes with nothing to be given back.
      else if (client) done();
    });
  };
  function connect(): Promise<pg.PoolClient>;
  function connect(callback: ConnectCallback): void;
  function connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback) {
      ask(callback);
      return undefined;
    }
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    ask((error, client) => (client ? resolve(client) : reject(error)));
    return promise;
  }
  pool.connect = connect;
};

/** Whoever waits for a connection of the pool now is told this instead. */
export const failWaiting = (pool: pg.Pool, error: Error): void => {
  for (const fail of waiters.get(pool) ?? []) fail(error);
};

/** From now on whoever waits for a connection of the pool gives up after 2 s. */
export const hurry = (pool: pg.Pool): void => {
  pool.options.connectionTimeoutMillis = acquireTimeout;
};

/**
 * A pool whose statements end after 10 s, whose idle transactions end after 8 s, and which gives up after 10 s without
 * a connection until it is told to hurry. A lost connection is logged and replaced; it never ends the process.
 */
export const createPool = (connection: ConnectionSettings, size: number, log: Log): pg.Pool => {
  const pool = new pg.Pool({
    ...clientConfig(connection),
    max: size,
    ...IDLE,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: idleInTransactionTimeout,
  });
  pool.on('error', (error) => log.debug({ err: error }, 'a database connection was lost'));
  // The pool listens only while a connection is idle; one that breaks in use would otherwise end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  nameTheWaiting(pool, size);
  keepTheWaiting(pool);
  return pool;
};
