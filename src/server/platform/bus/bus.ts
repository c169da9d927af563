import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '#server/platform/db/database.ts';
import { clientConfig } from '#server/platform/db/pool.ts';
import type { Log } from '#server/platform/log.ts';
import { CHANNEL, type Event } from './event.ts';

/** Between two heartbeats, and for how long one may go unanswered. */
const HEARTBEAT_MS = 400;
const PATIENCE_MS = 5_000;
/** Whoever keeps what the database said goes on with it for this long after the last heartbeat. */
const CURRENT_MS = 900;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface Bus {
  /** Calls `handle` for each such event and whenever events may have been missed. */
  readonly on: (event: Event, handle: () => void) => void;
  /** Whether every event of up to 900 ms ago has been heard: what no event has changed since it was read is still so. */
  readonly isCurrent: () => boolean;
  /** Ms since the last answer of the database, and how often the connection was lost and made again. */
  readonly state: () => { readonly silentMs: number; readonly reconnects: number };
  readonly stop: () => Promise<void>;
}

interface Options {
  readonly db: Pick<Database, 'connection' | 'kind'>;
  readonly log: Log;
}

/**
 * Hears every event over one connection of its own. When that is lost it is made anew with growing pauses, and then every
 * handler is called, for what was published in between is lost. Resolves once it listens; fails when it cannot.
 */
export const openBus = async ({ db: { connection, kind }, log }: Options): Promise<Bus> => {
  const handlers: { readonly name: string; readonly handle: () => void }[] = [];
  const ended = new AbortController();
  let current: { client: pg.Client; beat?: NodeJS.Timeout } | undefined;
  /** When the last heartbeat was sent that was answered; events come before the answer. */
  let heard = Number.NEGATIVE_INFINITY;
  let reviving: Promise<void> = Promise.resolve();
  let lastHeard = performance.now();
  let reconnects = 0;

  /** Calls the handlers of one event, or all of them. */
  const call = (heard: string | null): void => {
    for (const { name, handle } of handlers) if (heard === null || name === heard) handle();
  };

  const lose = (client: pg.Client): void => {
    if (current?.client !== client || ended.signal.aborted) return;
    clearTimeout(current.beat);
    current = undefined;
    heard = Number.NEGATIVE_INFINITY;
    // An embedded server's supervisor tells of it itself.
    log[kind === 'server' ? 'warn' : 'debug']('the connection to the database was lost; it is made again');
    client.end().catch(() => {});
    reviving = revive();
  };

  const open = async (): Promise<void> => {
    const client = new pg.Client({ ...clientConfig(connection), query_timeout: PATIENCE_MS });
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
    current = { client };
    await beat(client);
  };

  /** A peer that vanished without a word is only noticed by asking. */
  const beat = async (client: pg.Client): Promise<void> => {
    const sent = performance.now();
    try {
      await client.query('select 1');
    } catch {
      return lose(client);
    }
    if (current?.client !== client || ended.signal.aborted) return;
    heard = sent;
    lastHeard = sent;
    current.beat = setTimeout(beat, HEARTBEAT_MS, client).unref();
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
      reconnects += 1;
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
    state: () => ({ silentMs: performance.now() - lastHeard, reconnects }),
    isCurrent: () => performance.now() - heard < CURRENT_MS,
    stop: async () => {
      ended.abort();
      await reviving;
      if (!current) return;
      clearTimeout(current.beat);
      await current.client.end().catch(() => {});
    },
  };
};
