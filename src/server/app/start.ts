import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { settingProblem } from '#server/kernel/problem.ts';
import { type Sweep, sweepImports } from '#server/modules/catalog/import/import.service.ts';
import { warmDocuments } from '#server/modules/search/document.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { forFiles } from '#server/platform/db/embedded-memory.ts';
import { patiently } from '#server/platform/db/patient.ts';
import { takePlace } from '#server/platform/db/place.ts';
import { FolderTaken, holdFolder } from '#server/platform/disk/hold.ts';
import { watchSilent } from '#server/platform/http/silent.ts';
import type { Logs } from '#server/platform/log.ts';
import type { Levels } from '#server/platform/log-levels.ts';
import type { LogLines } from '#server/platform/log-lines.ts';
import { compose, type Product } from './compose.ts';
import type { Config } from './config.ts';
import { secretOf } from './open.ts';
import { ledgerOf } from './people.ts';
import { openReplicas } from './replica-settings.ts';
import { loadSample } from './sample.ts';
import { keepServedAddress } from './served.ts';
import { listenProblem } from './start-problem.ts';
import { VERSION } from './version.ts';

/** How long requests may take to end once no more are taken, in ms; then their connections are cut. */
const DRAIN_MS = 8_000;

const NOT_SWEPT = {
  'reads only':
    'the database takes reads only; what a killed import may have left is swept by a start when it takes changes',
  'an import runs': 'an import is running; what an earlier one may have left is swept by the next',
} as const satisfies Record<Exclude<Sweep, 'swept'>, string>;

/** How long connections stay open that nobody uses, in ms, once no new ones are taken: a call may be on its way on them. */
const GRACE_MS = 1_000;
const LOOK_MS = 50;

/**
 * Lets callers go before the server is closed. Health refuses, and whoever watches it has `delay` ms to notice, while all
 * calls are answered. Then no connection is taken any more, and those there are end with their next answer; live ones at
 * once.
 */
const sayGoodbye = async ({ app: { server }, leaving, realtime, feeds }: Product, delay: number): Promise<void> => {
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
  await Promise.all([realtime.close(), feeds.streams.close()]);
  const countConnections = promisify(server.getConnections.bind(server));
  for (let waited = 0; waited < GRACE_MS && (await countConnections()) > 0; waited += LOOK_MS) await pause(LOOK_MS);
};

/** What waits in the data folder would be written twice, or not at all, by nodes that share it. */
const holdData = ({ dataFolder }: Config): Promise<() => Promise<void>> =>
  holdFolder(dataFolder).catch((error: unknown) => {
    throw error instanceof FolderTaken ? settingProblem('KINODEX_DATA', dataFolder, error.message, error) : error;
  });

export interface Running {
  readonly address: string;
  /** Where the data lies: the data folder, and the database where that is elsewhere. */
  readonly places: { readonly data: string; readonly database: string };
  /** The first administrator, when this start has made one: the password is told this once. */
  readonly administrator: { readonly email: string; readonly password: string } | null;
  /** Drains and stops everything; more calls wait for the first. */
  readonly stop: () => Promise<void>;
}

export interface Told {
  /** A line for who started it. */
  readonly say: (line: string) => void;
  /** Calls are taken from here on, so a stop has to let them end. */
  readonly onListening: () => void;
  /** What the logs write, for the table of them. */
  readonly lines?: LogLines;
  /** The levels of the logs. */
  readonly levels?: Levels;
}

export interface Start {
  readonly config: Config;
  readonly db: Database;
  readonly logs: Logs;
  /** Whatever is opened is put there. */
  readonly opened: AsyncDisposableStack;
}

/** Starts all of the product but its database. */
export const startOn = async (
  { config, db, logs, opened }: Start,
  { say, onListening, lines, levels }: Told,
): Promise<Running> => {
  const log = logs({ module: 'app', category: 'other' });
  const place = await takePlace(db, config.redisUrl === undefined, log);
  opened.defer(() => place.leave());
  opened.defer(await holdData(config));
  const sweep = await sweepImports(db);
  if (await loadSample(db)) say('The embedded catalogue was loaded.');
  const secret = await secretOf(config, db);
  const replicas = openReplicas(config, db, logs);
  opened.defer(async () => replicas?.close());
  const product = await compose({
    ...{ config, db, replicas, secret, logs, version: VERSION, ledger: ledgerOf(config, logs) },
    ...(lines && { lines }),
    ...(levels && { levels }),
  });
  opened.defer(() => product.close());
  const cutSilent = watchSilent(product.app.server);
  await product.app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw listenProblem(error, config) ?? error;
  });
  onListening();
  db.hurry();
  await keepServedAddress(db, config.publicUrl);
  // Last of all: a start that fails must not keep the password it has made to itself.
  const first = await product.accounts.ensureFirstAdministrator({
    email: config.adminEmail,
    password: config.adminPassword,
  });
  if (config.role !== 'web') {
    void product.tasks.node.start();
    product.delivery?.start();
    product.feeds.delivery.start();
  }
  // An external server is seldom as cold as the node is new.
  if (db.kind === 'embedded') {
    const warming = new AbortController();
    opened.defer(() => warming.abort());
    const { signal } = warming;
    // A slow disk takes longer for a part of them than other statements may.
    patiently(db.connection, (own) => warmDocuments(own, { cache: forFiles(), signal }), signal).catch((err: unknown) =>
      log.debug({ err }, 'searches begin cold'),
    );
  }
  // Only now, since a start that fails has one line.
  if (sweep !== 'swept') log.info(NOT_SWEPT[sweep]);
  const warning = await product.terms.warning();
  if (warning !== null) log.warn(warning);
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await sayGoodbye(product, config.stopDelay * 1_000);
    cutSilent();
    const late = setTimeout(() => product.app.server.closeAllConnections(), DRAIN_MS);
    await opened.disposeAsync().finally(() => clearTimeout(late));
  };
  return {
    address: config.publicUrl,
    places: { data: config.dataFolder, database: db.place },
    administrator: first.made ? { email: first.email, password: first.password } : null,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
};
