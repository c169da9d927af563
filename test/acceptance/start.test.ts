import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#test/support/cli.ts';
import { answering, type Ended, launch, processesWith, turningAway } from '#test/support/launch.ts';
import { canRunAs } from '#test/support/processes.ts';
import { findExternalServer, onServer } from '#test/support/server.ts';

/** Starts that cannot be: through kinodex.mjs, as an operator meets them. */

vi.setConfig({ testTimeout: 90_000 });

const folder = mkdtempSync(join(tmpdir(), 'kinodex start '));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const isRoot = process.getuid?.() === 0;
const nobody = 65534;
const external = await findExternalServer();
let count = 0;
const newFolder = (): string => join(folder, `data ${++count}`);

/** Ends with 1, one line on standard error, and nothing left running. */
const expectLine = ({ code, stdout, stderr }: Ended, line: RegExp | string, data: string): void => {
  expect(stderr).toMatch(/^[^\n]+\n$/);
  if (typeof line === 'string') expect(stderr).toBe(`${line}\n`);
  else expect(stderr).toMatch(line);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(processesWith(data)).toEqual([]);
};

const serve = async (env: Record<string, string>, line: RegExp | string, uid?: number): Promise<void> => {
  const data = env.KINODEX_DATA ?? newFolder();
  const settings = { PORT: String(await freePort()), KINODEX_DATA: data, LOG_LEVEL: 'warn', ...env };
  expectLine(await launch(['serve'], { env: settings, ...(uid === undefined ? {} : { uid }) }).ended, line, data);
};

describe('a start ends with a line that names the setting, its value and the remedy', () => {
  const url = (port: number, rest = 'films') => `postgres://ann:secret@127.0.0.1:${port}/${rest}`;
  const shown = (port: number) => `DATABASE_URL=postgres://ann:***@127.0.0.1:${port}/films: `;

  it('where settings are wrong', async () => {
    await serve({ PORT: '80x' }, "PORT must be a number from 1 to 65535, not '80x'");
  });

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
  });

  it.skipIf(external === null)('where the database is of another encoding, or not its own', async () => {
    const server = { address: { url: external ?? '' } };
    const name = `kinodex_start_${process.pid}`;
    const at = (user?: string): string => {
      const address = new URL(external ?? '');
      address.pathname = `/${name}`;
      if (user) address.username = user;
      return address.href;
    };
    await onServer(server, async (client) => {
      await client.query(`create role ${name} login password 'secret'`);
      await client.query(`create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`);
    });
    try {
      await serve({ DATABASE_URL: at() }, /^DATABASE_URL=\S+: the database is encoded as SQL_ASCII; make one with: /);
      await onServer(server, async (client) => {
        await client.query(`drop database ${name}`);
        await client.query(`create database ${name} template template0 encoding 'UTF8'`);
      });
      await serve(
        { DATABASE_URL: at(name) },
        /: permission denied .*: this user may not create there; make it the owner/,
      );
    } finally {
      await onServer(server, async (client) => {
        await client.query(`drop database ${name}`);
        await client.query(`drop role ${name}`);
      });
    }
  });

  it('where the data folder is a file, lies below one, or is taken away by the system', async () => {
    const file = join(folder, 'a file');
    writeFileSync(file, '');
    await serve({ KINODEX_DATA: file }, new RegExp(`^KINODEX_DATA=${file}: .* is a file where a folder is needed`));
    await serve(
      { KINODEX_DATA: `${file}/data` },
      /^KINODEX_DATA=.*\/a file\/data: .* lies below a file, or set KINODEX_DATA/,
    );
  });

  it.skipIf(isRoot && !canRunAs(nobody))(
    'where the data folder is another’s, or has no room for this user',
    async () => {
      const uid = isRoot ? nobody : undefined;
      const closed = newFolder();
      mkdirSync(closed, { mode: 0o500 });
      if (isRoot) chownSync(closed, nobody, nobody);
      await serve(
        { KINODEX_DATA: closed },
        new RegExp(`^KINODEX_DATA=${closed}: .* may not be read or written by`),
        uid,
      );
      if (!isRoot) return;
      const roots = newFolder();
      mkdirSync(join(roots, 'postgres'), { recursive: true, mode: 0o755 });
      await serve({ KINODEX_DATA: roots }, /belongs to another user \(uid 0, not 65534\)/, uid);
    },
  );
});

describe('a product whose address cannot be had', () => {
  const data = newFolder();
  const start = async (env: Record<string, string>): Promise<Ended> =>
    launch(['serve'], { env: { KINODEX_DATA: data, LOG_LEVEL: 'error', PORT: String(await freePort()), ...env } })
      .ended;

  it('says so, lets go of its database and ends, so that the next start finds all free', async () => {
    const port = await answering(null);
    const taken = await start({ PORT: String(port) });
    expect(taken.stdout).toBe('The embedded catalogue was loaded.\n');
    expectLine(
      { ...taken, stdout: '' },
      `PORT=${port}: another program listens on 127.0.0.1:${port}; stop it, or set PORT to a free one`,
      data,
    );
    const elsewhere = { PUBLIC_URL: 'http://films.example' };
    expectLine(
      await start({ ...elsewhere, HOST: '192.0.2.1' }),
      /^HOST=192\.0\.2\.1: this machine has no such address; /,
      data,
    );
    expectLine(
      await start({ ...elsewhere, HOST: 'films.invalid' }),
      /^HOST=films\.invalid: no address is known for this name; /,
      data,
    );
    const socket = `kinodex-${createHash('sha256').update(join(data, 'postgres')).digest('hex').slice(0, 12)}`;
    expect(['/run', tmpdir(), '/tmp'].filter((parent) => existsSync(join(parent, socket)))).toEqual([]);
  });

  it('does not wait for a Redis that is away: it says so once and counts in the database', async () => {
    const port = await freePort();
    const env = { KINODEX_DATA: data, PORT: String(port), REDIS_URL: `redis://:secret@127.0.0.1:${await freePort()}` };
    const { child, said, ended } = launch(['serve'], { env });
    await expect.poll(said).toContain('Kinodex answers at');
    const second = await launch(['serve'], { env: { ...env, PORT: String(await freePort()) } }).ended;
    expectSecond(second);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect(
      said()
        .split('\n')
        .filter((line) => line.includes('Redis is not used')),
    ).toHaveLength(1);
    expect(said()).not.toContain('secret');
    expect(processesWith(data)).toEqual([]);
  });

  const expectSecond = ({ code, stderr }: Ended): void => {
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^KINODEX_DATA: another instance of Kinodex \(pid \d+\) uses the database in .*; stop that one, or set KINODEX_DATA to another folder\n$/,
    );
  };
});

describe('a command', () => {
  const command = (args: readonly string[], more: Parameters<typeof launch>[1] = {}) =>
    launch(args, { ...more, env: { KINODEX_DATA: newFolder(), ...more.env } }).ended;

  it('that there is not is called so, and which one was meant', async () => {
    expect(await command(['sevre'])).toEqual({
      code: 1,
      stdout: '',
      stderr: "unknown command 'sevre' (did you mean serve?)\nkinodex --help tells how it is used\n",
    });
    expect((await command(['user', 'craete'])).stderr).toMatch(
      /^unknown command 'craete' \(did you mean create\?\)\nkinodex user --help/,
    );
    expect((await command(['--prot'])).code).toBe(1);
  });

  it('tells of what was probably meant as a setting', async () => {
    const { stderr } = await command(['serve'], {
      env: { PROT: '9000', DATABASE_ULR: 'x', KINODEX_FOO: '1', PORT: '0' },
    });
    expect(stderr).toBe("PORT must be a number from 1 to 65535, not '0'\n");
    const warned = await command(['migrate'], { env: { PROT: '9000', DATABASE_ULR: 'secret', KINODEX_FOO: '1' } });
    expect([...warned.stderr.matchAll(/"msg":"(\S+) is no setting/g)].map(([, name]) => name)).toEqual([
      'DATABASE_ULR',
      'KINODEX_FOO',
      'PROT',
    ]);
    expect(warned.stderr).not.toContain('secret');
    expect(warned.code).toBe(0);
  });

  it('says of a folder that may not be read just that', async () => {
    const missing = await command(['import', 'imdb-datasets', join(folder, 'missing')]);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringMatching(/^[^\n]*missing[^\n]*\n$/)]);
  });
});
