import pg from 'pg';
import type { Executor } from './database.ts';
import { type ConnectionSettings, clientConfig, sever } from './pool.ts';

/** Runs work on a connection of its own, whose statements take as long as they take; they fail once `signal` is aborted. */
export const patiently = async <Result>(
  connection: ConnectionSettings,
  work: (own: Executor) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> => {
  const client = new pg.Client(clientConfig(connection));
  client.on('error', () => {});
  const cut = (): void => sever(client);
  try {
    signal?.throwIfAborted();
    await client.connect();
    signal?.addEventListener('abort', cut, { once: true });
    // The server looks whether there is still somebody whom it works for.
    await client.query(`set statement_timeout = 0; set client_connection_check_interval = '2s'`);
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', cut);
    client.end().catch(() => {});
  }
};
