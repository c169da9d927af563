import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { IMDB_FILES } from '#server/sources/imdb-datasets/files.ts';

const LAUNCHER = join(import.meta.dirname, '..', '..', 'kinodex.mjs');
const data = mkdtempSync(join(tmpdir(), 'kinodex-import-test-'));
chmodSync(data, 0o755);
afterAll(() => rmSync(data, { recursive: true, force: true }));

describe('kinodex import', () => {
  it('ends when the process that was started is killed without a word', async () => {
    // A server whose only file never ends, so that the import is in the middle of it.
    const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
    const server = createServer((request, response) => {
      if (!request.url?.endsWith('title.basics.tsv')) return response.writeHead(404).end();
      response.writeHead(200);
      if (request.method === 'HEAD') return response.end();
      response.write(`${IMDB_FILES['title.basics'].join('\t')}\n${'tt0000001\tmovie\tA\tA\t0\t\\N\t\\N\t\\N\t\\N\n'}`);
      return resolve(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const launcher = spawn(process.execPath, [LAUNCHER, 'import', 'imdb-datasets', `http://127.0.0.1:${port}/`], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', KINODEX_DATA: data },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    launcher.stderr.on('data', (text: Buffer) => {
      said += text;
    });
    const exited = once(launcher, 'exit').then(() => Promise.reject(new Error(`it ended by itself: ${said}`)));
    exited.catch(() => {});
    const answer = await Promise.race([asked, exited]);
    const left = once(answer, 'close');
    launcher.kill('SIGKILL');
    await left;
    server.close();
    expect(said).toContain('reading title.basics');
  });
});
