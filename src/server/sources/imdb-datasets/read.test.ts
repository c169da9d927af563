import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { FileRefused } from '../open-file.ts';
import { type DatasetFile, findFiles } from './read.ts';

const folder = await mkdtemp(join(tmpdir(), 'kinodex-read-'));
const text = 'tconst\taverageRating\tnumVotes\ntt0000001\t5.1\t10\n';
const packed = gzipSync(text);
await writeFile(join(folder, 'title.ratings.tsv'), text);
await writeFile(join(folder, 'title.crew.tsv.gz'), packed);

const server = createServer((request, response) => {
  if (request.url === '/set/title.ratings.tsv.gz') response.setHeader('etag', '"r1"').end(packed);
  else if (request.url === '/set/title.crew.tsv') response.end(text);
  else if (request.url === '/broken/title.basics.tsv.gz' && request.method === 'HEAD') response.end();
  else if (request.url === '/broken/title.basics.tsv.gz') response.end(packed.subarray(0, 20));
  else if (request.url === '/reset/title.basics.tsv' && request.method === 'HEAD') response.end();
  else if (request.url === '/reset/title.basics.tsv') response.write(text, () => response.destroy());
  else if (request.url?.startsWith('/moved/')) response.writeHead(301, { location: '/set/' }).end();
  else response.writeHead(404).end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const { signal } = new AbortController();
const content = async (file: DatasetFile | undefined): Promise<string> => {
  if (!file) throw new Error('there is no such file');
  const { stream } = await file.open(signal);
  let all = '';
  for await (const chunk of stream) all += chunk;
  return all;
};

describe('findFiles', () => {
  it('finds plain and packed files of a folder', async () => {
    const files = await findFiles(folder, signal);
    expect(files.map(({ name, size }) => [name, size])).toEqual([
      ['title.ratings', text.length],
      ['title.crew', packed.length],
    ]);
    for (const file of files) expect(await content(file)).toBe(text);
  });

  it('knows the digest beforehand and after reading', async () => {
    for (const file of await findFiles(folder, signal)) {
      const opened = await file.open(signal);
      for await (const _ of opened.stream);
      expect(opened.sha256()).toBe(await file.hash(signal));
      expect(opened.bytes()).toBe(file.size);
    }
  });

  it('finds the files of an address', async () => {
    const files = await findFiles(`${base}/set`, signal);
    expect(files.map(({ name, etag }) => [name, etag])).toEqual([
      ['title.ratings', '"r1"'],
      ['title.crew', null],
    ]);
    for (const file of files) expect(await content(file)).toBe(text);
  });

  it('tells of a download that breaks off', async () => {
    const [file] = await findFiles(`${base}/broken`, signal);
    await expect(content(file)).rejects.toThrow(/title\.basics\.tsv\.gz is truncated \(unexpected end of file\)/);
  });

  it('tells of a download whose connection is cut', async () => {
    const [file] = await findFiles(`${base}/reset/`, signal);
    await expect(content(file)).rejects.toThrow(`${base}/reset/title.basics.tsv broke off`);
  });

  it('goes nowhere but to the address that was named', async () => {
    await expect(findFiles(`${base}/moved`, signal)).rejects.toThrow(
      `${base}/moved/title.basics.tsv.gz leads to another address; name that one`,
    );
  });

  it('refuses packed files that are not whole', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinodex-broken-'));
    const damaged = Buffer.from(packed);
    damaged[damaged.length - 6] = (damaged[damaged.length - 6] ?? 0) ^ 1;
    try {
      for (const [bytes, wrong] of [
        [packed.subarray(0, -9), 'is truncated (unexpected end of file)'],
        [Buffer.from(text), 'is not a gzip file (incorrect header check)'],
        [damaged, 'is damaged (incorrect data check)'],
      ] as const) {
        const path = join(folder, 'title.crew.tsv.gz');
        await writeFile(path, bytes);
        const [file] = await findFiles(folder, signal);
        const refused = await content(file).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(FileRefused);
        expect(refused).toMatchObject({ message: `${path} ${wrong}. Nothing was changed.` });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('says what is missing', async () => {
    await expect(findFiles(`${base}/nothing`, signal)).rejects.toThrow(/holds none of the files/);
    await expect(findFiles('/nowhere/at/all', signal)).rejects.toThrow('/nowhere/at/all is not a folder');
    await expect(findFiles('ftp://films.example/', signal)).rejects.toThrow(
      'ftp://films.example/ is not a folder; an address begins with http:// or https://',
    );
    await expect(findFiles('http://127.0.0.1:1', signal)).rejects.toThrow(/does not answer/);
  });

  it('stops when told', async () => {
    const stop = new AbortController();
    const [file] = await findFiles(folder, signal);
    stop.abort(new Error('enough'));
    await expect(file?.open(stop.signal).then(({ stream }) => stream.toArray())).rejects.toThrow(/enough|abort/);
  });
});
