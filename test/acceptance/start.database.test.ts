import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort, kinodex } from '#test/support/cli.ts';
import { failedStarts } from '#test/support/failed-start.ts';
import { answering, launch, turningAway } from '#test/support/launch.ts';
import { findExternalServer, onServer } from '#test/support/server.ts';

/** Starts that cannot be for want of a database: through kinodex.mjs, as an operator meets them. */

vi.setConfig({ testTimeout: 90_000 });

const { folder, newFolder, serve } = failedStarts();
const external = await findExternalServer();

describe('a start ends with a line that names the address of the database and the remedy', () => {
  const url = (port: number, rest = 'films') => `postgres://ann:secret@127.0.0.1:${port}/${rest}`;
  const shown = (port: number) => `DATABASE_URL=postgres://ann:***@127.0.0.1:${port}/films: `;

  it('where the database turns it away', async () => {
    const message = 'password authentication failed for user "ann"';
    const port = await answering(turningAway('28P01', message));
    await serve(
      { DATABASE_URL: url(port) },
      `${shown(port)}${message}: user or password is refused; correct them in the address`,
    );
  });

  it('where nothing listens for the database, nobody knows its host, or no PostgreSQL answers', async () => {
    const port = await freePort();
    await serve(
      { DATABASE_URL: url(port) },
      `${shown(port)}nothing listens there; start PostgreSQL, or correct the address`,
    );
    await serve(
      { DATABASE_URL: 'postgres://ann@films.invalid/films' },
      'DATABASE_URL=postgres://ann@films.invalid/films: no address is known for this host; correct its name',
    );
    await serve({ DATABASE_URL: `postgres://ann@localhost/films?host=${folder}` }, /: nothing listens there; /);
    const web = await answering(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await serve({ DATABASE_URL: url(web) }, /: what answers there is no PostgreSQL; correct the address\n$/);
    await serve({ DATABASE_URL: url(await answering(null)) }, /: no answer from there; /);
    const plain = await answering(Buffer.from('N'));
    await serve(
      { DATABASE_URL: url(plain, 'films?sslmode=require') },
      /\?sslmode=require: the server speaks no TLS; leave sslmode out of the address\n$/,
    );
  });

  it('where the server refuses in a way of its own', async () => {
    const port = await answering(turningAway('57P02', 'terminating connection because of crash'));
    await serve(
      { DATABASE_URL: url(port) },
      `${shown(port)}terminating connection because of crash (57P02): the server ended the connection; look whether it is being stopped, and try again`,
    );
  });

  describe.skipIf(external === null)('of a server', () => {
    const server = { address: { url: external ?? '' } };
    const name = `kinodex_start_${process.pid}`;
    const at = (user?: string): string => {
      const address = new URL(external ?? '');
      address.pathname = `/${name}`;
      if (user) address.username = user;
      return address.href;
    };
    const run = (...statements: readonly string[]) =>
      onServer(server, async (client) => {
        for (const one of statements) await client.query(one);
      });
    const renew = (kind: string) =>
      run(`drop database if exists ${name} with (force)`, `create database ${name} template template0 ${kind}`);
    const inside = async (statement: string): Promise<readonly object[]> => {
      const client = new pg.Client({ connectionString: at() });
      await client.connect();
      return (await client.query(statement).finally(() => client.end())).rows;
    };
    beforeAll(() => run(`create role ${name} login password 'secret'`));
    beforeEach(() => renew("encoding 'UTF8'"));
    afterAll(() => run(`drop database ${name} with (force)`, `drop role ${name}`));

    it('where the database is of another encoding, or not its own', async () => {
      await serve(
        { DATABASE_URL: at(name) },
        /: permission denied .*: this user may not create there; make it the owner/,
      );
      await renew("encoding 'SQL_ASCII' locale 'C'");
      await serve({ DATABASE_URL: at() }, /^DATABASE_URL=\S+: the database is encoded as SQL_ASCII; make one with: /);
    });

    it('where the database, or its user, has no connection left, or takes none', async () => {
      await serve({ DATABASE_URL: `${at()}?options=-c%20films=1` }, /"films" \(42704\): correct the address, or look /);
      await run(`alter database ${name} connection limit 0`);
      await serve(
        { DATABASE_URL: at(name) },
        /: this database has all its connections; raise its limit \(alter database /,
      );
      await run(`alter role ${name} connection limit 0`);
      await serve({ DATABASE_URL: at(name) }, /: this user has all its connections; raise its limit \(alter role /);
      await run(`alter database ${name} allow_connections false`);
      await serve({ DATABASE_URL: at() }, /\(55000\): the database takes no connections; allow them \(alter database /);
    });

    it('where the database is another program’s', async () => {
      await inside('create table aka (id int)');
      await serve(
        { DATABASE_URL: at() },
        /: the migration 0001-catalogue\.sql failed and was taken back: relation "aka" already exists \(42P07\): this is no database of Kinodex, /,
      );
      await inside('alter table schema_migrations rename name to version');
      await serve({ DATABASE_URL: at() }, /: column "name" does not exist \(42703\): this is no database of Kinodex, /);
    });

    it('a version that cannot be loaded leaves an empty database empty', async () => {
      const hook = encodeURIComponent(`import node from 'node:module';
        node.registerHooks?.({ resolve: (file, context, next) => {
          if (/\\/start(?:-[^/]+)?\\.[jt]s$/.test(file)) throw new Error('start.ts cannot be read');
          return next(file, context);
        } });`);
      const NODE_OPTIONS = `--import=data:text/javascript,${hook}`;
      const env = { DATABASE_URL: at(), KINODEX_DATA: newFolder(), PORT: String(await freePort()), NODE_OPTIONS };
      const { code, stderr } = await launch(['serve'], { env }).ended;
      expect(code).toBe(1);
      expect(stderr).toContain('start.ts cannot be read');
      const tables = `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`;
      expect(await inside(tables)).toEqual([{ n: 0 }]);
    });

    it('where the database takes reads only', async () => {
      await kinodex({ DATABASE_URL: at(), KINODEX_DATA: newFolder() }, 'migrate');
      await run(`alter database ${name} set default_transaction_read_only = on`);
      await serve({ DATABASE_URL: at() }, /: it is read-only, perhaps a standby; name the primary server\n$/);
    });
  });
});
