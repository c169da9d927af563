import type { AddressInfo } from 'node:net';
import { Client, type StompConfig } from '@stomp/stompjs';
import { Type } from 'typebox';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { topic } from '#contracts/topics.ts';
import { failure } from '#server/kernel/failure.ts';
import { httpWith, PAGES_OF_OURS } from '#test/support/http-app.ts';
import { keptLog } from '#test/support/log.ts';
import { createReader, type Frame, frameText } from './codec.ts';
import type { Admit } from './connection.ts';
import type { Limits } from './limits.ts';
import { createRealtime } from './realtime.ts';

const Told = Type.Object({ text: Type.String() });

export const news = topic({ destination: '/topic/news', summary: 'What is new.', message: Told });
export const weather = topic({
  destination: '/topic/weather',
  summary: 'The weather, also when somebody asks.',
  message: Told,
  request: '/app/weather',
});

/** Lets `Bearer admin` in, for an hour unless it was told otherwise; whoever has 0 ms left is somebody who may not. */
export const liveServer = async (limits: Partial<Limits> = {}) => {
  const log = keptLog();
  const guests = new Map([
    ['Bearer admin', 3_600_000],
    ['Bearer user', 0],
  ]);
  let isAway = false;
  const admit: Admit = async (authorization) => {
    if (isAway) throw new Error('the database is away');
    if (authorization === undefined) throw failure('session_missing');
    const left = guests.get(authorization);
    if (left === undefined) throw failure('session_invalid');
    if (left === 0) throw failure('forbidden');
    return { until: new Date(Date.now() + left) };
  };
  const realtime = createRealtime({
    ...{ topics: [news, weather], admit, origin: PAGES_OF_OURS, now: () => new Date(), log, limits },
  });
  const { app } = httpWith([], { upgrades: { path: '/ws', take: realtime.take } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await realtime.close();
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  return {
    ...{ realtime, port, log, guests },
    hub: realtime.hub,
    address: `ws://127.0.0.1:${port}/ws`,
    loseDatabase: (away: boolean): void => {
      isAway = away;
    },
  };
};

/** A WebSocket of the test's own with everything that has come over it. */
export const wired = async (address: string, headers: Record<string, string> = {}) => {
  const socket = new WebSocket(address, ['v12.stomp'], { headers });
  const frames: Frame[] = [];
  const heard = { beats: 0, closed: null as number | null };
  const read = createReader({
    onFrame: (frame) => void (frame && frames.push(frame)),
    onBeat: () => {
      heard.beats += 1;
    },
  });
  socket.on('message', (data) => read(data.toString()));
  socket.on('close', (code) => {
    heard.closed = code;
  });
  socket.on('error', () => {});
  onTestFinished(() => socket.terminate());
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, answer) => reject(new Error(String(answer.statusCode))));
  });
  return {
    socket,
    frames,
    heard,
    send: (command: string, sent: Record<string, string> = {}, body = ''): void =>
      socket.send(frameText(command, sent, body)),
    connect: (authorization = 'Bearer admin', more: Record<string, string> = {}): void =>
      socket.send(frameText('CONNECT', { 'accept-version': '1.2', host: 'x', Authorization: authorization, ...more })),
  };
};

export type Wired = Awaited<ReturnType<typeof wired>>;

export const commands = ({ frames }: Wired): readonly string[] => frames.map(({ command }) => command);
export const errorOf = ({ frames }: Wired) => frames.find(({ command }) => command === 'ERROR')?.headers;

/** The client that the site uses. */
export const stompClient = (address: string, more: StompConfig = {}): Client => {
  const client = new Client({
    brokerURL: address,
    connectHeaders: { Authorization: 'Bearer admin' },
    reconnectDelay: 0,
    ...more,
  });
  onTestFinished(() => client.deactivate({ force: true }));
  return client;
};
