import { type Config, loadConfig } from '#server/app/config.ts';
import { BASE, openCatalogue } from '#server/app/open.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createLog, type Log } from '#server/platform/log.ts';

export interface Tool {
  readonly config: Config;
  readonly db: Database;
  readonly log: Log;
}

/** Runs a command on the settings' database, beside a running product or without one, and closes it again. */
export const withCatalogue = async <T>(work: (tool: Tool) => Promise<T>): Promise<T> => {
  const config = loadConfig(BASE);
  const log = createLog({ level: 'warn' });
  const db = await openCatalogue(config, log, 'tool');
  try {
    return await work({ config, db, log });
  } finally {
    await db.close();
  }
};
