import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionSettings } from '#server/platform/db/pool.ts';

/** A server that tests make their databases on: an address without the database, which is named per test file. */
export type TestServer = {
  readonly address: { readonly url: string } | { readonly socketFolder: string };
  /** What the names of all its test databases begin with. */
  readonly prefix: string;
  readonly template: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
    /** Folder of the copies of the embedded server's programs; null on an external server. */
    programs: string | null;
  }
}

const usualServer = 'postgres://postgres@127.0.0.1:5432/postgres';

/** Connection settings for one database of the server. */
export const connectionTo = ({ address }: Pick<TestServer, 'address'>, database: string): ConnectionSettings => {
  if ('socketFolder' in address) return { host: address.socketFolder, port: 5432, user: 'kinodex', database };
  const url = new URL(address.url);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
};

/** Runs `work` on a connection of its own to the database named `postgres`. */
export const onServer = async <Result>(
  server: Pick<TestServer, 'address'>,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ ...connectionTo(server, 'postgres'), connectionTimeoutMillis: 30_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** The external server tests run on as well: TEST_DATABASE_URL, or the usual local one when it answers, else null. */
export const findExternalServer = async (): Promise<string | null> => {
  const named = process.env.TEST_DATABASE_URL;
  const url = named || usualServer;
  try {
    await Promise.race([
      onServer({ address: { url } }, (client) => client.query('select 1')),
      pause(30_000, undefined, { ref: false }).then(() => Promise.reject(new Error('it does not answer within 30 s'))),
    ]);
    return url;
  } catch (error) {
    if (named) throw new Error('TEST_DATABASE_URL names a PostgreSQL that cannot be used', { cause: error });
    return null;
  }
};
