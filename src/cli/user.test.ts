import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createPasswords } from '#server/modules/accounts/password.ts';
import { command } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';

const db = await testDatabase();

/** The test's database as the product's settings name one. */
const address = (): string => {
  const { connection, name } = db;
  if ('connectionString' in connection && connection.connectionString) return connection.connectionString;
  const { host = '' } = connection as { readonly host?: string };
  return `postgres://kinodex@localhost/${name}?host=${encodeURIComponent(host)}`;
};
const settings = { DATABASE_URL: address(), KINODEX_SECRET: 'a secret of at least 32 characters' };

const user = (...args: string[]) => command(settings, 'user', ...args);
const rowOf = async (email: string) =>
  (await db.query('select role, password, deleted_at from account where email = $1', [email])).rows[0];

describe('kinodex user', () => {
  it('makes users, changes their roles and passwords, and deletes them', async () => {
    const named = ['--email', 'ann@example.org'];
    await user('create', ...named, '--password', 'correct horse', '--admin');
    const made = await rowOf('ann@example.org');
    expect(made).toMatchObject({ role: 'ADMIN', password: expect.stringMatching(/^\$argon2id\$/) });
    const tokens = `select 1 from api_token t join account a on a.id = t.account_id where a.email = 'ann@example.org'`;
    expect((await db.query(tokens)).rows).toHaveLength(1);

    await expect(user('second-factor-off', ...named)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no second factor.'),
    });
    const on = `insert into second_factor (account_id, sealed, confirmed_at) select id, '', now() from account where email = 'ann@example.org'`;
    await db.query(on);
    await user('second-factor-off', ...named);
    expect((await db.query('select from second_factor')).rowCount).toBe(0);

    const { stdout: link } = await user('email-link', ...named, '--to', 'anna@example.org');
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/#\/new-address\?email=anna%40example\.org&link=[\w-]{32}\n$/);
    for (const [email, to, problem] of [
      ['ann@example.org', 'no address', 'New email must be a valid email address'],
      ['ann@example.org', 'ANN@example.org', 'New email is the address of the account already'],
      ['nobody@example.org', 'anna@example.org', 'There is no user with this email.'],
    ] as const)
      await expect(user('email-link', '--email', email, '--to', to)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(problem),
      });

    await expect(user('delete', ...named)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This is the last administrator.'),
    });
    const { stdout } = await user('reset-password', ...named);
    expect(stdout).toMatch(/^[0-9A-Za-z]{20}\n$/);
    expect((await rowOf('ann@example.org'))?.password).not.toBe(made?.password);

    await user('create', '--email', 'bob@example.org', '--password', 'correct horse');
    expect(await rowOf('bob@example.org')).toMatchObject({ role: 'USER' });
    await user('role', '--email', 'bob@example.org', '--role', 'ADMIN');
    expect(await rowOf('bob@example.org')).toMatchObject({ role: 'ADMIN' });
    await user('delete', ...named);
    expect(await rowOf('ann@example.org')).toBeUndefined();
  });

  it('prints a link that gives an account of the command line its first password', async () => {
    const named = ['--email', 'me+films@example.org'];
    const made = await command(settings, 'token', 'create', ...named);
    expect(made.stdout).toMatch(/^kdx_\w{38}\n$/);
    expect(made.stderr).toContain('npx kinodex user invite --email me+films@example.org');
    const { stdout } = await user('invite', ...named);
    const { origin, pathname, hash } = new URL(stdout.trim());
    expect([origin, pathname]).toEqual(['http://127.0.0.1:8080', '/']);
    const [page, query] = hash.split('?');
    expect(page).toBe('#/register');
    const link = Object.fromEntries(new URLSearchParams(query));
    expect(link).toEqual({ email: 'me+films@example.org', invitation: expect.stringMatching(/^[\w-]{32}$/) });
    await expect(user('create', ...named, '--password', '123456')).rejects.toMatchObject({
      stderr: expect.stringContaining('Password is one of the most common ones'),
    });
    await user('reset-password', ...named);
    await expect(user('invite', ...named)).rejects.toMatchObject({
      stderr: expect.stringContaining('has a password'),
    });
    expect((await command(settings, 'token', 'create', ...named)).stderr).not.toContain('invite');
  });

  it('reads a password from standard input', async () => {
    const args = ['user', 'create', '--email', 'eve@example.org', '--password', '-'];
    const env = { ...settings, PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/' };
    const running = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { env });
    running.child.stdin?.end('correct horse\n');
    await running;
    const passwords = createPasswords({ secret: settings.KINODEX_SECRET });
    const phc = String((await rowOf('eve@example.org'))?.password);
    expect(await passwords.verify(phc, 'correct horse')).toBe(true);
  });

  it('is refused in one line with another secret than the database was used with, until that is accepted', {
    timeout: 60_000,
  }, async () => {
    const named = ['--email', 'zoe@example.org'];
    await user('create', ...named, '--password', 'correct horse');
    const other = { ...settings, KINODEX_SECRET: 'another secret of 32 characters or more' };
    const refused = command(other, 'token', 'create', ...named);
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^KINODEX_SECRET is not the secret .*kinodex secret accept.*\n$/),
    });
    await command(other, 'secret', 'accept');
    await command(other, 'user', 'reset-password', ...named);
    await command(settings, 'secret', 'accept');
  });
});
