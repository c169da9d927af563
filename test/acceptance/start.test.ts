import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { freePort } from '#test/support/cli.ts';
import { expectLine, failedStarts } from '#test/support/failed-start.ts';
import { answering, type Ended, launch, processesWith } from '#test/support/launch.ts';
import { canRunAs } from '#test/support/processes.ts';

/** Starts that cannot be: through kinodex.mjs, as an operator meets them. */

vi.setConfig({ testTimeout: 90_000 });

const { folder, newFolder, serve } = failedStarts();
const isRoot = process.getuid?.() === 0;
const nobody = 65534;

describe('a start ends with a line that names the setting, its value and the remedy', () => {
  it('where settings are wrong', async () => {
    await serve({ PORT: '80x' }, "PORT must be a number from 1 to 65535, not '80x'");
  });

  it('where the data folder is a file, lies below one, or is taken away by the system', async () => {
    const file = join(folder, 'a file');
    writeFileSync(file, '');
    await serve(
      { KINODEX_DATA: file },
      new RegExp(`^KINODEX_DATA=${file}: .* is a file where a folder is needed; move it away, or set KINODEX_DATA`),
    );
    await serve(
      { KINODEX_DATA: `${file}/data` },
      /^KINODEX_DATA=.*\/a file\/data: .* lies below a file; move that file away, or set KINODEX_DATA/,
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
      await serve(
        { KINODEX_DATA: roots },
        new RegExp(
          `^KINODEX_DATA=${roots}: \\S.* belongs to another user \\(uid 0, not 65534\\); run this as that user or as root, or set`,
        ),
        uid,
      );
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
    await expect
      .poll(said)
      .toMatch(/redis: REDIS_URL=redis:\/\/:\*\*\*@\S+: nothing there answers as Redis does; start it/);
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
      new RegExp(
        `^KINODEX_DATA=${data}: another instance of Kinodex \\(pid \\d+\\) uses the database in .*; stop that one, or set KINODEX_DATA to another folder\n$`,
      ),
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

  it('refuses --yes without what it is for', async () => {
    expect(await command(['import', 'imdb-datasets', folder, '--yes'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        "option '--yes' is for --complete, which is not there\nkinodex import imdb-datasets --help tells how it is used\n",
    });
  });

  it('says of a folder that may not be read just that', async () => {
    const missing = await command(['import', 'imdb-datasets', join(folder, 'missing')]);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringMatching(/^[^\n]*missing[^\n]*\n$/)]);
  });
});
