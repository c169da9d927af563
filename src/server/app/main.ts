import { setTimeout as pause } from 'node:timers/promises';
import type { Logs } from '#server/platform/log.ts';
import type { Config } from './config.ts';
import { migrateFully, openUnchanged } from './open.ts';
import type { Running, Told } from './start.ts';
import { problemOf } from './start-problem.ts';

/** How long closing may take after a start that failed, in ms. */
const FAILED_MS = 8_000;

/**
 * Starts the whole product on one port. Rejects when any of it cannot start, with nothing left running; what the operator
 * can mend is a Problem.
 */
export const serve = async (config: Config, logs: Logs, told: Told): Promise<Running> => {
  // Whatever is opened is closed in the opposite order, after a stop as after a start that fails.
  const opened = new AsyncDisposableStack();
  const log = logs({ module: 'app', category: 'other' });
  let loading: Promise<typeof import('./start.ts')> | undefined;
  /** Loads all but the database while that starts: each takes about as long as the other. */
  const load = (): Promise<typeof import('./start.ts')> => {
    loading ??= import('./start.ts');
    // It is waited for later, when there is a database; a failure is told then, and the process does not end of it now.
    loading.catch(() => {});
    return loading;
  };
  try {
    // One that runs elsewhere is there already.
    if (config.databaseUrl !== undefined) load();
    const db = await openUnchanged(config, logs, 'serve', load);
    opened.defer(() => db.close());
    // Before anything is changed: a version that cannot be loaded must not leave its migrations behind.
    const { startOn } = await load();
    await migrateFully(db, config, logs);
    return await startOn({ config, db, logs, opened }, told);
  } catch (error) {
    const closed = opened.disposeAsync().catch((err: unknown) => log.warn({ err }, 'not everything could be closed'));
    await Promise.race([closed, pause(FAILED_MS, undefined, { ref: false })]);
    throw problemOf(error, config);
  }
};
