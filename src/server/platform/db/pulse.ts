import pg from 'pg';
import type { Log } from '../log.ts';
import { createDatabaseClock, type DatabaseClock } from './clock.ts';
import { type ConnectionSettings, clientConfig, sever } from './pool.ts';

/** In milliseconds: between two questions, and for an answer. Together well under the 2 s that a caller may wait. */
export interface PulseTimes {
  readonly every: number;
  readonly patience: number;
}

const PULSE: PulseTimes = { every: 300, patience: 1_300 };

export interface Pulse extends Pick<DatabaseClock, 'now'> {
  /** Whether the database takes questions and does not answer them. */
  readonly silent: () => boolean;
  readonly stop: () => void;
}

interface Options extends Partial<PulseTimes> {
  readonly connection: ConnectionSettings;
  readonly log: Log;
  /** The database has fallen silent: what waits for it will wait for ever. */
  readonly onSilence: () => void;
}

/** What was asked was not answered in time. */
export const LATE = Symbol('late');

/** What a promise comes to, or LATE; an answer that came while this process itself was held up counts as in time. */
export const within = async <T>(work: Promise<T>, ms: number): Promise<T | typeof LATE> => {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(() => setImmediate(resolve, LATE), ms).unref();
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Asks the database for its time three times a second over a connection of its own. A stopped or cut-off server ends nothing: its
 * connections just stay silent, and no timeout of its own ever comes. One that is slow with a statement answers this all
 * the same, so nothing that is at work is cut. The first answer is waited for.
 */
export const takePulse = async ({ connection, log, onSilence, ...times }: Options): Promise<Pulse> => {
  const { every, patience } = { ...PULSE, ...times };
  const clock = createDatabaseClock();
  let client: pg.Client | undefined;
  let silent = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const drop = (): void => {
    if (client) sever(client);
    client = undefined;
  };

  const ask = async (): Promise<void> => {
    if (!client) {
      client = new pg.Client(clientConfig(connection));
      client.on('error', () => {});
      await client.connect();
    }
    const asked = clock.ticks();
    const { rows } = await client.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    clock.set(rows[0]?.ms ?? Number.NaN, asked);
  };

  const beat = async (): Promise<void> => {
    const asking = ask();
    asking.catch(() => {});
    if ((await within(asking, patience)) === LATE) throw LATE;
    if (silent) log.info('the database answers again');
    silent = false;
  };

  const fail = (error: unknown): void => {
    drop();
    // A server that is gone refuses at once, which everybody hears who asks.
    if (error !== LATE || silent || stopped) return;
    silent = true;
    log.error(`the database has not answered for ${patience} ms: whoever needs it is told so until it does`);
    onSilence();
  };

  const go = (): void => {
    if (stopped) return;
    timer = setTimeout(() => beat().catch(fail).finally(go), every).unref();
  };

  const stop = (): void => {
    stopped = true;
    clearTimeout(timer);
    drop();
  };

  try {
    await ask();
  } catch (error) {
    stop();
    throw error;
  }
  go();
  return { silent: () => silent, now: clock.now, stop };
};
