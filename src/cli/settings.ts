import type { Config } from '#server/app/config.ts';
import { logsFrom } from '#server/app/logs.ts';
import { openCatalogue, openUnchanged, ownSettings } from '#server/app/open.ts';
import { problemOf } from '#server/app/start-problem.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Logs } from '#server/platform/log.ts';

export interface Tool {
  readonly config: Config;
  readonly db: Database;
  readonly logs: Logs;
}

const withOpened = async <T>(open: typeof openUnchanged, work: (tool: Tool) => Promise<T>): Promise<T> => {
  const { config, strangers } = ownSettings();
  const logs = logsFrom('warn');
  const log = logs({ module: 'app', category: 'other' });
  for (const line of strangers) log.warn(line);
  try {
    const db = await open(config, logs, 'tool');
    try {
      return await work({ config, db, logs });
    } finally {
      await db.close();
    }
  } catch (error) {
    throw problemOf(error, config);
  }
};

/** Runs a command on the settings' database, beside a running product or without one, and closes it again. */
export const withCatalogue = <T>(work: (tool: Tool) => Promise<T>): Promise<T> => withOpened(openCatalogue, work);

/** The same of a database that is left at the version at which it is. */
export const withDatabase = <T>(work: (tool: Tool) => Promise<T>): Promise<T> => withOpened(openUnchanged, work);
