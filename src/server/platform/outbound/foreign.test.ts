import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createForeign, type ForeignOptions } from './foreign.ts';
import { OutboundError } from './outbound.ts';
import { isPrivateAddress } from './private.rules.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let handler: Handler = (_, response) => void response.end('picture');
let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  handler(request, response);
});
let host = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** What asking for an address comes to. */
const ask = (next: Handler, address: string, options: Partial<ForeignOptions> = {}): Promise<string> => {
  handler = next;
  asked = [];
  const get = createForeign({ maxBytes: 1_000, friends: [host], userAgent: 'tests', ...options });
  return get(address, new AbortController().signal).then(String, (error: unknown) =>
    error instanceof OutboundError ? error.kind : Promise.reject(error),
  );
};
const fine: Handler = (_, response) => void response.end('picture');
const to =
  (location: string): Handler =>
  (request, response) =>
    void (request.url === '/picture' ? response.end('picture') : response.writeHead(302, { Location: location }).end());

it('brings a file of a host that is named, also over a redirect', async () => {
  expect(await ask(fine, `http://${host}/picture`)).toBe('picture');
  expect(await ask(to('/picture'), `http://${host}/a`)).toBe('picture');
  expect(asked).toEqual(['/a', '/picture']);
});

it('follows three redirects and no more', async () => {
  const count: Handler = (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end('picture');
    else response.writeHead(301, { Location: `/${left - 1}` }).end();
  };
  expect(await ask(count, `http://${host}/3`)).toBe('picture');
  expect(await ask(count, `http://${host}/4`)).toBe('redirect');
});

it.each(['/', ''])('goes nowhere private, whoever says so (%j)', async (path) => {
  const port = host.split(':')[1];
  for (const address of [
    `https://${host}${path}`,
    `http://127.0.0.1:${port}${path}`,
    `https://127.0.0.1${path}`,
    `https://localhost${path}`,
    `https://[::1]${path}`,
    `https://[::ffff:127.0.0.1]${path}`,
    `https://2130706433${path}`,
    `https://0x7f.1${path}`,
    `https://10.1.2.3${path}`,
    `https://169.254.169.254${path}`,
    `https://192.168.1.1${path}`,
    `https://[fd00::1]${path}`,
    `https://[64:ff9b::7f00:1]${path}`,
    `https://user:pass@pictures.example${path}`,
    `https://pictures.example:8443${path}`,
    `http://pictures.example${path}`,
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'nonsense',
  ]) {
    expect([address, await ask(fine, address, { friends: [] })]).toEqual([address, 'address']);
    expect([address, await ask(to(address), `http://${host}/a`, { friends: [`${host}`] })]).toEqual([
      address,
      address.startsWith(`http://127.0.0.1:${port}`) || address.startsWith(`https://${host}`) || !URL.canParse(address)
        ? expect.any(String)
        : 'address',
    ]);
  }
});

it('goes where a name led when it was looked up, and not where it leads privately', async () => {
  const looked: string[] = [];
  const resolve = ((name: string, _: unknown, done: (error: null, found: object[]) => void) => {
    looked.push(name);
    done(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
  }) as never;
  expect(await ask(fine, 'https://pictures.example/a', { resolve })).toBe('address');
  expect([looked, asked]).toEqual([['pictures.example'], []]);
});

it('reads no more than it is told, and waits no longer', async () => {
  expect(await ask((_, response) => void response.end('x'.repeat(1_001)), `http://${host}/a`)).toBe('too_large');
  const announced: Handler = (_, response) => {
    response.writeHead(200, { 'Content-Length': 10_000_000_000 });
    response.write('x');
  };
  expect(await ask(announced, `http://${host}/a`)).toBe('too_large');
  expect(await ask(() => {}, `http://${host}/a`, { timeout: 50 })).toBe('timeout');
});

it('takes an answer that is none as such', async () => {
  expect(await ask((_, response) => void response.writeHead(404).end(), `http://${host}/a`)).toBe('status');
  expect(await ask((_, response) => void response.destroy(), `http://${host}/a`)).toBe('network');
});

it.each(['8.8.8.8', '2606:2800:220:1::1'])('%s is public', (address) => expect(isPrivateAddress(address)).toBe(false));
