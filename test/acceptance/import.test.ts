import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { IMDB_FILES } from '#server/sources/imdb-datasets/files.ts';
import { LAUNCHER, processesWith } from '#test/support/launch.ts';

const data = mkdtempSync(join(tmpdir(), 'kinodex-import-test-'));
chmodSync(data, 0o755);
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Begins an import whose only file never ends; resolves when the import is in the middle of it. */
const begin = async (command: string, args: readonly string[]) => {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('title.basics.tsv')) return response.writeHead(404).end();
    response.writeHead(200);
    if (request.method === 'HEAD') return response.end();
    response.write(`${IMDB_FILES['title.basics'].join('\t')}\n${'tt0000001\tmovie\tA\tA\t0\t\\N\t\\N\t\\N\t\\N\n'}`);
    return resolve(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const child = spawn(command, [...args, 'import', 'imdb-datasets', `http://127.0.0.1:${port}/`], {
    cwd: join(LAUNCHER, '..'),
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', KINODEX_DATA: data },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text;
  });
  const exited = once(child, 'exit').then(() => Promise.reject(new Error(`it ended by itself: ${said}`)));
  exited.catch(() => {});
  const answer = await Promise.race([asked, exited]);
  await expect.poll(() => said).toContain('reading title.basics');
  return { child, left: once(answer, 'close') };
};

describe('kinodex import', () => {
  it.each([
    ['kinodex.mjs', process.execPath, [LAUNCHER]],
    ['npx', 'npx', ['kinodex']],
  ])('ends when the process that was started is killed without a word: %s', async (_name, command, args) => {
    const { child, left } = await begin(command, args);
    child.kill('SIGKILL');
    await left;
    // The next one may begin.
    await expect.poll(() => processesWith(data)).toEqual([]);
  });
});
