import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOutbound } from './outbound.ts';

const MEGABYTE = Buffer.alloc(1 << 20, 'x');

const doorTo = async (answer: RequestListener, timeout = 60_000) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return createOutbound({ baseUrl: `http://127.0.0.1:${port}/files`, timeout });
};
const { signal } = new AbortController();
const get = { method: 'GET', path: '/one.tsv', signal } as const;
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
    const mute = await doorTo(() => {}, 50);
    await expect(mute.open(get)).rejects.toMatchObject({ name: 'OutboundError', kind: 'timeout' });
    const halting = await doorTo((_, response) => response.write('first'), 50);
    const { body } = await halting.open(get);
    await expect(sizeOf(body)).rejects.toMatchObject({ name: 'OutboundError', kind: 'timeout' });
  });

  it('waits for a reader as long as that takes', async () => {
    const door = await doorTo((_, response) => {
      response.write('first');
      setTimeout(() => response.end('last'), 20);
    }, 60);
    const { body } = await door.open(get);
    let text = '';
    for await (const part of body) {
      text += Buffer.from(part).toString();
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    expect(text).toBe('firstlast');
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
