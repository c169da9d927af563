import { expect, it } from 'vitest';
import { createAllowance } from './limits.ts';
import { liveServer, news, type Wired, wired } from './realtime.fixture.ts';

const errorOf = ({ frames }: Wired) => frames.find(({ command }) => command === 'ERROR')?.headers.get('message');

/** Somebody who behaves, to see that others' mistakes do them no harm. */
const bystander = async (address: string) => {
  const wire = await wired(address);
  wire.connect();
  wire.send('SUBSCRIBE', { id: '1', destination: '/topic/news', receipt: '1' });
  await expect.poll(() => wire.frames.length).toBe(2);
  return wire;
};

it('an allowance fills up with time, and not beyond its burst', () => {
  let now = 0;
  const { spend } = createAllowance({ burst: 3, rate: 2 }, () => now);
  expect([spend(1), spend(2), spend(1)]).toEqual([true, true, false]);
  now = 1_000;
  expect([spend(1), spend(1)]).toEqual([true, false]);
  now = 60_000;
  expect([spend(3), spend(0.5)]).toEqual([true, false]);
});

it('ends a connection on which nobody says who they are', async () => {
  const { address } = await liveServer({ connectMs: 100 });
  const wire = await wired(address);
  await expect.poll(() => wire.heard.closed).toBe(1_008);
  expect(errorOf(wire)).toBe('CONNECT did not come in time.');
});

it.each([
  ['CONNECT', false],
  ['SEND', true],
])('ends a connection whose %s has no end', async (command, isConnected) => {
  const { address, hub } = await liveServer({ burst: 10_000 });
  const other = await bystander(address);
  const wire = await wired(address);
  if (isConnected) wire.connect();
  wire.socket.send(`${command}\n`);
  for (let piece = 0; piece < 70; piece++) wire.socket.send(`header${piece}:${'x'.repeat(1_000)}\n`);
  await expect.poll(() => wire.heard.closed).toBe(1_008);
  expect(errorOf(wire)).toBe(`${isConnected ? 'A frame' : 'CONNECT'} is larger than ${isConnected ? 64 : 4} KB.`);
  hub.publish(news, { text: 'still there' });
  await expect.poll(() => other.frames.at(-1)?.command).toBe('MESSAGE');
});

it('has little room for strangers, also for what is no message yet', async () => {
  const { address } = await liveServer();
  const other = await bystander(address);
  for (const piece of ['CONNECT\nlong:', 'x'.repeat(60_000)]) {
    const wire = await wired(address);
    wire.socket.send(piece, { fin: false });
    wire.socket.send('x'.repeat(5_000), { fin: false });
    await expect.poll(() => wire.heard.closed).toBe(1_008);
    expect(errorOf(wire)).toBe('CONNECT is larger than 4 KB.');
  }
  other.send('SUBSCRIBE', { id: 'x'.repeat(200), destination: '/topic/news', note: 'x'.repeat(60_000), receipt: '2' });
  await expect.poll(() => other.frames.at(-1)?.headers.get('receipt-id')).toBe('2');
});

it('reads nothing of a message over 64 KB, however large it says it is', async () => {
  const { address } = await liveServer();
  const wire = await bystander(address);
  wire.socket.send('x'.repeat(65_537));
  await expect.poll(() => wire.heard.closed).toBe(1_009);
});

it('waits for no body that is as long as it says', async () => {
  const { address } = await liveServer({ burst: 10_000 });
  const wire = await wired(address);
  wire.connect();
  wire.socket.send('SEND\ndestination:/app/weather\ncontent-length:1000000000\n\n');
  for (let piece = 0; piece < 70; piece++) wire.socket.send('x'.repeat(1_000));
  await expect.poll(() => wire.heard.closed).toBe(1_008);
});

it.each([
  ['frames', (wire: Wired) => wire.send('UNSUBSCRIBE', { id: '1', receipt: '1' })],
  [
    'subscriptions',
    (wire: Wired) => {
      wire.send('SUBSCRIBE', { id: '1', destination: '/topic/news' });
      wire.send('UNSUBSCRIBE', { id: '1' });
    },
  ],
  ['pings', (wire: Wired) => wire.socket.ping()],
  ['heart-beats', (wire: Wired) => wire.socket.send('\n'.repeat(60_000))],
  [
    'frames in one message',
    (wire: Wired) =>
      wire.socket.send('SUBSCRIBE\nid:1\ndestination:/topic/news\n\n\0UNSUBSCRIBE\nid:1\n\n\0'.repeat(500)),
  ],
])('cuts who floods it with %s', async (_, flood) => {
  const { address, hub, log } = await liveServer({ burst: 20, rate: 0 });
  const other = await bystander(address);
  const wire = await wired(address);
  wire.connect();
  await expect.poll(() => wire.frames.length).toBe(1);
  for (let each = 0; each < 30; each++) flood(wire);
  await expect.poll(() => wire.heard.closed).not.toBeNull();
  hub.publish(news, { text: 'still there' });
  await expect.poll(() => other.frames.at(-1)?.command).toBe('MESSAGE');
  expect(other.heard.closed).toBeNull();
  await expect.poll(() => log.lines.filter((line) => line.startsWith('warn')).length).toBeLessThanOrEqual(1);
});

it('cuts who reads too slowly, and keeps the others', async () => {
  const { address, hub, log } = await liveServer({ unread: 100_000 });
  const [other, slow] = [await bystander(address), await bystander(address)];
  slow.socket.pause();
  let told = 0;
  const lines = (): readonly string[] => {
    hub.publish(news, { text: 'x'.repeat(50_000) });
    told += 1;
    return log.lines;
  };
  await expect
    .poll(lines, { interval: 1, timeout: 20_000 })
    .toContain('warn a live connection was cut: it reads too slowly');
  await expect.poll(() => other.frames.length).toBe(2 + told);
  expect(other.heard.closed).toBeNull();
});

it('cuts who has fallen silent', async () => {
  const { address, hub, log } = await liveServer({ silenceMs: 200 });
  const [other, dead] = [await bystander(address), await bystander(address)];
  dead.socket.pause();
  await expect.poll(() => log.lines).toContain('warn a live connection was cut: it has fallen silent');
  expect([other.heard.closed, hub.isHeard(news)]).toEqual([null, true]);
});

it('takes so many connections of one network address, and another one when one has gone', async () => {
  const { address } = await liveServer({ perAddress: 3 });
  const wires = [await wired(address), await wired(address), await wired(address)];
  await expect(wired(address)).rejects.toThrow('429');
  wires[0]?.socket.close();
  await expect.poll(() => wired(address).then(() => 'taken', String)).toBe('taken');
});
