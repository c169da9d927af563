import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type ConnectionSettings, clientConfig } from './pool.ts';

const heartbeatEvery = 15_000;
const firstPause = 100;
const longestPause = 5_000;

export type Stop = () => Promise<void>;

/**
 * Listens on a channel over a connection of its own. When that is lost (`on.lost`) it is made anew with growing pauses, and
 * `on.gap` is called after each return: what was said in between is lost, so whoever keeps copies must drop them.
 * Resolves once the first connection listens; fails when that cannot be made.
 */
export const listenOn = async (
  connection: ConnectionSettings,
  channel: string,
  on: { payload(text: string): void; gap(): void; lost?(): void },
): Promise<Stop> => {
  const ended = new AbortController();
  let current: { client: pg.Client; beat: NodeJS.Timeout } | undefined;
  let reviving: Promise<void> = Promise.resolve();

  const lose = (client: pg.Client): void => {
    if (current?.client !== client || ended.signal.aborted) return;
    clearInterval(current.beat);
    current = undefined;
    on.lost?.();
    client.end().catch(() => {});
    reviving = revive();
  };

  const open = async (): Promise<void> => {
    const client = new pg.Client({ ...clientConfig(connection), query_timeout: heartbeatEvery / 3 });
    client.on('notification', (message) => on.payload(message.payload ?? ''));
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    // A peer that vanished without a word is only noticed by asking.
    const beat = setInterval(() => client.query('select 1').catch(() => lose(client)), heartbeatEvery).unref();
    current = { client, beat };
  };

  const revive = async (): Promise<void> => {
    for (let wait = firstPause; !ended.signal.aborted; wait = Math.min(wait * 2, longestPause)) {
      try {
        await pause(wait, undefined, { signal: ended.signal });
        await open();
      } catch {
        continue;
      }
      if (ended.signal.aborted) return;
      on.gap();
      return;
    }
  };

  await open();
  return async () => {
    ended.abort();
    await reviving;
    if (!current) return;
    clearInterval(current.beat);
    await current.client.end().catch(() => {});
  };
};
