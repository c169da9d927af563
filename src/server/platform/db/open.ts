import { maskedUrl, type Problem, settingProblem } from '#server/kernel/problem.ts';
import type { Log } from '../log.ts';
import { createDatabase, type Database, type WatchedDatabase } from './database.ts';
import { attachEmbedded, startEmbedded } from './embedded.ts';
import { AnotherInstance } from './embedded-lock.ts';
import { placeCluster } from './embedded-place.ts';

export type DatabaseOptions = {
  /** An external server, 15 or newer; without it the product runs its own. */
  readonly databaseUrl?: string | undefined;
  readonly dataFolder: string;
  /** The operator named the data folder, so the database must lie there and nowhere else. */
  readonly dataFolderPinned?: boolean;
  readonly log: Log;
  /** `serve` must own the embedded server, a `tool` joins the one that runs. */
  readonly role: 'serve' | 'tool';
  readonly poolSize: number;
  /** The embedded server is on its way and is waited for. Of a server elsewhere nothing is heard. */
  readonly onStarting?: (() => void) | undefined;
};

const oldestServer = 15;

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

const openServer = async (connectionString: string, options: DatabaseOptions): Promise<WatchedDatabase> => {
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

const openEmbedded = async (options: DatabaseOptions): Promise<WatchedDatabase> => {
  const { dataFolder, log, role, poolSize, onStarting } = options;
  const home = await placeCluster({ dataFolder, pinned: options.dataFolderPinned ?? false });
  const attach = async (): Promise<WatchedDatabase | undefined> => {
    const connection = await attachEmbedded(home);
    return connection && createDatabase({ connection, kind: 'embedded', place: home, poolSize, log });
  };
  if (role === 'tool') {
    const running = await attach();
    if (running) return running;
  }
  try {
    const { connection, disk, stop } = await startEmbedded({ home, log, onStarting, serves: role !== 'tool' });
    return createDatabase({ connection, kind: 'embedded', place: home, poolSize, log, disk, afterClose: stop });
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
