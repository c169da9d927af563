import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '#server/platform/db/database.ts';
import { clientConfig, type DatabaseLog } from '#server/platform/db/pool.ts';
import { CHANNEL, type Event } from './event.ts';

const HEARTBEAT_MS = 15_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface Bus {
  /** Calls `handle` for each such event and whenever events may have been missed. */
  readonly on: (event: Event, handle: () => void) => void;
  readonly stop: () => Promise<void>;
}

interface Options {
  readonly db: Pick<Database, 'connection' | 'kind'>;
  readonly log: Pick<DatabaseLog, 'debug' | 'info' | 'warn'>;
}

/**
 * Hears every event over one connection of its own. When that is lost it is made anew with growing pauses, and then every
 * handler is called, for what was published in between is lost. Resolves once it listens; fails when it cannot.
 */
export const openBus = async ({ db: { connection, kind }, log }: Options): Promise<Bus> => {
  const handlers: { readonly name: string; readonly handle: () => void }[] = [];
  const ended = new AbortController();
  let current: { client: pg.Client; beat: NodeJS.Timeout } | undefined;
  let reviving: Promise<void> = Promise.resolve();

  /** Calls the handlers of one event, or all of them. */
  const call = (heard: string | null): void => {
    for (const { name, handle } of handlers) if (heard === null || name === heard) handle();
  };

  const lose = (client: pg.Client): void => {
    if (current?.client !== client || ended.signal.aborted) return;
    clearInterval(current.beat);
    current = undefined;
    // An embedded server's supervisor tells of it itself.
    log[kind === 'server' ? 'warn' : 'debug']('the connection to the database was lost; it is made again');
    client.end().catch(() => {});
    reviving = revive();
  };

  const open = async (): Promise<void> => {
    const client = new pg.Client({ ...clientConfig(connection), query_timeout: HEARTBEAT_MS / 3 });
    client.on('notification', ({ payload = '' }) => call(payload));
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    // A peer that vanished without a word is only noticed by asking.
    const beat = setInterval(() => client.query('select 1').catch(() => lose(client)), HEARTBEAT_MS).unref();
    current = { client, beat };
  };

  const revive = async (): Promise<void> => {
    for (let wait = FIRST_PAUSE_MS; !ended.signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        await pause(wait, undefined, { signal: ended.signal });
        await open();
      } catch {
        continue;
      }
      if (ended.signal.aborted) return;
      log[kind === 'server' ? 'info' : 'debug']('the database answers again');
      call(null);
      return;
    }
  };

  await open();
  return {
    on: ({ name }, handle) => {
      handlers.push({ name, handle });
    },
    stop: async () => {
      ended.abort();
      await reviving;
      if (!current) return;
      clearInterval(current.beat);
      await current.client.end().catch(() => {});
    },
  };
};
