import type { RequestListener } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { startService } from '#test/support/fake-service.ts';
import { OutboundError } from './outbound.ts';
import { createPeer, type PeerOptions } from './peer.ts';

const own = await startService((request, response) => void response.end(`${request.method} ${request.url}`));
const other = await startService({ '/': 'another' });
afterAll(() => {
  own.close();
  other.close();
});

const ask = async (address: string, options: Partial<PeerOptions> = {}, instead?: RequestListener) => {
  const peer = createPeer({ baseUrl: own.baseUrl, ...options });
  const work = () =>
    peer(address, { method: 'POST', headers: {}, body: 'x' }).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      (error: unknown) => (error instanceof OutboundError ? error.kind : Promise.reject(error)),
    );
  return instead ? own.whileAnswering(instead, work) : work();
};
const to = (addresses: readonly string[]): NonNullable<PeerOptions['resolve']> =>
  ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never;

it('goes to the own origin wherever it is, with any path', async () => {
  expect(await ask(`${own.baseUrl}/a?b`)).toBe('200 POST /a?b');
});

it('goes to no other private address, whoever says so', async () => {
  for (const address of [`${other.baseUrl}/`, 'https://10.0.0.1/', 'https://[::1]/', 'https://me@example.org/'])
    expect(await ask(address), address).toBe('address');
  for (const found of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::ffff:10.0.0.1'], []])
    expect(await ask('https://somewhere.example/', { resolve: to(found) }), String(found)).toBe('address');
  expect(other.asked).toEqual([]);
});

it.each<[string, RequestListener, string]>([
  ['follows nothing', (_, response) => void response.writeHead(307, { Location: '/b' }).end(), 'redirect'],
  ['takes no failure for an answer', (_, response) => void response.writeHead(503).end(), 'status'],
  ['reads so much and no more', (_, response) => void response.end('x'.repeat(2_000)), 'too_large'],
  ['waits so long and no longer', () => {}, 'timeout'],
  ['waits no longer for the rest', (_, response) => void response.write('x'), 'timeout'],
  ['says that nobody is there', (_, response) => void response.destroy(), 'network'],
  ['gives refusals on', (_, response) => void response.writeHead(400).end('no'), '400 no'],
])('%s', async (_what, listener, expected) => {
  expect(await ask(`${own.baseUrl}/`, { timeout: 300, maxBytes: 1_000 }, listener)).toBe(expected);
});
