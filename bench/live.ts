/**
 * Tells 500 subscribers 20 times a second what happens, and says how long that takes to arrive and what it costs:
 * node bench/live.ts [--subscribers 500] [--seconds 10]
 * The server is a process of its own; in the same run it sends the same bytes in a bare loop over the sockets of `ws`. Fails
 * when one in a hundred arrives later than 250 ms, anything is lost, or the processor is busy more than 1.5 times as long.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';

const { values } = parseArgs({
  options: { subscribers: { type: 'string', default: '500' }, seconds: { type: 'string', default: '10' } },
});
const SUBSCRIBERS = Number(values.subscribers);
const RATE = 20;
const UPDATES = RATE * Number(values.seconds);
const SLOWEST_MS = 250;
const DEAREST = 1.5;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const child = fork(join(import.meta.dirname, 'live-child.ts'), [], { execArgv: [] });
const [ports] = (await once(child, 'message')) as [{ hub: number; bare: number }];

const took: number[] = [];
const sockets: WebSocket[] = [];
const open = async (address: string): Promise<WebSocket> => {
  const socket = new WebSocket(address, 'v12.stomp');
  sockets.push(socket);
  socket.on('message', (data: Buffer) => {
    const sent = /"updated":"([\d.]+)"/.exec(data.toString())?.[1];
    if (sent !== undefined) took.push(performance.timeOrigin + performance.now() - Number(sent));
  });
  await once(socket, 'open');
  return socket;
};
for (let each = 0; each < SUBSCRIBERS; each++) {
  const socket = await open(`ws://127.0.0.1:${ports.hub}/ws`);
  socket.send('CONNECT\naccept-version:1.2\nAuthorization:Bearer x\n\n\0');
  socket.send('SUBSCRIBE\nid:/topic/task\ndestination:/topic/task\nreceipt:r\n\n\0');
  await new Promise<void>((resolve) => {
    const wait = (data: Buffer): void => {
      if (!data.toString().startsWith('RECEIPT')) return;
      socket.off('message', wait);
      resolve();
    };
    socket.on('message', wait);
  });
  await open(`ws://127.0.0.1:${ports.bare}/`);
}

interface Round {
  readonly ms: number;
  readonly lost: number;
  readonly late: number;
}

/** One round of updates, by the product or by the bare loop. */
const round = async (by: 'hub' | 'bare'): Promise<Round> => {
  took.length = 0;
  child.send({ by, updates: UPDATES, rate: RATE });
  const [{ ms }] = (await once(child, 'message')) as [{ ms: number }];
  for (let waited = 0; took.length < UPDATES * SUBSCRIBERS && waited < 5_000; waited += 50) await pause(50);
  const sorted = took.toSorted((a, b) => a - b);
  const late = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
  return { ms, lost: UPDATES * SUBSCRIBERS - took.length, late };
};

try {
  await round('bare');
  const rounds = { bare: [] as Round[], hub: [] as Round[] };
  for (let each = 0; each < 2; each++) for (const by of ['hub', 'bare'] as const) rounds[by].push(await round(by));
  const least = (of: readonly Round[]): number => Math.min(...of.map(({ ms }) => ms));
  const worst = Math.max(...rounds.hub.map(({ late }) => late));
  const lost = rounds.hub.reduce((sum, one) => sum + one.lost, 0);
  const ratio = least(rounds.hub) / least(rounds.bare);
  say(`${SUBSCRIBERS} subscribers, ${RATE} updates a second, ${UPDATES} updates a round`);
  say(`event to client, 99 of 100 within: ${worst.toFixed(1)} ms; lost: ${lost}`);
  say(
    `processor: ${least(rounds.hub).toFixed(0)} ms, a bare loop ${least(rounds.bare).toFixed(0)} ms (${ratio.toFixed(2)} times)`,
  );
  if (worst > SLOWEST_MS || lost > 0 || ratio > DEAREST) process.exitCode = 1;
} finally {
  for (const socket of sockets) socket.terminate();
  child.kill();
}
