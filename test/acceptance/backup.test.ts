import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, kinodex, MAIN, serveProduct } from '#test/support/cli.ts';
import { findExternalServer, onServer } from '#test/support/server.ts';

const external = await findExternalServer();
const home = mkdtempSync(join(tmpdir(), 'kinodex-moves-'));
// The user that the embedded server runs as has to get in.
chmodSync(home, 0o711);
const file = (name: string): string => join(home, name);
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Settings = Readonly<Record<string, string>>;

/** Runs a command and kills it without a word: when it has said something, or after so many ms. */
const killed = async (settings: Settings, args: readonly string[], after: number): Promise<void> => {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ...settings };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  await Promise.race([once(child.stderr, 'data').then(() => pause(after)), exited]);
  child.kill('SIGKILL');
  await exited;
};

describe.skipIf(external === null)('a backup on the command line', () => {
  const server = { address: { url: external ?? '' } };
  const name = `kinodex_moves_${process.pid}_${randomUUID().slice(0, 8)}`;
  const address = new URL(external ?? 'postgres://nowhere');
  address.pathname = `/${name}`;
  beforeAll(() =>
    onServer(server, (client) => client.query(`create database ${name} template template0 encoding 'UTF8'`)),
  );
  afterAll(() => onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`)));

  it('moves a product that serves from the embedded database to a server and back, also past kill -9', async () => {
    const port = String(await freePort());
    const own = { KINODEX_DATA: file('own'), PORT: port };
    const onServerNow = { KINODEX_DATA: file('moved'), PORT: port, DATABASE_URL: address.href };
    const back = { KINODEX_DATA: file('back'), PORT: port };
    const film = async (url: string, token: string) => {
      const answer = await fetch(`${url}/api/v1/movie/tt0068646`, { headers: { authorization: `Bearer ${token}` } });
      return answer.json() as Promise<{ code: number; data: unknown }>;
    };
    let product = await serveProduct(own);
    const token = (await kinodex(own, 'token', 'create', '--email', 'app@example.org')).stdout.trim();
    const before = await film(product.url, token);
    expect(before.code).toBe(200);

    await killed(own, ['backup', file('a.tar')], 0);
    expect(existsSync(file('a.tar'))).toBe(false);
    const told = await kinodex(own, 'backup', file('a.tar'));
    expect(told.stdout).toMatch(/a\.tar: [\d,]+ rows of \d+ tables, 0 pictures, the secret; version /);
    expect((await film(product.url, token)).code).toBe(200);
    await expect(kinodex(own, 'backup', file('a.tar'))).rejects.toMatchObject({
      stderr: expect.stringContaining('a.tar is there already; name another file, or remove it\n'),
    });
    await expect(kinodex(own, 'restore', file('a.tar'), '--replace')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^a product serves from .*; stop it, then restore$/m),
    });
    expect((await kinodex({}, 'backup', '--check', file('a.tar'))).stdout).toMatch(/a\.tar is whole: /);
    await product.end('SIGTERM');

    for (const after of [0, 300]) {
      await killed(onServerNow, ['restore', file('a.tar'), '--replace'], after);
      // As it was, or as it is to be: a restore that follows finds it fit either way.
      const told = await kinodex(onServerNow, 'backup', file(`after-${after}.tar`)).catch((error) => error);
      expect(told.stdout || told.stderr).toMatch(/: [\d,]{4,} rows of \d+ tables|^The database has no tables: /);
    }
    await kinodex(onServerNow, 'restore', file('a.tar'), '--replace');
    await expect(kinodex(onServerNow, 'restore', file('a.tar'))).rejects.toMatchObject({
      stderr: expect.stringContaining('is not empty; name an empty one'),
    });
    product = await serveProduct(onServerNow);
    expect(await film(product.url, token)).toEqual(before);
    await kinodex(onServerNow, 'backup', file('b.tar'));
    await product.end('SIGTERM');

    const moved = await kinodex(back, 'restore', file('b.tar'));
    expect(moved.stdout).toMatch(/^Restored into .*: [\d,]+ rows of \d+ tables/);
    product = await serveProduct(back);
    expect(await film(product.url, token)).toEqual(before);
    await product.end('SIGTERM');
    expect(readdirSync(file('back')).filter((one) => one.startsWith('secret'))).toEqual(['secret']);
  });
});
