import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failed } from '#contracts/envelope.ts';
import { httpApp, PAGES_OF_OURS } from '#test/support/http-app.ts';
import { createDoor } from './door.ts';
import { fileRoute } from './files.ts';

const { app, answers, logged, get } = httpApp(async () => {
  throw new Error('a mistake of ours');
}, [fileRoute('/file.css', { type: 'text/css', read: () => Buffer.from('a{}'), headers: {} })]);
let port = 0;
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** What comes back for bytes on a connection, until it is closed. */
const raw = async (text: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
};
const asking = (path: string, ...hosts: string[]) =>
  raw(`GET ${path} HTTP/1.1\r\n${hosts.map((host) => `${host}\r\n`).join('')}Connection: close\r\n\r\n`);

/** What is told a connection on which so many bytes came and no request for too long. */
const late = (bytesRead: number) => {
  const told = { sent: [] as string[], ended: false };
  const end = (text: string): void => void told.sent.push(text);
  const destroy = (): void => {
    told.ended = true;
  };
  createDoor(PAGES_OF_OURS).refuseUnreadable(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), {
    ...{ writable: true, bytesRead, end, destroy },
  } as never);
  return told;
};

describe('every answer', () => {
  it.each([
    ['an answer', '/door', 200],
    ['a file', '/file.css', 200],
    ['a mistake of ours', '/api/v1/thing/1?token=alice', 500],
    ['a refusal', '/api/v1/thing/1', 401],
    ['an address that is not there', '/nowhere', 404],
    ['an address of the API that is not there', '/api/auth/nowhere', 404],
    ['an address that cannot be read', '/%zz', 400],
    ['an address far too long', `/api/v1/thing/${'1'.repeat(5_000)}?token=alice`, 400],
    ['an address far too long of a stranger', `/api/v1/thing/${'1'.repeat(5_000)}`, 401],
  ])('is protected: %s', async (_name, path, status) => {
    const answer = await asking(path, 'Host: a');
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain('x-content-type-options: nosniff\r\n');
    expect(answer).toContain('strict-transport-security: max-age=31536000\r\n');
  });

  it.each([
    ['what expects more than we do', 'GET /door HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n', /100-continue/],
    ['what takes us for a proxy', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n', /no proxy/],
    ['what is no request', 'NONSENSE\r\n\r\n', /cannot be read/],
    ['headers without an end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, /larger than 16 KB/],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', /cannot be read/],
  ])('is protected and an envelope: %s', async (_name, text, why) => {
    const answer = await raw(text);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toContain('x-content-type-options: nosniff\r\n');
    expect(head).toContain('strict-transport-security: max-age=31536000\r\n');
    expect(head).toContain('Content-Type: application/json; charset=utf-8\r\n');
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    expect(Compile(Failed).Errors(JSON.parse(body))).toEqual([]);
    expect(JSON.parse(body)).toMatchObject({
      code: 400,
      reason: 'invalid_parameter',
      error: expect.stringMatching(why),
    });
  });

  it('is an envelope also for a request that never came in whole', async () => {
    const { sent } = late(12);
    expect(JSON.parse(sent.join('').split('\r\n\r\n')[1] ?? '').error).toBe(
      'The request did not come in whole in time.',
    );
  });

  it('is nothing at all where nothing came: a browser takes what it gets there for an answer', () => {
    expect(late(0)).toEqual({ sent: [], ended: true });
  });

  it('speaks of https only where the product is reached by it', () => {
    const carried: Record<string, string>[] = [];
    createDoor('http://films.example').protect({
      headers: (all: Record<string, string>) => carried.push(all),
    } as never);
    expect(PAGES_OF_OURS).toMatch(/^https:/);
    expect(carried).toEqual([{ 'x-content-type-options': 'nosniff' }]);
  });
});

describe('a request', () => {
  it.each([
    [['Host: films.example']],
    [['Host: films.example:8080']],
    [['host: 192.0.2.1:80']],
    [['Host: [2001:db8::1]:8080']],
    [['Host: my_films']],
  ])('for %s is let in', async (hosts) => expect(await asking('/door', ...hosts)).toContain('HTTP/1.1 200 OK'));

  it.each([
    [['Host: a', 'Host: b']],
    [['Host: a', 'hOST: a']],
    [['Host: a b']],
    [['Host: a/b']],
    [['Host: user@a']],
    [['Host: a, b']],
    [['Host: a:port']],
    [['Host: a:123456']],
    [['Host: [::1']],
    [['Host: ']],
    [[]],
  ])('for %s is refused', async (hosts) => {
    const answer = await asking('/door', ...hosts);
    expect(answer).toContain('HTTP/1.1 400 Bad Request');
    expect(answer).toContain('"field":"Host"');
    expect(answer).toContain('x-content-type-options: nosniff');
  });

  it('of HTTP/1.0 need not say whom it is for', async () => {
    expect(await raw('GET /door HTTP/1.0\r\n\r\n')).toContain(' 200 OK');
    expect(await raw('GET /door HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n')).toContain(' 400 ');
  });
});

describe('a request that failed', () => {
  it('has a line with its method, its address without secrets, who sent it and its id', async () => {
    const earlier = logged.length;
    const answer = await get('/api/v1/thing/1?token=kdx_abcdefghijklmnopqrstuvwxyz');
    const [line = '', ...more] = logged.slice(earlier);
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      requestId: answer.headers['x-request-id'],
      method: 'GET',
      url: '/api/v1/thing/1?token=kdx_abcd…',
      ip: '127.0.0.1',
      err: { message: 'a mistake of ours' },
      msg: 'request failed',
    });
    expect(answers.at(-1)?.request.id).toBe(answer.headers['x-request-id']);
  });
});
