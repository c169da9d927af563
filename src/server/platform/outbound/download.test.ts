import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createOutbound } from './outbound.ts';

const MEGABYTE = Buffer.alloc(1 << 20, 'x');

/** How long a door here waits for the next part, in ms. */
const TIMEOUT = 60_000;
/** What a test moves by hand. */
const CLOCK: Parameters<typeof vi.useFakeTimers>[0] = { toFake: ['setTimeout', 'clearTimeout'] };
afterEach(() => void vi.useRealTimers());

const doorTo = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return createOutbound({ baseUrl: `http://127.0.0.1:${port}/files`, timeout: TIMEOUT });
};
const { signal } = new AbortController();
const get = { method: 'GET', path: '/one.tsv', signal } as const;
/** The parts of a body as text, one at a time. */
const partsOf = (body: AsyncIterable<Uint8Array>) => {
  const parts = body[Symbol.asyncIterator]();
  const next = async () => {
    const { value } = await parts.next();
    return value && Buffer.from(value).toString();
  };
  return { next };
};
const sizeOf = async (body: AsyncIterable<Uint8Array>): Promise<number> => {
  let size = 0;
  for await (const part of body) size += part.byteLength;
  return size;
};

describe('a download', () => {
  it('may be larger than any answer, and brings its status and headers first', async () => {
    const door = await doorTo((request, response) => {
      expect([request.url, request.headers['accept-encoding']]).toEqual(['/files/one.tsv', 'identity']);
      response.writeHead(200, { etag: '"1"' });
      for (let sent = 0; sent < 3; sent++) response.write(MEGABYTE);
      response.end();
    });
    const { status, headers, body } = await door.open({ ...get, headers: { 'accept-encoding': 'identity' } });
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(await sizeOf(body)).toBe(3 * MEGABYTE.length);
  });

  it('that is refused is an answer', async () => {
    const door = await doorTo((_, response) => response.writeHead(503).end());
    expect(await door.open({ ...get, method: 'HEAD' })).toMatchObject({ status: 503 });
  });

  it('ends when nothing comes for as long as it may take, at its beginning or in its middle', async () => {
    vi.useFakeTimers(CLOCK);
    const timedOut = { name: 'OutboundError', kind: 'timeout' };
    const asked = Promise.withResolvers<void>();
    const mute = await doorTo(() => asked.resolve());
    const opened = expect(mute.open(get)).rejects.toMatchObject(timedOut);
    await asked.promise;
    vi.advanceTimersByTime(TIMEOUT);
    await opened;
    const halting = await doorTo((_, response) => response.write('first'));
    const parts = partsOf((await halting.open(get)).body);
    expect(await parts.next()).toBe('first');
    const read = expect(parts.next()).rejects.toMatchObject(timedOut);
    vi.advanceTimersByTime(TIMEOUT);
    await read;
  });

  it('waits for a reader as long as that takes', async () => {
    vi.useFakeTimers(CLOCK);
    const first = Promise.withResolvers<void>();
    const door = await doorTo(async (_, response) => {
      response.write('first');
      await first.promise;
      response.end('last');
    });
    const parts = partsOf((await door.open(get)).body);
    expect(await parts.next()).toBe('first');
    vi.advanceTimersByTime(10 * TIMEOUT);
    first.resolve();
    expect([await parts.next(), await parts.next()]).toEqual(['last', undefined]);
  });

  it('tells of a connection that is cut', async () => {
    const door = await doorTo((_, response) => response.write('first', () => response.destroy()));
    const { body } = await door.open(get);
    await expect(sizeOf(body)).rejects.toMatchObject({ name: 'OutboundError', kind: 'network' });
  });

  it('follows no redirect and leads nowhere else', async () => {
    const door = await doorTo((_, response) => response.writeHead(302, { location: '/' }).end());
    await expect(door.open(get)).rejects.toMatchObject({ kind: 'redirect', status: 302 });
    await expect(door.open({ ...get, path: '/../other' })).rejects.toMatchObject({ kind: 'address' });
  });

  it('stops with the reason of its signal', async () => {
    const stop = new AbortController();
    const door = await doorTo((_, response) => response.write('first'));
    const { body } = await door.open({ ...get, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(sizeOf(body)).rejects.toThrow('enough');
  });
});
