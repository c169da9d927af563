import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { freePort, kinodex, serveProduct } from '#test/support/cli.ts';
import { failedStarts } from '#test/support/failed-start.ts';
import { findExternalServer, onServer } from '#test/support/server.ts';

vi.setConfig({ testTimeout: 90_000 });

const { newFolder } = failedStarts();
const external = await findExternalServer();

describe.skipIf(external === null)('a start with payments on', () => {
  const server = { address: { url: external ?? '' } };
  const name = `kinodex_terms_${process.pid}`;

  it('warns of a source whose terms forbid to take money for its data', async () => {
    await onServer(server, (client) => client.query(`create database ${name} encoding 'UTF8' template template0`));
    try {
      const url = new URL(server.address.url);
      url.pathname = `/${name}`;
      const settings = { DATABASE_URL: url.href, KINODEX_DATA: newFolder(), PORT: String(await freePort()) };
      await kinodex(settings, 'migrate');
      const client = new pg.Client(url.href);
      await client.connect();
      await client.query(`insert into title (id, type, title, adult, source, fetched_at)
        values (1, 'M', 'Borrowed', false, 'omdb', now())`);
      await client.end();
      const product = await serveProduct({ ...settings, PAYMENT_PROVIDER: 'sandbox' });
      await expect
        .poll(product.said)
        .toContain('payments are on, and these terms forbid to take money for the data: OMDb (omdb)');
      await product.end('SIGTERM');
    } finally {
      await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    }
  });
});
