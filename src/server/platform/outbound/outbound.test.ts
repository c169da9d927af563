import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressBelow, pauseBefore } from './outbound.rules.ts';
import { createOutbound, OutboundError, type OutboundOptions } from './outbound.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handler: Handler = (_, response) => response.end('{}');
let asked = 0;
const server = createServer((request, response) => {
  asked += 1;
  handler(request, response);
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const doorWith = (next: Handler, options: Partial<OutboundOptions> = {}) => {
  handler = next;
  asked = 0;
  const waited: number[] = [];
  const door = createOutbound({
    baseUrl: base,
    random: () => 1,
    wait: async (ms) => void waited.push(ms),
    ...options,
  });
  return { door, waited };
};

const status =
  (...codes: number[]): Handler =>
  (_, response) => {
    response.statusCode = codes[Math.min(asked, codes.length) - 1] ?? 200;
    response.end('{"a":1}');
  };

const get = { method: 'GET', path: '/thing', repeatable: true } as const;

const failureOf = async (work: Promise<unknown>): Promise<OutboundError> => {
  const error = await work.then(
    () => new Error('nothing failed'),
    (failed: unknown) => failed,
  );
  if (error instanceof OutboundError) return error;
  throw error;
};

describe('the door out', () => {
  it('brings an answer, also a refusal', async () => {
    const { door } = doorWith(status(404));
    const answer = await door.request(get);
    expect([answer.status, answer.json(), asked]).toEqual([404, { a: 1 }, 1]);
  });

  it.each([429, 500, 503])('tries what may be repeated again after %i, waiting longer each time', async (code) => {
    const { door, waited } = doorWith(status(code, code, 200));
    expect((await door.request(get)).status).toBe(200);
    expect([asked, waited]).toEqual([3, [200, 400]]);
  });

  it('waits as long as it is asked to', async () => {
    const { door, waited } = doorWith((_, response) => {
      if (asked === 1) response.writeHead(429, { 'Retry-After': '3' });
      response.end('{}');
    });
    await door.request(get);
    expect(waited).toEqual([3_000]);
  });

  it('says when it was asked to come again, if it was, and does not ask before that', async () => {
    const { door, waited } = doorWith((_, response) =>
      response.writeHead(429, asked > 1 ? {} : { 'Retry-After': '90' }).end(),
    );
    expect(await failureOf(door.request(get))).toMatchObject({ status: 429, retryAfter: 90_000 });
    expect([asked, waited]).toEqual([1, []]);
    expect(await failureOf(door.request(get))).toMatchObject({ status: 429, retryAfter: null });
  });

  it('stops with the reason of its signal, while it is asking and while it waits', async () => {
    const arrived = Promise.withResolvers<void>();
    const asking = new AbortController();
    const mute = doorWith(() => arrived.resolve()).door.request({ ...get, signal: asking.signal });
    await arrived.promise;
    asking.abort(new Error('enough'));
    await expect(mute).rejects.toThrow('enough');

    const waiting = new AbortController();
    const wait = async () => waiting.abort(new Error('enough'));
    const { door } = doorWith(status(503), { wait });
    await expect(door.request({ ...get, signal: waiting.signal })).rejects.toThrow('enough');
    expect(asked).toBe(1);
    await expect(door.request({ ...get, signal: waiting.signal })).rejects.toThrow('enough');
    expect(asked).toBe(1);
  });

  it('gives up after three tries', async () => {
    const { door } = doorWith(status(500));
    expect(await failureOf(door.request(get))).toMatchObject({ kind: 'status', status: 500 });
    expect(asked).toBe(3);
  });

  it('tries once what may have had its effect', async () => {
    const { door } = doorWith(status(500, 200));
    await failureOf(door.request({ ...get, method: 'POST', repeatable: false }));
    expect(asked).toBe(1);
  });

  it('ends a try that takes too long, with its body', async () => {
    const slow: Handler = (_, response) => void response.write('{');
    const { door, waited } = doorWith(slow, { timeout: 50, tries: 2 });
    expect((await failureOf(door.request(get))).kind).toBe('timeout');
    expect(waited).toHaveLength(1);
  });

  it.each([
    ['so many bytes as it is told', 1_000, { maxBytes: 1_000 }],
    ['a megabyte', 1_048_576, {}],
  ])('reads no more than %s, and asks for it once', async (_, most, options) => {
    const long = (size: number) => doorWith((_, response) => response.end('x'.repeat(size)), options).door;
    expect((await long(most).request(get)).body).toHaveLength(most);
    expect((await failureOf(long(most + 1).request(get))).kind).toBe('too_large');
    expect(asked).toBe(1);
  });

  it.each([300, 302, 399])('follows no redirect (%i)', async (code) => {
    const { door } = doorWith((_, response) => response.writeHead(code, { Location: '/elsewhere' }).end());
    expect(await failureOf(door.request(get))).toMatchObject({ kind: 'redirect', status: code });
    expect(asked).toBe(1);
  });

  it('brings what is no redirect', async () => {
    for (const code of [299, 400]) expect((await doorWith(status(code)).door.request(get)).status).toBe(code);
  });

  it.each([
    ['text', '{"äöü":1}'],
    ['bytes', Buffer.from([0, 255, 13, 10])],
  ])('sends %s and headers as they are', async (_, body) => {
    const came = Promise.withResolvers<readonly [unknown, Buffer]>();
    const { door } = doorWith(async (request, response) => {
      came.resolve([request.headers['x-said'], Buffer.concat(await request.toArray())]);
      response.end('{}');
    });
    await door.request({ ...get, method: 'POST', headers: { 'X-Said': 'yes' }, body });
    expect(await came.promise).toEqual(['yes', Buffer.from(body)]);
  });

  it('says what is no JSON, and that nobody is there', async () => {
    const { door } = doorWith((_, response) => response.end('<html>'));
    const answer = await door.request(get);
    expect(() => answer.json()).toThrow(expect.objectContaining({ name: 'OutboundError', kind: 'unreadable' }));
    const nobody = createOutbound({ baseUrl: 'http://127.0.0.1:1', wait: async () => {} });
    expect(await failureOf(nobody.request(get))).toMatchObject({ kind: 'network', cause: expect.any(Error) });
  });

  it('tells of a failure without what was sent', async () => {
    const { door } = doorWith(status(500));
    const headers = { Authorization: 'Bearer top-secret' };
    const sent = { ...get, path: '/thing?key=top-secret', headers, method: 'POST', body: 'top-secret' } as const;
    const failed = await failureOf(door.request(sent));
    expect(failed.message).toBe('POST /thing: status 500');
    expect(failed).not.toHaveProperty('cause');
    expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toContain('top-secret');
  });

  it('leads nowhere but below its address', async () => {
    const { door } = doorWith(status(200));
    expect((await failureOf(door.request({ ...get, path: '//evil.example/x' }))).kind).toBe('address');
    expect(asked).toBe(0);
  });
});

describe('addresses below a base', () => {
  it.each([
    ['/v2/orders', 'https://pay.example/v2/orders'],
    ['/v2/orders?a=1', 'https://pay.example/v2/orders?a=1'],
    ['//evil.example/', null],
    ['/\\evil.example/', null],
    ['@evil.example/', null],
    ['.evil.example/', null],
    ['', null],
  ])('%j is %j', (path, address) => expect(addressBelow('https://pay.example', path)).toBe(address));

  it('stay below a folder', () => {
    expect(addressBelow('http://h/a/', '/b')).toBe('http://h/a/b');
    expect(addressBelow('http://h/a', '/../b')).toBeNull();
    expect(addressBelow('http://h/a', '/../ab')).toBeNull();
    expect(addressBelow('http://user@h', '/b')).toBe('http://user@h/b');
    expect(addressBelow('http://h/a', '/%2e%2e/b')).toBeNull();
  });
});

describe('pauses', () => {
  it('grow, vary by half, and heed what is asked for, up to a limit', () => {
    expect([1, 2, 3].map((attempt) => pauseBefore(attempt, null, () => 0))).toEqual([100, 200, 400]);
    expect(pauseBefore(1, '2', () => 0)).toBe(2_000);
    expect(pauseBefore(1, '3600', () => 0)).toBe(5_000);
    for (const odd of ['2 s', 'in 2', '-2', '']) expect(pauseBefore(1, odd, () => 0)).toBe(100);
    expect(pauseBefore(1, 'Sat, 21 Nov 2026 10:00:00 GMT', () => 1)).toBe(200);
    expect(pauseBefore(20, null, () => 1)).toBe(5_000);
  });
});
