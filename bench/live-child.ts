/** The server of bench/live.ts: tells its parent where it listens, and what each round that it is told to do has cost. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { TaskProgress } from '#contracts/task.ts';
import { TOPICS, taskProgress } from '#contracts/topics.ts';
import { messageHead, messageTail } from '#server/platform/realtime/codec.ts';
import { createRealtime } from '#server/platform/realtime/realtime.ts';
import { httpWith, PAGES_OF_OURS } from '#test/support/http-app.ts';
import { silentLog } from '#test/support/log.ts';

const realtime = createRealtime({
  topics: TOPICS,
  admit: async () => ({ until: new Date(Date.now() + 3_600_000) }),
  origin: PAGES_OF_OURS,
  now: () => new Date(),
  log: silentLog,
  limits: { perAddress: 10_000 },
});
const { app } = httpWith([], { upgrades: { path: '/ws', take: realtime.take } });
await app.listen({ host: '127.0.0.1', port: 0 });
const bare = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
await once(bare, 'listening');

const update = (at: number): TaskProgress => ({
  ...{ idTask: 1, idRun: at, name: 'IMDB_DATASETS_1', task: 'IMDB_DATASETS', status: 'EXECUTING' },
  updated: String(performance.timeOrigin + performance.now()),
  ...{ started: null, processed: at, total: 1_000, percentage: 10, waitsFor: null },
  messages: ['Reading title.basics', 'Reading title.ratings', `So far ${at} of 1,000`],
});

let told = 0;
const send = {
  hub: (message: TaskProgress) => realtime.hub.publish(taskProgress, message),
  bare: (message: TaskProgress) => {
    const frame = Buffer.concat([
      messageHead(taskProgress.destination, taskProgress.destination),
      messageTail(++told, JSON.stringify(message)),
    ]);
    for (const socket of bare.clients) socket.send(frame, { binary: false });
  },
};

process.on('message', async ({ by, updates, rate }: { by: 'hub' | 'bare'; updates: number; rate: number }) => {
  const before = process.cpuUsage();
  for (let at = 0; at < updates; at++) {
    send[by](update(at));
    await pause(1_000 / rate);
  }
  const { user, system } = process.cpuUsage(before);
  process.send?.({ ms: (user + system) / 1_000 });
});
const portOf = (server: { readonly address: () => unknown }): number => (server.address() as AddressInfo).port;
process.send?.({ hub: portOf(app.server), bare: portOf(bare) });
