import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import type { Logs } from '#server/platform/log.ts';
import { type Config, loadConfig, readEnvironment, surroundings } from './config.ts';
import { keptSecret, secretPath } from './secret.ts';
import { acceptSecret, checkSecret, knowsSecret, notTheSecret } from './secret-check.ts';
import { openingProblemOf } from './start-problem.ts';
import { strangersIn } from './strangers.ts';

/** The folder of the package: what belongs to a clone is found from here, whatever the working directory. */
export const HOME = join(import.meta.dirname, '..', '..', '..');

/** The folder of this version's migrations. */
export const MIGRATIONS = join(HOME, 'migrations');

/**
 * Where .env and the data are when the settings say nothing: in the clone. An installed package is replaced with every
 * update, so there it is where one stands.
 */
const BASE = existsSync(join(HOME, 'package-lock.json')) ? HOME : process.cwd();

/** The settings of this process, and what in its environment was probably meant as one. Throws ConfigProblems. */
export const ownSettings = (): { readonly config: Config; readonly strangers: readonly string[] } => {
  const around = surroundings(BASE);
  return { config: loadConfig(BASE, around), strangers: strangersIn(readEnvironment(BASE, around)) };
};

/** Statements at once: the embedded server allows 60 connections, command-line tools need some beside the product. */
const POOL_SIZE = 10;

/**
 * The database of the settings at whatever version it is; `onStarting` as `openDatabase` has it. Throws a Problem where the
 * operator can mend it.
 */
export const openUnchanged = async (
  config: Config,
  logs: Logs,
  role: 'serve' | 'tool',
  onStarting?: () => void,
): Promise<Database> => {
  const { databaseUrl, dataFolder, dataFolderPinned } = config;
  const log = logs({ module: 'database', category: 'other' });
  const poolSize = role === 'serve' ? POOL_SIZE : 4;
  try {
    return await openDatabase({ databaseUrl, dataFolder, dataFolderPinned, log, role, poolSize, onStarting });
  } catch (error) {
    throw openingProblemOf(error, config);
  }
};

/** Applies every migration that the database does not have. Throws a Problem where the operator can mend it. */
export const migrateFully = async (db: Database, config: Config, logs: Logs): Promise<void> => {
  const log = logs({ module: 'database', category: 'other' });
  try {
    for (const name of await migrate(db.pool, MIGRATIONS)) log.info({ migration: name }, 'migrated');
  } catch (error) {
    throw openingProblemOf(error, config);
  }
};

/** The database of the settings, with every migration applied. Throws a Problem where the operator can mend it. */
export const openCatalogue = async (config: Config, logs: Logs, role: 'serve' | 'tool'): Promise<Database> => {
  await using opened = new AsyncDisposableStack();
  const db = await openUnchanged(config, logs, role);
  opened.defer(() => db.close());
  await migrateFully(db, config, logs);
  opened.move();
  return db;
};

const whereOf = (config: Config): string =>
  config.secret === undefined ? secretPath(config.dataFolder) : 'KINODEX_SECRET';

/**
 * What API tokens are sealed with: that of the settings, else of the data folder, where the first start makes one. Throws
 * SecretRefused when the database was used with another.
 */
export const secretOf = async (config: Config, db: Database): Promise<string> => {
  const where = whereOf(config);
  if (config.secret === undefined && !existsSync(where) && (await knowsSecret(db)))
    throw notTheSecret(`KINODEX_SECRET is not set, and ${where}, the secret of this database, is missing`);
  const secret = config.secret ?? keptSecret(config.dataFolder);
  await checkSecret(db, secret, where);
  return secret;
};

/** Takes the secret of the settings, made when there is none, though the database was used with another. */
export const acceptSecretOf = (config: Config, db: Database): Promise<void> =>
  acceptSecret(db, config.secret ?? keptSecret(config.dataFolder));
