import { connect, createServer, type Socket } from 'node:net';
import type { ConnectionSettings } from '#server/platform/db/pool.ts';
import type { TestDatabase } from './database.ts';

/** A way to a database that can be made to carry nothing, with every connection staying open. */
export const silenceable = async (db: TestDatabase) => {
  const { connection } = db;
  const settings = connection as { host?: string; port?: number; connectionString?: string };
  const url = settings.connectionString ? new URL(settings.connectionString) : undefined;
  const target = url
    ? { host: url.hostname, port: Number(url.port || 5432) }
    : { path: `${settings.host}/.s.PGSQL.${settings.port}` };
  const pairs = new Set<[Socket, Socket]>();
  let held = false;
  const server = createServer((from) => {
    const to = connect(target);
    const pair: [Socket, Socket] = [from, to];
    pairs.add(pair);
    for (const [one, other] of [pair, [to, from] as const]) {
      one.on('error', () => {});
      one.on('data', (bytes) => other.write(bytes));
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
    if (held) for (const one of pair) one.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const user = url ? url.username : 'kinodex';
  const password = url?.password ? `:${url.password}` : '';
  const way: ConnectionSettings = { connectionString: `postgres://${user}${password}@127.0.0.1:${port}/${db.name}` };
  const hold = (on: boolean): void => {
    held = on;
    for (const pair of pairs) for (const one of pair) on ? one.pause() : one.resume();
  };
  return { way, hold, close: () => void server.close() };
};
