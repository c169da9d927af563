import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { takePlace } from '#server/platform/db/place.ts';
import type { Log } from '#server/platform/log.ts';
import { compose, type Product } from './compose.ts';
import type { Config } from './config.ts';
import { openCatalogue, secretOf } from './open.ts';
import { loadSample } from './sample.ts';
import { VERSION } from './version.ts';

/** How long requests may take to end once no more are taken, in ms; then their connections are cut. */
const DRAIN_MS = 8_000;

export interface Running {
  readonly address: string;
  /** The first administrator, when this start has made one: the password is told this once. */
  readonly administrator: { readonly email: string; readonly password: string } | null;
  /** Drains and stops everything; more calls wait for the first. */
  readonly stop: () => Promise<void>;
}

/** How long connections stay open that nobody uses, in ms, once no new ones are taken: a call may be on its way on them. */
const GRACE_MS = 1_000;
const LOOK_MS = 50;

/**
 * Lets callers go before the server is closed. Health refuses, and whoever watches it has `delay` ms to notice, while all
 * calls are answered. Then no connection is taken any more, and those there are end with their next answer.
 */
const sayGoodbye = async ({ app: { server }, leaving }: Product, delay: number): Promise<void> => {
  if (leaving.isWatched()) {
    leaving.begin();
    await pause(delay);
  } else {
    // What the system has taken for us already is ours to answer: it is taken over with the next turn of the loop.
    await pause(LOOK_MS);
    leaving.begin();
  }
  // The server's own way of closing would cut unused connections at once.
  NetServer.prototype.close.call(server);
  const countConnections = promisify(server.getConnections.bind(server));
  for (let waited = 0; waited < GRACE_MS && (await countConnections()) > 0; waited += LOOK_MS) await pause(LOOK_MS);
};

/** Starts the whole product on one port. Rejects when any of it cannot start, with nothing left running. */
export const serve = async (config: Config, log: Log, say: (line: string) => void): Promise<Running> => {
  const db = await openCatalogue(config, log, 'serve');
  try {
    const place = await takePlace(db.connection, config.redisUrl === undefined, log);
    if (await loadSample(db)) say('The embedded catalogue was loaded.');
    const product = await compose({ config, db, secret: secretOf(config), log, version: VERSION });
    await product.app.listen({ port: config.port, host: config.host });
    // Last of all: a start that fails must not keep the password it has made to itself.
    const first = await product.accounts.ensureFirstAdministrator({
      email: config.adminEmail,
      password: config.adminPassword,
    });
    const endSelling = product.selling.start();
    let stopping: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      await sayGoodbye(product, config.stopDelay * 1_000);
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
