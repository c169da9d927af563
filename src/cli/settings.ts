import type { Config } from '#server/app/config.ts';
import { openCatalogue, ownSettings } from '#server/app/open.ts';
import { problemOf } from '#server/app/start-problem.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createLog, type Log } from '#server/platform/log.ts';

export interface Tool {
  readonly config: Config;
  readonly db: Database;
  readonly log: Log;
}

/** Runs a command on the settings' database, beside a running product or without one, and closes it again. */
export const withCatalogue = async <T>(work: (tool: Tool) => Promise<T>): Promise<T> => {
  const { config, strangers } = ownSettings();
  const log = createLog({ level: 'warn' });
  for (const line of strangers) log.warn(line);
  try {
    const db = await openCatalogue(config, log, 'tool');
    try {
      return await work({ config, db, log });
    } finally {
      await db.close();
    }
  } catch (error) {
    throw problemOf(error, config);
  }
};
