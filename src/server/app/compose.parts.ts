import type { Ledger } from '#server/platform/counters/ledger.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Replicas } from '#server/platform/db/replicas.ts';
import type { Logs } from '#server/platform/log.ts';
import type { Levels } from '#server/platform/log-levels.ts';
import type { LogLines } from '#server/platform/log-lines.ts';
import type { Foreign } from '#server/platform/outbound/foreign.ts';
import type { Config } from './config.ts';

/** What the product is put together from. */
export interface Parts {
  readonly config: Config;
  readonly db: Database;
  /** Copies of it, for reads that may lag. */
  readonly replicas?: Replicas | null;
  readonly secret: string;
  readonly logs: Logs;
  /** What all logs write, for the table of them. */
  readonly lines?: LogLines;
  /** The levels of those logs. */
  readonly levels?: Levels;
  readonly version: string;
  /** The database's time, when it isn't said. */
  readonly now?: () => Date;
  readonly ledger?: Ledger | undefined;
  /** Brings pictures of sources; the door out, when it isn't said. */
  readonly fetchFile?: Foreign;
}
