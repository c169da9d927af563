import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint } from '#contracts/endpoint.ts';
import { httpApp } from '#test/support/http-app.ts';
import { streamed } from './answer.ts';
import { route } from './route.ts';

const shape = {
  method: 'GET',
  access: 'token',
  tag: 'Things',
  summary: 'All things, one a line',
  bare: ['application/x-ndjson'],
  streamed: true,
  reply: Type.Unknown(),
} as const;
const lines = endpoint({ ...shape, name: 'lines', path: '/api/v1/lines' });
const endless = endpoint({ ...shape, name: 'endless', path: '/api/v1/endless' });
const broken = endpoint({ ...shape, name: 'broken', path: '/api/v1/broken' });
const failing = endpoint({ ...shape, name: 'failing', path: '/api/v1/failing' });

const late = endpoint({ ...shape, name: 'late', path: '/api/v1/late' });

const NDJSON = 'application/x-ndjson';
let last = Readable.from([]);
const from = (content: () => AsyncGenerator<string>) => {
  last = Readable.from(content());
  return streamed(last, NDJSON, { 'Content-Disposition': 'attachment; filename="things.jsonl"' });
};
let made = 0;

const { app, get, call, spent, leave, logged } = httpApp(undefined, [
  route(lines)(async () =>
    from(async function* () {
      yield '{"id":1}\n';
      yield '{"id":2}\n';
    }),
  ),
  route(endless)(async () =>
    from(async function* () {
      for (;;) {
        made += 1;
        yield 'x'.repeat(10_000);
      }
    }),
  ),
  route(broken)(async () =>
    from(async function* () {
      yield 'x'.repeat(100_000);
      throw new Error('in the middle');
    }),
  ),
  route(late)(async () => {
    leave(0);
    return from(async function* () {
      yield 'x';
    });
  }),
  route(failing)(async () =>
    from(() => {
      const lost = Promise.reject(new Error('at the beginning'));
      return (async function* () {
        yield await lost;
      })();
    }),
  ),
]);
let port = 0;
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const open = async (path: string) => {
  const asking = request({ port, host: '127.0.0.1', path, headers: { authorization: 'Bearer alice' } });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { asking, answer };
};

describe('a streamed answer', () => {
  it('is sent as it is made, is kept by nobody, and costs what an answer costs', async () => {
    const before = spent.length;
    const { statusCode, headers, body } = await get(lines.path);
    expect([statusCode, body]).toEqual([200, '{"id":1}\n{"id":2}\n']);
    expect(headers).toMatchObject({
      'content-type': NDJSON,
      'content-disposition': 'attachment; filename="things.jsonl"',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-ratelimit-remaining': '7',
    });
    expect(headers.etag).toBeUndefined();
    expect(headers['x-request-id']).toBeTruthy();
    expect(spent.slice(before)).toEqual([[1, 1]]);
  });

  it('to HEAD is not made', async () => {
    const { statusCode, body } = await call({ method: 'HEAD', url: endless.path });
    expect([statusCode, body, last.destroyed]).toEqual([200, '', true]);
  });

  it('ends when the caller hangs up, and is made no faster than it is taken', async () => {
    const { asking, answer } = await open(endless.path);
    answer.on('error', () => {});
    await once(answer, 'readable');
    const source = last;
    const closed = once(source, 'close');
    asking.destroy();
    await closed;
    expect(source.destroyed).toBe(true);
    expect(made).toBeLessThan(5_000);
  });

  it('that breaks off does not look like a whole one, and the log says why', async () => {
    const { answer } = await open(broken.path);
    answer.resume();
    await expect(once(answer, 'end')).rejects.toThrow(/aborted/);
    expect(logged.map((line) => JSON.parse(line).err.message)).toEqual(['in the middle']);
  });

  it('that fails before it begins is a failure like any other', async () => {
    const before = logged.length;
    const { statusCode, headers, body } = await get(failing.path);
    expect([statusCode, JSON.parse(body).reason]).toEqual([500, 'internal']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(logged.slice(before).map((line) => JSON.parse(line).err.message)).toEqual(['at the beginning']);
  });

  it('is ended when it turns out that nothing is left to pay it with', async () => {
    const { statusCode } = await get(late.path);
    expect([statusCode, last.destroyed]).toEqual([429, true]);
  });

  it('is not begun for who has nothing left', async () => {
    leave(0);
    const { statusCode, headers } = await get(lines.path);
    expect([statusCode, headers['retry-after']]).toEqual([429, '60']);
  });
});
