import { once } from 'node:events';
import { expect, it } from 'vitest';
import { commands, errorOf, liveServer, news, wired } from './realtime.fixture.ts';

it('is told nothing more when the token ends or may no longer be used', async () => {
  const { hub, realtime, guests, address, loseDatabase } = await liveServer();
  guests.set('Bearer short', 300);
  const [short, long] = [await wired(address), await wired(address)];
  short.connect('Bearer short');
  long.connect();
  for (const wire of [short, long]) wire.send('SUBSCRIBE', { id: '1', destination: '/topic/news', receipt: '1' });
  await expect.poll(() => short.heard.closed).toBe(1_008);
  expect(errorOf(short)?.get('reason')).toBe('session_expired');
  // While nobody can be asked, who was let in stays.
  loseDatabase(true);
  guests.delete('Bearer admin');
  realtime.recheck();
  hub.publish(news, { text: 'still' });
  await expect.poll(() => commands(long)).toEqual(['CONNECTED', 'RECEIPT', 'MESSAGE']);
  loseDatabase(false);
  await expect.poll(() => long.heard.closed, { timeout: 5_000 }).toBe(1_008);
  expect(errorOf(long)?.get('reason')).toBe('session_invalid');
});

it('ends for whoever is no administrator any more', async () => {
  const { realtime, guests, address } = await liveServer();
  const wire = await wired(address);
  wire.connect();
  await expect.poll(() => commands(wire)).toEqual(['CONNECTED']);
  guests.set('Bearer admin', 0);
  realtime.recheck();
  await expect.poll(() => wire.heard.closed).toBe(1_008);
  expect(errorOf(wire)?.get('reason')).toBe('forbidden');
});

it('tells its clients to come again when it is stopped, waits for no more than their goodbyes, and takes no more', async () => {
  const { realtime, address } = await liveServer({ goodbyeMs: 600_000 });
  const [wire, fresh] = [await wired(address), await wired(address)];
  wire.connect();
  await expect.poll(() => commands(wire)).toEqual(['CONNECTED']);
  await realtime.close();
  await expect.poll(() => [wire.heard.closed, fresh.heard.closed]).toEqual([1_012, 1_012]);
  await expect(wired(address)).rejects.toThrow('503');
});

it('lets a caller who hangs up in the middle go', async () => {
  const { realtime, hub, address } = await liveServer();
  const wire = await wired(address);
  wire.connect();
  wire.send('SUBSCRIBE', { id: '1', destination: '/topic/news' });
  await expect.poll(() => hub.isHeard(news)).toBe(true);
  wire.socket.terminate();
  await once(wire.socket, 'close');
  await expect.poll(() => hub.isHeard(news)).toBe(false);
  realtime.recheck();
});
