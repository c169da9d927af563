import { connect } from 'node:net';
import { Versions } from '@stomp/stompjs';
import { expect, it } from 'vitest';
import { PAGES_OF_OURS } from '#test/support/http-app.ts';
import { commands, errorOf, liveServer, news, stompClient, type Wired, weather, wired } from './realtime.fixture.ts';

it("the site's client connects, hears what is told, asks how things stand and says goodbye", async () => {
  const { hub, address } = await liveServer();
  hub.onRequest(weather, async () => ({ text: 'it rains: ñ 🎬' }));
  const heard: string[] = [];
  const client = stompClient(address, {
    onConnect: () => {
      client.watchForReceipt('stands', () => hub.publish(news, { text: 'a film' }));
      client.subscribe('/topic/weather', ({ body }) => void heard.push(`weather ${body}`));
      client.subscribe('/topic/news', ({ body }) => void heard.push(`news ${body}`), { receipt: 'stands' });
      client.publish({ destination: '/app/weather' });
    },
  });
  client.activate();
  await expect.poll(() => heard.toSorted()).toEqual(['news {"text":"a film"}', 'weather {"text":"it rains: ñ 🎬"}']);
  expect([hub.isHeard(news), hub.isHeard(weather)]).toEqual([true, true]);
  await client.deactivate();
  await expect.poll(() => [hub.isHeard(news), hub.isHeard(weather)]).toEqual([false, false]);
});

it('speaks STOMP over a bare socket', async () => {
  const { hub, port } = await liveServer();
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes.toString('latin1');
  });
  const upgrade = [
    'GET /ws HTTP/1.1',
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
  ];
  socket.write(
    `${[...upgrade, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Protocol: v12.stomp'].join('\r\n')}\r\n\r\n`,
  );
  await expect.poll(() => heard).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n');
  expect(heard).toContain('HTTP/1.1 101 Switching Protocols');
  expect(heard).toContain('Sec-WebSocket-Protocol: v12.stomp');
  expect(heard).not.toContain('permessage-deflate');
  /** A text frame whose mask changes nothing. */
  const say = (text: string): void => {
    const length = text.length < 126 ? [0x80 | text.length] : [0xfe, text.length >> 8, text.length & 255];
    socket.write(Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), Buffer.from(text)]));
  };
  say('CONNECT\naccept-version:1.2\nhost:x\nAuthorization: Bearer admin\n\n\0');
  await expect.poll(() => heard).toContain('CONNECTED\nversion:1.2\nheart-beat:1000,20000\nserver:Kinodex\n\n\0');
  say('SUBSCRIBE\nid:7\ndestination:/topic/news\nreceipt:a\\cb\n\n\0');
  await expect.poll(() => heard).toContain('RECEIPT\nreceipt-id:a\\cb\n\n\0');
  hub.publish(news, { text: 'x' });
  const message =
    'MESSAGE\nsubscription:7\ndestination:/topic/news\ncontent-type:application/json\nmessage-id:1\ncontent-length:12\n\n{"text":"x"}\0';
  await expect.poll(() => heard).toContain(message);
  say('DISCONNECT\nreceipt:bye\n\n\0');
  await expect.poll(() => heard).toContain('RECEIPT\nreceipt-id:bye\n\n\0');
  socket.destroy();
});

it.each([
  ['no token', {}, 'session_missing'],
  ['a wrong token', { Authorization: 'Bearer stolen' }, 'session_invalid'],
  ['the token of somebody who is no administrator', { Authorization: 'Bearer user' }, 'forbidden'],
  ['a token in the login', { login: 'admin', passcode: 'Bearer admin' }, 'session_missing'],
])('tells who comes with %s why they may not, and hangs up', async (_, headers, reason) => {
  const { hub, address } = await liveServer();
  const wire = await wired(address);
  wire.send('CONNECT', { 'accept-version': '1.2', ...headers });
  wire.send('SUBSCRIBE', { id: '1', destination: '/topic/news' });
  await expect.poll(() => wire.heard.closed).toBe(1_008);
  expect(commands(wire)).toEqual(['ERROR']);
  expect(errorOf(wire)?.get('reason')).toBe(reason);
  expect(errorOf(wire)?.get('message')).toMatch(/\w+ \w+/);
  expect(hub.isHeard(news)).toBe(false);
});

it("tells the site's client why it may not, and the version to those who speak an older one", async () => {
  const { address } = await liveServer();
  const refusals: (string | undefined)[] = [];
  const older = new Versions([Versions.V1_1]);
  older.protocolVersions = () => ['v12.stomp'];
  for (const more of [{ connectHeaders: {} }, { stompVersions: older }]) {
    const client = stompClient(address, {
      ...more,
      onStompError: ({ headers }) => void refusals.push(headers.message),
    });
    client.activate();
    await expect.poll(() => client.webSocket?.readyState ?? 3).toBe(3);
  }
  await expect.poll(() => refusals).toEqual(['No session token was sent.', 'Only STOMP 1.2 is spoken here.']);
});

it.each([
  ['a wildcard', 'SUBSCRIBE', { id: '1', destination: '/topic/*' }],
  ['a topic that is not listed', 'SUBSCRIBE', { id: '1', destination: '/topic/secrets' }],
  ['a message to a topic', 'SEND', { destination: '/topic/news' }],
  ['a message to an unknown address', 'SEND', { destination: '/app/other' }],
  ['an acknowledgement', 'ACK', { id: '1' }],
  ['a transaction', 'BEGIN', { transaction: '1' }],
])('ends the connection for %s, with the reason and the receipt', async (_, command, headers) => {
  const { hub, address } = await liveServer();
  const [wire, other] = [await wired(address), await wired(address)];
  for (const one of [wire, other]) {
    one.connect();
    one.send('SUBSCRIBE', { id: '0', destination: '/topic/news' });
  }
  wire.send(command, { ...headers, receipt: 'r' }, '');
  await expect.poll(() => wire.heard.closed).toBe(1_008);
  expect(errorOf(wire)?.get('receipt-id')).toBe('r');
  expect(errorOf(wire)?.get('message')).toMatch(/\w+ \w+/);
  hub.publish(news, { text: 'still there' });
  await expect.poll(() => commands(other)).toEqual(['CONNECTED', 'MESSAGE']);
  expect(commands(wire)).toEqual(['CONNECTED', 'ERROR']);
});

it('hands no connection to pages of another site, however they ask', async () => {
  const { address } = await liveServer();
  for (const origin of ['https://evil.example', 'null', `${PAGES_OF_OURS}.evil.example`, 'http://films.example'])
    await expect(wired(address, { origin })).rejects.toThrow('403');
  const own = await wired(address, { origin: PAGES_OF_OURS });
  own.connect();
  await expect.poll(() => commands(own)).toEqual(['CONNECTED']);
});

it('sends a message to each subscription, and none to one that has ended', async () => {
  const { hub, address } = await liveServer();
  const wire = await wired(address);
  wire.connect();
  for (const [id, destination] of [
    ['a', '/topic/news'],
    ['b', '/topic/news'],
    ['c', '/topic/weather'],
  ] as const)
    wire.send('SUBSCRIBE', { id, destination, receipt: id });
  await expect.poll(() => commands(wire)).toEqual(['CONNECTED', 'RECEIPT', 'RECEIPT', 'RECEIPT']);
  hub.publish(news, { text: 'one' });
  wire.send('UNSUBSCRIBE', { id: 'a', receipt: 'ended' });
  await expect.poll(() => wire.frames.at(-1)?.headers.get('receipt-id')).toBe('ended');
  hub.publish(news, { text: 'two' });
  await expect.poll(() => wire.frames.at(-1)?.body).toBe('{"text":"two"}');
  const told = wire.frames.filter(({ command }) => command === 'MESSAGE');
  expect(told.map(({ headers, body }) => `${headers.get('subscription')} ${body}`)).toEqual([
    'a {"text":"one"}',
    'b {"text":"one"}',
    'b {"text":"two"}',
  ]);
});

it('answers a request to who has asked, and reads once for all who ask meanwhile', async () => {
  const { hub, address } = await liveServer();
  const waiting: ((text: string) => void)[] = [];
  hub.onRequest(weather, () => new Promise((resolve) => waiting.push((text) => resolve({ text }))));
  const wires = await Promise.all([0, 1, 2].map(() => wired(address)));
  const [first, second, third] = wires as [Wired, Wired, Wired];
  for (const wire of wires) {
    wire.connect();
    wire.send('SUBSCRIBE', { id: '1', destination: '/topic/weather' });
  }
  const ask = async (wire: Wired) => {
    wire.send('SEND', { destination: '/app/weather', receipt: 'asked' });
    await expect.poll(() => commands(wire)).toContain('RECEIPT');
  };
  await ask(first);
  expect(waiting).toHaveLength(1);
  await ask(second);
  await ask(third);
  // They may have subscribed after it was begun to be read.
  expect(waiting).toHaveLength(1);
  waiting[0]?.('old');
  await expect.poll(() => waiting).toHaveLength(2);
  waiting[1]?.('new');
  const bodies = () =>
    wires.map(({ frames }) => frames.filter(({ command }) => command === 'MESSAGE').map(({ body }) => body));
  await expect.poll(bodies).toEqual([['{"text":"old"}'], ['{"text":"new"}'], ['{"text":"new"}']]);
});

it('reads frames that come in pieces, as bytes, and before it is known who sends them', async () => {
  const { hub, address } = await liveServer();
  const wire = await wired(address);
  const both =
    'CONNECT\naccept-version:1.2\nAuthorization:Bearer admin\n\n\0\n\nSUBSCRIBE\nid:é\ndestination:/topic/news\n\n\0';
  for (const byte of Buffer.from(both)) wire.socket.send(Uint8Array.of(byte), { binary: true });
  await expect.poll(() => hub.isHeard(news)).toBe(true);
  hub.publish(news, { text: 'x' });
  await expect.poll(() => wire.frames.at(-1)?.headers.get('subscription')).toBe('é');
});

it('sends heart-beats as often as it was asked for', async () => {
  const { address } = await liveServer();
  const [wire, quiet] = [await wired(address), await wired(address)];
  wire.connect('Bearer admin', { 'heart-beat': '0,1000' });
  quiet.connect('Bearer admin', { 'heart-beat': '20000,0' });
  await expect.poll(() => wire.heard.beats, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  expect(quiet.heard.beats).toBe(0);
  expect(wire.frames[0]?.headers.get('heart-beat')).toBe('1000,20000');
});
