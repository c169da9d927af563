import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { watchSilent } from './silent.ts';

it('cuts a connection on which nothing was sent, and none on which a call has begun', async () => {
  const server = createServer((_, response) => response.end('done'));
  const cut = watchSilent(server);
  const taken: Socket[] = [];
  server.on('connection', (socket) => taken.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const [silent, begun] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  const ended = once(silent, 'close');
  begun.write('GET / HTTP/1.1\r\nhost: x\r\n');
  await expect.poll(() => taken.map(({ bytesRead }) => bytesRead).toSorted()).toEqual([0, 25]);
  cut();
  await ended;
  begun.end('connection: close\r\n\r\n');
  const [answer] = await once(begun.setEncoding('utf8'), 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  server.close();
});
