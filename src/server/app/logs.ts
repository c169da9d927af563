import { join } from 'node:path';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import { createPackageLevels, type PackageLevels } from '#server/modules/logs/level.service.ts';
import { createLogTable, type LogTable } from '#server/modules/logs/log.service.ts';
import { logsDaysOf } from '#server/modules/logs/logs.config.ts';
import { isClickHouseAway } from '#server/platform/clickhouse/clickhouse.ts';
import { isDatabaseOutage } from '#server/platform/db/away.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createLogs, type LogOptions, type Logs } from '#server/platform/log.ts';
import type { Levels } from '#server/platform/log-levels.ts';
import type { LogLines } from '#server/platform/log-lines.ts';
import type { Config } from './config.ts';

/** The logs of a process: of lines from a level on, where `levels` do not say otherwise; `onLine` hears of each. */
export const logsFrom = (level: string, more: Pick<LogOptions, 'levels' | 'onLine'> = {}): Logs =>
  createLogs({ ...more, level, isOutage: (error) => isDatabaseOutage(error) || isClickHouseAway(error) });

interface TableParts {
  readonly config: Config;
  readonly configuration: Configuration;
  readonly db: Database;
  readonly lines: LogLines;
  readonly logs: Logs;
  readonly now: () => Date;
}

/** The table of lines; what goes wrong with it is told on standard error only. */
export const logTableOf = ({ config, configuration, db, lines, logs, now }: TableParts): LogTable =>
  createLogTable({
    ...{ db, lines, now, days: logsDaysOf(configuration) },
    log: logs({ module: 'logs', category: 'other', apart: true }),
    spillFolder: join(config.dataFolder, 'logs'),
    isLow: () => db.disk() !== 'roomy',
  });

/** The levels of packages, as they were set. */
export const packageLevelsOf = async ({
  logs,
  ...parts
}: Pick<TableParts, 'db' | 'logs' | 'now'> & { readonly levels: Levels }): Promise<PackageLevels> => {
  const packageLevels = createPackageLevels({ ...parts, log: logs({ module: 'logs', category: 'other' }) });
  await packageLevels.reload();
  return packageLevels;
};
