import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, kinodex, type Served, serveProduct } from './cli.ts';
import { findExternalServer, onServer } from './server.ts';

export interface Nodes {
  /** The shared database. */
  readonly databaseUrl: string;
  /** Starts one more node on the shared database. */
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<Served>;
  /** The data folder of a node. */
  readonly folderOf: (node: Served) => string;
  /** Runs a command on the shared database; rejects when it fails. */
  readonly run: (...args: string[]) => Promise<string>;
  readonly query: <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>;
  readonly close: () => Promise<void>;
}

const SECRET = 'a secret that all the nodes share!!';

/** Nodes as an operator runs several: processes on one database of an external server; null where there is none. */
export const openNodes = async (): Promise<Nodes | null> => {
  const server = await findExternalServer();
  if (server === null) return null;
  const name = `kinodex_test_${Math.floor(Date.now() / 1000)}_${process.pid}_${randomUUID().slice(0, 8)}`;
  await onServer({ address: { url: server } }, (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8'`),
  );
  const address = new URL(server);
  address.pathname = `/${name}`;
  const home = mkdtempSync(join(tmpdir(), 'kinodex-nodes-'));
  const shared = { DATABASE_URL: address.href, KINODEX_SECRET: SECRET };
  const nodes: Served[] = [];
  const folderOf = (port: string): string => join(home, port);
  return {
    databaseUrl: address.href,
    start: async (settings = {}) => {
      const port = String(await freePort());
      const node = await serveProduct({ ...shared, PORT: port, KINODEX_DATA: folderOf(port), ...settings });
      nodes.push(node);
      return node;
    },
    folderOf: ({ url }) => folderOf(new URL(url).port),
    run: async (...args) => (await kinodex({ ...shared, KINODEX_DATA: home }, ...args)).stdout.trim(),
    query: async <Row extends Record<string, unknown>>(text: string) => {
      const { default: pg } = await import('pg');
      const client = new pg.Client({ connectionString: address.href });
      await client.connect();
      try {
        return (await client.query<Row>(text)).rows;
      } finally {
        await client.end();
      }
    },
    close: async () => {
      for (const node of nodes)
        if (node.child.exitCode === null && node.child.signalCode === null) await node.end('SIGTERM');
      await onServer({ address: { url: server } }, (client) => client.query(`drop database ${name} with (force)`));
      rmSync(home, { recursive: true, force: true });
    },
  };
};
