import pg from 'pg';
import { Problem } from '#server/kernel/problem.ts';
import { codeOf } from '../db/away.ts';
import type { Executor } from '../db/database.ts';
import { LOCKS } from '../db/locks.ts';
import { type ConnectionSettings, clientConfig } from '../db/pool.ts';

const LOCK_TIMEOUT = `set lock_timeout = '10s'`;

/** Values are written the same by every server, and tables are read from their beginning, one row after the other. */
const SESSION = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; ${LOCK_TIMEOUT};
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set synchronize_seqscans = off; set maintenance_work_mem = '256MB'`;

/** What becomes of a wait for a lock; where it takes too long it ends with this text. @throws Problem */
export const waiting = async <Result>(lock: () => Promise<Result>, text: string): Promise<Result> => {
  try {
    return await lock();
  } catch (error) {
    throw codeOf(error) === '55P03' ? new Problem(text, { cause: error }) : error;
  }
};

/** A connection of its own, whose statements take as long as they take. */
export const openSession = async (connection: ConnectionSettings): Promise<pg.Client> => {
  const client = new pg.Client({ ...clientConfig(connection), application_name: 'kinodex backup' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(SESSION);
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
};

/** Minutes that a backup waits for an import which puts its tables in place: that takes seconds, unless readers are long. */
const SWAP_PATIENCE = 10;

/**
 * Keeps those away who put whole tables in the place of others, until `letSwapsIn`; what they do before that goes on.
 * @throws Problem when one of them does not come to its end
 */
export const keepSwapsAway = async (session: Executor, onWait: () => void): Promise<void> => {
  const { rows } = await session.query<{ taken: boolean }>('select pg_try_advisory_lock_shared($1) as taken', [
    LOCKS.swaps,
  ]);
  if (rows[0]?.taken) return;
  onWait();
  await session.query(`set lock_timeout = '${SWAP_PATIENCE} min'`);
  await waiting(
    () => session.query('select pg_advisory_lock_shared($1)', [LOCKS.swaps]),
    `an import has been putting its tables in place for ${SWAP_PATIENCE} minutes; try again when it has ended`,
  );
  await session.query(LOCK_TIMEOUT);
};

export const letSwapsIn = (session: Executor): Promise<unknown> =>
  session.query('select pg_advisory_unlock_shared($1)', [LOCKS.swaps]);

/** Whether no product serves from this database; none begins before the session ends. */
export const keepProductsAway = async (session: Executor): Promise<boolean> => {
  const { rows } = await session.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCKS.place]);
  return rows[0]?.taken ?? false;
};

export const lockMigrations = (session: Executor): Promise<unknown> =>
  session.query('select pg_advisory_lock($1)', [LOCKS.migrations]);

/** What a restore does is there with its commit, or not at all. */
export const beginRestore = (session: Executor): Promise<unknown> => session.query('begin');

export const commitRestore = (session: Executor): Promise<unknown> => session.query('commit');

/** Has the server learn what the tables hold. */
export const analyzeTables = (session: Executor): Promise<unknown> => session.query('analyze');
