import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { isAlive } from '#server/platform/db/embedded-lock.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { installBrowser } from './browser.ts';
import { silentLog } from './log.ts';
import { connectionTo, findExternalServer, onServer, type TestServer } from './server.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const folderName = 'kinodex-test-';
const leftAfter = '1 hour';

/** Tests need speed, not durability. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
};

const roomyFolder = (): string => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > 1e9) return '/dev/shm';
  } catch {
    // Not a Linux machine.
  }
  return tmpdir();
};

/** Removes what earlier runs that were killed have left. */
const sweep = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^kinodex-test-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
};

const fillTemplate = async (server: TestServer): Promise<void> => {
  await onServer(server, (client) =>
    client.query(`create database ${server.template} template template0 encoding 'UTF8'`),
  );
  const client = new pg.Client(connectionTo(server, server.template));
  await client.connect();
  try {
    await migrate(client, migrations);
  } finally {
    await client.end();
  }
};

const useEmbedded = async (project: TestProject): Promise<() => Promise<void>> => {
  const parent = roomyFolder();
  sweep(parent);
  const folder = mkdtempSync(join(parent, `${folderName}${process.pid}-`));
  chmodSync(folder, 0o711);
  const programs = join(folder, 'programs');
  const embedded = await startEmbedded({
    home: join(folder, 'postgres'),
    programs,
    log: silentLog,
    settings: fastSettings,
    disk: { low: 0, ballast: 0 },
  });
  const socketFolder = embedded.connection.host;
  const close = async (): Promise<void> => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
    rmSync(socketFolder, { recursive: true, force: true });
  };
  const server: TestServer = { address: { socketFolder }, prefix: 't_', template: 'template_migrated' };
  project.provide('testServer', server);
  project.provide('programs', programs);
  return fillTemplate(server).then(
    () => close,
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
};

const dropAll = async (server: TestServer, which: string, values: string[]): Promise<void> =>
  onServer(server, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where ${which}`,
      values,
    );
    for (const { name } of rows)
      await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
  });

const useExternal = async (project: TestProject): Promise<() => Promise<void>> => {
  const url = await findExternalServer();
  if (url === null) throw new Error('the PostgreSQL that answered a moment ago no longer does');
  const prefix = `kinodex_test_${Math.floor(Date.now() / 1000)}_${process.pid}_`;
  const server: TestServer = { address: { url }, prefix, template: `${prefix}template` };
  await dropAll(
    server,
    `datname ~ '^kinodex_test_\\d+_\\d+_' and to_timestamp(split_part(datname, '_', 3)::bigint) < now() - $1::interval`,
    [leftAfter],
  );
  project.provide('testServer', server);
  project.provide('programs', null);
  const close = (): Promise<void> => dropAll(server, 'starts_with(datname, $1)', [prefix]);
  return fillTemplate(server).then(
    () => close,
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
};

/**
 * Starts the server of a test project and makes the migrated template that each test file clones.
 * The browser is installed here, once: workers that install it at the same moment refuse each other.
 */
export default (project: TestProject): Promise<() => Promise<void>> => {
  if (project.name === 'server') return useExternal(project);
  installBrowser();
  return useEmbedded(project);
};
