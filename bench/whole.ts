import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose, type Product } from '#server/app/compose.ts';
import { readConfig } from '#server/app/config.ts';
import { logsFrom } from '#server/app/logs.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createLevels } from '#server/platform/log-levels.ts';
import { createLogLines } from '#server/platform/log-lines.ts';
import { SECRET } from './people.ts';

/** What is logged: nothing at all, what a product logs by itself, or that with a line for every answer. */
export type Logging = 'nothing' | 'info' | 'answers';

/** The package whose lines at DEBUG are those of answers. */
const ANSWERS = 'kinodex.http.answered';

/** The product as it serves, with its log and the table of that, or without any. */
export const wholeProduct = async (db: Database, logging: Logging): Promise<Product> => {
  const level = logging === 'nothing' ? 'silent' : 'info';
  const [lines, levels] = [createLogLines(), createLevels(level)];
  const dataFolder = join(tmpdir(), `kinodex-bench-${process.pid}`);
  const logs = logsFrom(level, { levels, ...(logging !== 'nothing' && { onLine: lines.add }) });
  const config = readConfig({ KINODEX_DATA: dataFolder }, dataFolder);
  const product = await compose({ config, db, secret: SECRET, logs, version: '0.0.0-bench', lines, levels });
  if (logging === 'answers') levels.apply(new Map([[ANSWERS, 'DEBUG']]));
  return product;
};
