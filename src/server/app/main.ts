import type { Log } from '#server/platform/log.ts';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { openCatalogue, secretOf } from './open.ts';
import { loadSample } from './sample.ts';
import { VERSION } from './version.ts';

/** How long requests may take to end after a signal, in ms; then their connections are cut. */
const DRAIN_MS = 8_000;

export interface Running {
  readonly address: string;
  /** Drains and stops everything; more calls wait for the first. */
  readonly stop: () => Promise<void>;
}

/** Starts the whole product on one port. Rejects when any of it cannot start, with nothing left running. */
export const serve = async (config: Config, log: Log, say: (line: string) => void): Promise<Running> => {
  const db = await openCatalogue(config, log, 'serve');
  try {
    if (await loadSample(db)) say('The embedded catalogue was loaded.');
    const product = await compose({ config, db, secret: secretOf(config), log, version: VERSION });
    await product.app.listen({ port: config.port, host: config.host });
    let stopping: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      const late = setTimeout(() => product.app.server.closeAllConnections(), DRAIN_MS);
      await product.close();
      clearTimeout(late);
      await db.close();
    };
    return {
      address: config.publicUrl,
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
};
