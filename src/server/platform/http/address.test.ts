import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { knowAddresses } from './address.ts';

const appBehind = (...trusted: string[]) => {
  const app = Fastify();
  onTestFinished(() => app.close());
  knowAddresses(app, trusted);
  app.get('/', async ({ address }) => address);
  return async (remoteAddress: string, forwarded?: string): Promise<string> => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return (await app.inject({ url: '/', remoteAddress, headers })).body;
  };
};

describe('the address of a caller', () => {
  it('is that of the connection where no proxy is trusted', async () => {
    const seen = appBehind();
    expect(await seen('192.0.2.1', '203.0.113.7')).toBe('192.0.2.1');
    expect(await seen('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(await seen('2001:DB8:0:0::1')).toBe('2001:db8::1');
  });

  it.each([
    [undefined, '10.0.0.1'],
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:DB8::7]:4711', '2001:db8::7'],
    ['2001:0db8:0:0:0:0:0:7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    // What whoever stands behind the proxies has made up.
    ['6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['203.0.113.7:1, 10.0.0.2:80', '203.0.113.7'],
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
    // What is no address counts for nothing, and what stands behind it neither.
    ['unknown', '10.0.0.1'],
    ['203.0.113.7, garbage', '10.0.0.1'],
    ['203.0.113.7, garbage, 10.0.0.2', '10.0.0.2'],
    ['', '10.0.0.1'],
    [',,,', '10.0.0.1'],
  ])('forwarded as %s by a trusted proxy is %s', async (forwarded, address) => {
    expect(await appBehind('10.0.0.0/8')('10.0.0.1', forwarded)).toBe(address);
  });

  it('is not taken from a proxy that is not trusted', async () => {
    const seen = appBehind('10.0.0.1', '::ffff:10.0.0.9', 'fe80::1%eth0', '198.51.100.0/24', 'uniquelocal');
    expect(await seen('192.0.2.1', '203.0.113.7')).toBe('192.0.2.1');
    expect(await seen('10.0.0.1', '203.0.113.7')).toBe('203.0.113.7');
    for (const proxy of ['192.168.1.1', '::ffff:10.0.0.1', 'fe80::1', '198.51.100.200', '10.0.0.9'])
      expect(await seen(proxy, '203.0.113.7')).toBe('203.0.113.7');
    expect(await seen('198.51.101.1', '203.0.113.7')).toBe('198.51.101.1');
    expect(await seen('fd00::1', '203.0.113.7')).toBe('203.0.113.7');
  });

  it('is known when the caller has hung up before anything was done', async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    knowAddresses(app, []);
    const arrived = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<string>();
    app.get('/', async (request) => {
      arrived.resolve();
      await new Promise((resolve) => request.raw.socket.once('close', resolve));
      seen.resolve(request.address);
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await arrived.promise;
    socket.resetAndDestroy();
    expect(await seen.promise).toBe('127.0.0.1');
  });
});
