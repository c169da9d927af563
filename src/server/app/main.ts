import { takePlace } from '#server/platform/db/place.ts';
import type { Log } from '#server/platform/log.ts';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { openCatalogue, secretOf } from './open.ts';
import { ledgerOf } from './people.ts';
import { loadSample } from './sample.ts';
import { VERSION } from './version.ts';

/** How long requests may take to end after a signal, in ms; then their connections are cut. */
const DRAIN_MS = 8_000;

export interface Running {
  readonly address: string;
  /** The first administrator, when this start has made one: the password is told this once. */
  readonly administrator: { readonly email: string; readonly password: string } | null;
  /** Drains and stops everything; more calls wait for the first. */
  readonly stop: () => Promise<void>;
}

/** Starts the whole product on one port. Rejects when any of it cannot start, with nothing left running. */
export const serve = async (config: Config, log: Log, say: (line: string) => void): Promise<Running> => {
  const db = await openCatalogue(config, log, 'serve');
  try {
    const place = await takePlace(db.connection, config.redisUrl === undefined, log);
    if (await loadSample(db)) say('The embedded catalogue was loaded.');
    const secret = await secretOf(config, db);
    const product = await compose({ config, db, secret, log, version: VERSION, ledger: ledgerOf(config, log) });
    await product.app.listen({ port: config.port, host: config.host });
    // Last of all: a start that fails must not keep the password it has made to itself.
    const first = await product.accounts.ensureFirstAdministrator({
      email: config.adminEmail,
      password: config.adminPassword,
    });
    const endSelling = product.selling.start();
    let stopping: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      const late = setTimeout(() => product.app.server.closeAllConnections(), DRAIN_MS);
      await endSelling();
      await product.close();
      clearTimeout(late);
      await place.leave();
      await db.close();
    };
    return {
      address: config.publicUrl,
      administrator: first.made ? { email: first.email, password: first.password } : null,
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
