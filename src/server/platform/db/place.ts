import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SettingProblem } from '#server/kernel/problem.ts';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { LOCKS } from './locks.ts';
import { type ConnectionSettings, clientConfig } from './pool.ts';

const RETRY_MS = 1_000;

/** Another node serves from this database, and the two could not count together. */
export class PlaceTaken extends SettingProblem {
  override readonly name = 'PlaceTaken';
  constructor(database: string, alone: boolean) {
    const text = alone
      ? 'another node serves from it; several need REDIS_URL, the same for all of them, to count together: set it, or stop that one'
      : 'a node without REDIS_URL serves from it; give it REDIS_URL too, or stop it';
    super(`DATABASE_URL=${database}: ${text}`);
  }
}

export interface Place {
  readonly leave: () => Promise<void>;
}

const takeOn = async (connection: ConnectionSettings, alone: boolean): Promise<pg.Client | null> => {
  const client = new pg.Client(clientConfig(connection));
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(
      `select ${alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'}($1) as taken`,
      [LOCKS.place],
    );
    if (rows[0]?.taken) return client;
    await client.end();
    return null;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
};

/**
 * Takes this node's place at the database over a connection of its own, which gives it up when the node dies.
 * Throws PlaceTaken when nodes serve already that this one could not count with. A place lost with its connection is
 * taken again; when another node was quicker, that is logged.
 */
export const takePlace = async (
  { connection, place }: Pick<Database, 'connection' | 'place'>,
  alone: boolean,
  log: Log,
): Promise<Place> => {
  const ended = new AbortController();
  const first = await takeOn(connection, alone);
  if (!first) throw new PlaceTaken(place, alone);
  let current = first;
  let returning = Promise.resolve();
  const watch = (client: pg.Client): void => {
    client.once('end', () => {
      if (!ended.signal.aborted) returning = comeBack();
    });
  };
  const comeBack = async (): Promise<void> => {
    for (let refusals = 0; !ended.signal.aborted; ) {
      const client = await takeOn(connection, alone).catch(() => undefined);
      if (client) {
        current = client;
        watch(client);
        return;
      }
      // At first it may be this node's own lost connection that still holds the place.
      if (client === null && ++refusals === 5)
        log.error(
          'another node has taken the place of this one while the database was away: quotas may be counted twice',
        );
      await pause(RETRY_MS, undefined, { signal: ended.signal }).catch(() => {});
    }
  };
  watch(current);
  return {
    leave: async () => {
      ended.abort();
      await returning;
      await current.end().catch(() => {});
    },
  };
};
