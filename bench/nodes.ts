/**
 * Two nodes on the cores of one, as an operator scales out: processes on PostgreSQL and Redis. How much a second node costs
 * where it brings no cores: node bench/nodes.ts [--rounds 12]
 * Whether one node is asked by 32 connections, or each of two others by 16, changes with every turn of 2 s. Kept: what two
 * nodes answer in all is >= 0.9 of what one does.
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Served } from '#test/support/cli.ts';
import { openNodes } from '#test/support/nodes.ts';
import { noRedisServer, startRedis } from '#test/support/redis.ts';
import { cpuOf } from './cpu.ts';
import { openLoad, percentile } from './load.ts';

const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '12' } } }).values;
const CONNECTIONS = 32;
const TURN_MS = 2_000;
const REST_MS = 300;
const LEAST = 0.9;
const TITLE = '/api/v1/movie/tt0068646';
const say = (text: string): void => void process.stdout.write(`${text}\n`);

type Load = Awaited<ReturnType<typeof openLoad>>;
interface Turn {
  readonly rate: number;
  /** Of the nodes, in microseconds an answer. */
  readonly cpu: number;
}

const turn = async (nodes: readonly Served[], loads: readonly Load[]): Promise<Turn> => {
  const spent = (): number => nodes.reduce((sum, { child }) => sum + cpuOf(child.pid as number), 0);
  const [before, began] = [spent(), performance.now()];
  const answers = await Promise.all(loads.map((load) => load.run(TURN_MS)));
  const seconds = (performance.now() - began) / 1_000;
  const count = answers.reduce((sum, one) => sum + one.count, 0);
  if (answers.some(({ wrong }) => wrong > 0)) throw new Error('answers are wrong');
  const cpu = ((spent() - before) * 1e6) / count;
  await pause(REST_MS);
  return { rate: count / seconds, cpu };
};

const nodes = noRedisServer === '' ? await openNodes() : null;
if (nodes === null) {
  say('skipped: no PostgreSQL or no Redis');
  process.exit(2);
}
const ends: (() => Promise<void>)[] = [nodes.close];
try {
  const redis = await startRedis((end) => ends.push(end));
  const settings = { REDIS_URL: redis.url };
  const served = [await nodes.start(settings), await nodes.start(settings), await nodes.start(settings)];
  const token = await nodes.run('token', 'create', '--email', 'nodes@example.org', '--requests', '100000000');
  const headers = { Authorization: `Bearer ${token}` };
  const [one, ...two] = served as [Served, Served, Served];
  const loadOn = ({ url }: Served, connections: number) =>
    openLoad({ port: Number(new URL(url).port), path: TITLE, headers }, connections);
  const alone = [await loadOn(one, CONNECTIONS)];
  const both = [await loadOn(two[0], CONNECTIONS / 2), await loadOn(two[1], CONNECTIONS / 2)];
  say(
    `${cpus()[0]?.model}, ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, Node.js ${process.version}`,
  );
  await turn([one], alone);
  await turn(two, both);
  const pairs: (readonly [Turn, Turn])[] = [];
  for (let round = 0; round < Number(rounds); round += 1)
    if (round % 2 === 0) pairs.push([await turn([one], alone), await turn(two, both)]);
    else {
      const second = await turn(two, both);
      pairs.push([await turn([one], alone), second]);
    }
  const ratios = pairs.map(([a, b]) => b.rate / a.rate);
  const [low, ratio, high] = [0.25, 0.5, 0.75].map((share) => percentile(ratios, share)) as [number, number, number];
  const of = (at: 0 | 1, key: keyof Turn): string =>
    percentile(
      pairs.map((pair) => pair[at][key]),
      0.5,
    ).toFixed(0);
  say(`one node   ${of(0, 'rate')} answers a second, ${of(0, 'cpu')} µs of the node`);
  say(`two nodes  ${of(1, 'rate')} answers a second, ${of(1, 'cpu')} µs of the nodes`);
  say(
    `two against one ${ratio.toFixed(2)} (gate ${LEAST}: ${ratio >= LEAST ? 'holds' : 'MISSED'}; middle half of ` +
      `${pairs.length} pairs ${low.toFixed(2)} to ${high.toFixed(2)}${high - low > 0.1 * ratio ? ': VOID, repeat on a quiet machine' : ''})`,
  );
  if (ratio < LEAST) process.exitCode = 1;
  for (const load of [...alone, ...both]) load.close();
} finally {
  for (const end of ends) await end();
}
