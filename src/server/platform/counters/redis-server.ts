import { createClient } from '@redis/client';
import type { Log } from '../log.ts';

/** Ms. The client's own timeout ends when a command is written; a server that hangs has taken it by then. */
const DEADLINE = 500;
/** Ms between tries to use a server again that is connected and failed. */
const AGAIN = 1_000;

export interface RedisServerOptions {
  /** redis://[[user]:password@]host[:port][/database], rediss:// for TLS. */
  readonly url: string;
  readonly log: Log;
}

export interface RedisServer {
  /** Runs a script on a key; null when the server cannot be reached in time, and it may or may not have done so. */
  readonly run: (script: string, key: string, args: readonly string[]) => Promise<unknown>;
  /** Whether it is used just now. */
  readonly inUse: () => boolean;
  /** Once it is used for the first time. */
  readonly opened: Promise<void>;
  readonly close: () => void;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * A Redis or Valkey for what may be lost. Keys carry the id of the server's run, so that one that comes back with an old
 * snapshot, and one that takes over, begin with nothing. It is given up at the first failure and taken up by itself.
 */
export const openRedisServer = ({ url, log }: RedisServerOptions, scripts: readonly string[]): RedisServer => {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => Math.min(20 * 2 ** retries, AGAIN) },
  });
  const hashes = new Map<string, string>();
  const first = Promise.withResolvers<void>();
  let run: string | null = null;
  /** Goes up with each failure and connection: what was learnt of a server before that is not believed afterwards. */
  let connection = 0;
  let told = false;
  let again: NodeJS.Timeout | undefined;

  const inTime = <T>(work: Promise<T>): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`no answer within ${DEADLINE} ms`)), DEADLINE);
    return Promise.race([work, promise]).finally(() => clearTimeout(timer));
  };

  const leave = (): void => {
    run = null;
    connection += 1;
  };

  const giveUp = (error: unknown): void => {
    leave();
    if (!told) log.warn({ why: wordsOf(error) }, 'Redis is not used until it answers again, the database counts');
    told = true;
    clearTimeout(again);
    again = setTimeout(takeUp, AGAIN).unref();
  };

  const identify = async (): Promise<string> => {
    for (const script of scripts) hashes.set(script, String(await client.sendCommand(['SCRIPT', 'LOAD', script])));
    const found = /^run_id:(\w+)/m.exec(String(await client.sendCommand(['INFO', 'server'])));
    if (!found?.[1]) throw new Error('it does not tell its run_id');
    return found[1];
  };

  const takeUp = async (): Promise<void> => {
    if (!client.isReady) return;
    leave();
    const asked = connection;
    try {
      const found = await inTime(identify());
      if (asked !== connection) return;
      run = found;
      clearTimeout(again);
      if (told) log.info('Redis is used again');
      told = false;
      first.resolve();
    } catch (error) {
      giveUp(error);
    }
  };

  client.on('error', giveUp);
  client.on('reconnecting', leave);
  client.on('ready', takeUp);
  // Fails only when it was closed before it was ever open.
  client.connect().catch(() => {});

  return {
    run: async (script, key, args) => {
      if (run === null) return null;
      try {
        return await inTime(client.sendCommand(['EVALSHA', hashes.get(script) ?? '', '1', `${run}:${key}`, ...args]));
      } catch (error) {
        giveUp(error);
        return null;
      }
    },
    inUse: () => run !== null,
    opened: first.promise,
    close: () => {
      leave();
      told = true;
      client.off('ready', takeUp);
      client.destroy();
      clearTimeout(again);
    },
  };
};
