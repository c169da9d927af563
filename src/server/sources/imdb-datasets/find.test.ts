import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startService } from '#test/support/fake-service.ts';
import { fileText } from '#test/support/imdb-set.ts';
import { findRows } from './find.ts';
import { type DatasetFile, findFiles } from './read.ts';

const { signal } = new AbortController();

const rated = (id: string, at: number): string => `${id} | 5.0 | ${at + 1}`;

/** A file that comes line by line, and how many lines have been asked for. */
const fileOf = (ids: readonly string[]) => {
  const lines = fileText('title.ratings', ids.map(rated)).split(/(?<=\n)/);
  let read = -1;
  const parts = function* () {
    for (const line of lines) {
      read += 1;
      yield Buffer.from(line);
    }
  };
  const file: DatasetFile = {
    ...{ name: 'title.ratings', size: null, etag: null, hash: async () => null },
    open: async () => ({
      stream: Readable.from(parts(), { highWaterMark: 1 }),
      ...{ bytes: () => 0, sha256: () => '' },
    }),
  };
  return { file, read: () => read };
};

const votesOf = async (file: DatasetFile, ...ids: string[]) =>
  (await findRows(file, ids, signal)).map(([, , votes]) => Number(votes));

const SEVEN = ['tt0000001', 'tt0000002', 'tt0000005', 'tt0000007', 'tt0000008', 'tt0000009', 'tt0000010'];
const BY_LETTER = ['tt1000001', 'tt10000013', 'tt1000002', 'tt1000003', 'tt1000004', 'tt1000005', 'tt1000006'];
const BY_NUMBER = ['tt1000001', 'tt1000002', 'tt1000003', 'tt10000013', 'tt10000014', 'tt10000015', 'tt10000016'];
/** Lines that a stream may hold ready beyond the one that was looked at. */
const AHEAD = 3;

describe('looking ids up in a file', () => {
  it('ends behind the last of them', async () => {
    const { file, read } = fileOf(SEVEN);
    expect(await votesOf(file, 'tt0000002', 'tt0000001')).toEqual([1, 2]);
    expect(read()).toBeLessThanOrEqual(3 + AHEAD);
  });

  it('ends where one that is not there would have been', async () => {
    const { file, read } = fileOf(SEVEN);
    expect(await votesOf(file, 'tt0000003')).toEqual([]);
    expect(read()).toBeLessThanOrEqual(3 + AHEAD);
  });

  it('gives up a download behind the last of them', async () => {
    // So that no silence ends it.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const service = await startService({});
    const left = Promise.withResolvers<void>();
    const endless: RequestListener = ({ method, url = '' }, response) => {
      if (!url.endsWith('/title.ratings.tsv')) response.writeHead(404).end();
      else if (method === 'HEAD') response.end();
      else response.once('close', left.resolve).write(fileText('title.ratings', SEVEN.map(rated)));
    };
    await service.whileAnswering(endless, async () => {
      const [file] = await findFiles(service.baseUrl, signal);
      expect(file && (await votesOf(file, 'tt0000002'))).toEqual([2]);
      await left.promise;
    });
    service.close();
  });

  it.each([
    ['letters', BY_LETTER],
    ['numbers', BY_NUMBER],
  ])('finds every id in the order of %s', async (_, ids) => {
    for (const [at, id] of ids.entries()) expect(await votesOf(fileOf(ids).file, id)).toEqual([at + 1]);
  });

  it('goes on where only one of the orders says that it is behind', async () => {
    expect(await votesOf(fileOf(['tt1000001', 'tt10000013', 'tt10000014']).file, 'tt1000002')).toEqual([]);
    expect(await votesOf(fileOf(['tt1000002', 'tt1000003', 'tt10000013']).file, 'tt10000013')).toEqual([3]);
  });

  it('reads a file without order to its end, also past an id that is none', async () => {
    const { file, read } = fileOf(['tt0000002', 'tt0000001', 'tt0000009', 'tt0000003', 'tt0000008', 'tt0000003']);
    expect(await votesOf(file, 'tt0000003')).toEqual([4, 6]);
    expect(read()).toBe(6);
    expect(await votesOf(fileOf(['zz', 'tt0000001']).file, 'tt0000001')).toEqual([2]);
  });
});
