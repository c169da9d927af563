import type { lookup } from 'node:dns';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createPlain, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OutboundError } from './outbound.ts';
import { createPost, type PostOptions } from './post.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let handler: Handler = () => {};
let asked = 0;
const server = createServer((request, response) => {
  asked++;
  request.resume().on('end', () => handler(request, response));
});
let raw: (socket: Socket) => void = () => {};
const plain = createPlain((socket) => {
  socket.on('error', () => {});
  raw(socket);
});
let [host, plainHost] = ['', ''];
const listening = (one: typeof server | typeof plain): Promise<string> =>
  new Promise((resolve) =>
    one.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(one.address() as AddressInfo).port}`)),
  );
beforeAll(async () => {
  [host, plainHost] = [await listening(server), await listening(plain)];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  plain.close();
});

/** What posting comes to: a status, or the kind of the failure. */
const post = async (address: string, options: Partial<PostOptions> = {}): Promise<number | string> => {
  asked = 0;
  const door = createPost({ called: 'tests', timeout: 300, friends: [host, plainHost], ...options });
  try {
    const { status } = await door.post(address, { headers: { a: 'b' }, body: 'hello' }, new AbortController().signal);
    return status;
  } catch (error) {
    if (error instanceof OutboundError) return error.kind;
    throw error;
  } finally {
    door.close();
  }
};
const answering = (next: Handler) => {
  handler = next;
  return post(`http://${host}/`);
};
const speaking = (text: string, then: (socket: Socket) => void = (socket) => socket.end()) => {
  raw = (socket) => {
    socket.once('data', () => {
      socket.write(text);
      then(socket);
    });
  };
  return post(`http://${plainHost}/`);
};

it('tells the status, whatever comes behind it', async () => {
  expect(await answering((_, response) => response.writeHead(204).end())).toBe(204);
  expect(await answering((_, response) => response.writeHead(410).end('gone'))).toBe(410);
  expect(await speaking('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')).toBe(200);
  // An endless body, and one that drips.
  const endless: Handler = (_, response) => {
    response.writeHead(200);
    const more = (): void => {
      if (!response.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(more));
    };
    more();
  };
  expect(await answering(endless)).toBe(200);
  expect(await answering((_, response) => void response.writeHead(200).write('a'))).toBe(200);
});

it('follows no redirect', async () => {
  handler = (_, response) => response.writeHead(307, { Location: `http://${host}/other` }).end();
  expect(await post(`http://${host}/`)).toBe(307);
  expect(asked).toBe(1);
});

it('gives up what hangs, closes, is no HTTP or has too many headers', async () => {
  expect(await answering(() => {})).toBe('timeout');
  expect(await answering(({ socket }) => socket.destroy())).toBe('network');
  expect(await speaking('SSH-2.0-OpenSSH\r\n')).toBe('network');
  expect(await speaking(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toBe('network');
  expect(await speaking('HTTP/1.1 200 OK\r\nX: 1', () => {})).toBe('timeout');
  expect(await speaking('HTTP/1.1 100 Continue\r\n\r\n'.repeat(50), () => {})).toBe('timeout');
});

it('goes nowhere private, whatever is written', async () => {
  for (const address of [
    `https://${host}/`,
    `http://${host}/`,
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/',
    'https://user@hooks.example/',
    'https://hooks.example:8443/',
    'http://hooks.example/',
    'ftp://hooks.example/',
    'file:///etc/passwd',
    'nonsense',
  ])
    expect([address, await post(address, { friends: [] })]).toEqual([address, 'address']);
  expect(asked).toBe(0);
});

it('looks at what a name means with each connection, so that one that turns private is not followed', async () => {
  let turned = 0;
  const resolve = ((_: string, __: unknown, done: (error: null, found: object[]) => void) => {
    turned++;
    done(null, [
      { address: '192.0.2.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
  }) as unknown as typeof lookup;
  for (let times = 1; times <= 2; times++) {
    expect(await post('https://hooks.example/', { friends: [], resolve })).toBe('address');
    expect(turned).toBe(times);
  }
});

it('uses a connection again, and makes another where that has been closed meanwhile', async () => {
  const door = createPost({ called: 'tests', timeout: 1_000, friends: [host] });
  const ports = new Set<number | undefined>();
  handler = ({ socket }, response) => {
    ports.add(socket.remotePort);
    response.writeHead(204).end();
  };
  const send = () => door.post(`http://${host}/`, { headers: {}, body: '' }, new AbortController().signal);
  await send();
  await new Promise((resolve) => setImmediate(resolve));
  await send();
  expect(ports.size).toBe(1);
  server.closeAllConnections();
  expect((await send()).status).toBe(204);
  expect(ports.size).toBe(2);
  door.close();
});
