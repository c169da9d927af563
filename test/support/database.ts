import { randomUUID } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { createDatabase, type Database } from '#server/platform/db/database.ts';
import { silentLog } from './log.ts';
import { connectionTo, onServer } from './server.ts';

export type TestDatabase = Database & { readonly name: string };

const poolSize = 4;

/**
 * A migrated (or, when asked, empty) database of the test file's own, dropped after it.
 * Called at the top of the file or in `beforeAll`.
 */
export const testDatabase = async (options: { readonly empty?: boolean } = {}): Promise<TestDatabase> => {
  const server = inject('testServer');
  const name = `${server.prefix}${randomUUID().replaceAll('-', '')}`;
  const kind = 'url' in server.address ? 'server' : 'embedded';
  // Copying files is the quicker way only where nothing is flushed to disk.
  const template = `${server.template}${kind === 'embedded' ? ' strategy file_copy' : ''}`;
  const source = options.empty ? "template0 encoding 'UTF8'" : template;
  await onServer(server, async (client) => {
    await client.query(`create database ${name} template ${source}`);
    // No test ends this server: none can see whether what it was told had reached the disk.
    if (kind === 'server') await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  const database = createDatabase({ connection: connectionTo(server, name), kind, poolSize, log: silentLog });
  afterAll(async () => {
    await database.close();
    await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
  });
  return { ...database, name };
};
