import { randomUUID } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { createDatabase, type Database } from '#server/platform/db/database.ts';
import { silentLog } from './log.ts';
import { connectionTo, onServer, type TestServer } from './server.ts';

export type TestDatabase = Database & { readonly name: string };

const poolSize = 4;

const kindOf = ({ address }: TestServer): Database['kind'] => ('url' in address ? 'server' : 'embedded');

const open = (server: TestServer, name: string): Database =>
  createDatabase({ connection: connectionTo(server, name), kind: kindOf(server), poolSize, log: silentLog });

/** The template with the sample catalogue: whichever file of the run asks first makes it, and others wait. */
const sampleTemplate = (server: TestServer): Promise<string> =>
  onServer(server, async (client) => {
    const name = `${server.template}_sample`;
    const making = `${name}_making`;
    // Held until this connection ends.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const made = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (made.rows.length > 0) return name;
    await client.query(`drop database if exists ${making}`);
    await client.query(`create database ${making} template ${server.template}`);
    const database = open(server, making);
    // Not for the many files that want no catalogue.
    const { loadSample } = await import('#server/app/sample.ts');
    await loadSample(database).finally(database.close);
    await client.query(`alter database ${making} rename to ${name}`);
    return name;
  });
let withSample: Promise<string> | undefined;

const sourceOf = async (server: TestServer, holds: Holds): Promise<string> => {
  if (holds === 'nothing') return "template0 encoding 'UTF8'";
  if (holds === 'sample') withSample ??= sampleTemplate(server);
  const template = (holds === 'sample' && (await withSample)) || server.template;
  // Copying files is the quicker way only where nothing is flushed to disk.
  return `${template}${kindOf(server) === 'embedded' ? ' strategy file_copy' : ''}`;
};

/** What a database of tests begins with: no tables, all tables, or all tables with the sample catalogue in them. */
export type Holds = 'nothing' | 'tables' | 'sample';

/**
 * A database of the test file's own, dropped after it. What shows the product on it wants the sample, which `productOn`
 * would load otherwise. Called at the top of the file or in `beforeAll`.
 */
export const testDatabase = async (holds: Holds = 'tables'): Promise<TestDatabase> => {
  const server = inject('testServer');
  const name = `${server.prefix}${randomUUID().replaceAll('-', '')}`;
  const source = await sourceOf(server, holds);
  await onServer(server, async (client) => {
    await client.query(`create database ${name} template ${source}`);
    // No test ends this server: none can see whether what it was told had reached the disk.
    if (kindOf(server) === 'server') await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  const database = open(server, name);
  afterAll(async () => {
    await database.close();
    await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
  });
  return { ...database, name };
};
