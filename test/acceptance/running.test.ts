import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, kinodex, type Served, serveProduct } from '#test/support/cli.ts';
import { removeSets, writeSet } from '#test/support/imdb-set.ts';

/** The product as an operator runs it: processes and HTTP only. */

const dataFolder = mkdtempSync(join(tmpdir(), 'kinodex running '));
// As root, the database runs as a user who has to get into the folder.
chmodSync(dataFolder, 0o755);
let settings: Record<string, string>;
let served: Served;

beforeAll(async () => {
  settings = { KINODEX_DATA: dataFolder, PORT: String(await freePort()) };
  served = await serveProduct(settings);
});
afterAll(async () => {
  if (served.child.exitCode === null && served.child.signalCode === null) await served.end('SIGTERM');
  rmSync(dataFolder, { recursive: true, force: true });
  removeSets();
});

const ask = async (path: string, token?: string) => {
  const answer = await fetch(
    served.url + path,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  );
  return {
    status: answer.status,
    body: (await answer.json()) as { data: Record<string, unknown> | null; reason?: string },
    headers: answer.headers,
  };
};
const newToken = async (...more: string[]) =>
  (await kinodex(settings, 'token', 'create', '--email', 'me@example.org', ...more)).stdout;

describe('a first start', () => {
  it('answers health without a token, and titles of the embedded catalogue with one', async () => {
    expect(await (await fetch(`${served.url}/api/v1/health`)).json()).toEqual({ status: 'UP' });
    // A check whose value nobody uses may be left out by what builds the server.
    expect((await fetch(`${served.url}/api/public/suggest?q=%zz`)).status).toBe(400);
    const token = await newToken();
    expect(token).toMatch(/^kdx_[0-9A-Za-z]{38}\n$/);
    const { status, body } = await ask('/api/v1/movie/tt0068646?include=all', token.trim());
    expect([status, body.data?.title]).toEqual([200, 'The Godfather']);
    expect((await ask('/api/v1/movie/tt0068646')).body.reason).toBe('token_missing');
  });

  it('gives the same token to the same address, whatever its case', async () => {
    const [one, two] = [
      await newToken(),
      (await kinodex(settings, 'token', 'create', '--email', 'ME@example.org', '--requests', '100')).stdout,
    ];
    expect(two).toBe(one);
  });

  it('says what is wrong with a command, and nothing else', async () => {
    const wrong = await kinodex(settings, 'token', 'create', '--email', 'nobody').catch(
      (error: { stderr: string; code: number }) => error,
    );
    expect(wrong).toMatchObject({ code: 1, stderr: 'email must be a valid email address\n' });
  });

  it('keeps its secret to itself', () => {
    expect(statSync(join(dataFolder, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('draws pictures, in the format that is wanted', async () => {
    const webp = await fetch(`${served.url}/api/public/image/tt0068646?w=100`, {
      headers: { accept: 'image/avif,image/webp,*/*' },
    });
    expect([webp.status, webp.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const jpeg = await fetch(`${served.url}/api/public/image/nm0000199`, { headers: { accept: 'image/jpeg' } });
    expect([jpeg.status, jpeg.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await fetch(`${served.url}/api/public/image/tt9999999`)).status).toBe(404);
    const padded = await fetch(`${served.url}/api/public/image/tt000068646?w=92`, { redirect: 'manual' });
    expect([padded.status, padded.headers.get('location')]).toEqual([308, '/api/public/image/tt0068646?w=92']);
  });
});

describe('a running product', () => {
  it('does not share its data folder: a second one ends at once and names the first', async () => {
    const second = await kinodex({ ...settings, PORT: String(await freePort()) }, 'serve').catch(
      (error: { stderr: string; code: number }) => error,
    );
    expect(second).toMatchObject({ code: 1 });
    expect('stderr' in second && second.stderr).toMatch(new RegExp(`\\b${served.child.pid}\\b|another instance`));
  });

  it('is where the links of commands lead, whatever their own shell has set', async () => {
    const invite = (more: Record<string, string>) =>
      kinodex({ KINODEX_DATA: dataFolder, ...more }, 'user', 'invite', '--email', 'guest@example.org');
    for (const more of [{}, { PORT: '1', HOST: '::1' }])
      expect((await invite(more)).stdout).toContain(`${served.url}/#/register?email=guest%40example.org&invitation=`);
  });

  it('tells what it holds anew soon after an import beside it, and not only when the minute is over', async () => {
    const told = async () => (await ask('/api/public/stats')).body.data;
    const before = Number((await told())?.titles);
    const from = writeSet({ 'title.basics': ['tt9900001 | movie | Mill | Moulin | 0 | 1931 | \\N | 88 | Drama'] });
    await kinodex(settings, 'import', 'imdb-datasets', from);
    const news = { titles: before + 1, lastUpdate: { imdbId: 'tt9900001', description: 'Mill' } };
    await expect.poll(told, { timeout: 10_000 }).toMatchObject(news);
  });

  it('survives kill -9: the next start answers, with everything that was there', async () => {
    const token = (await newToken()).trim();
    await served.end('SIGKILL');
    served = await serveProduct(settings);
    expect((await ask('/api/v1/movie/tt0068646', token)).status).toBe(200);
  });

  it('ends cleanly on SIGTERM', async () => {
    await served.end('SIGTERM');
    expect(served.child.exitCode).toBe(0);
    expect(served.said()).not.toMatch(/Error/);
  });
});
