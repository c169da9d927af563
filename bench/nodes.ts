/**
 * Two nodes on the cores of one, as an operator scales out: processes on PostgreSQL and Redis. How much a second node costs
 * where it brings no cores: node bench/nodes.ts [--rounds 12] [--users 1]
 * Whether one node is asked by 32 connections, or each of two others by 16, changes with every turn of 2 s. Kept: what two
 * nodes answer in all is >= 0.9 of what one does.
 */
import { readFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Served } from '#test/support/cli.ts';
import { openNodes } from '#test/support/nodes.ts';
import { noRedisServer, startRedis } from '#test/support/redis.ts';
import { childrenOf, cpuOf } from './cpu.ts';
import { openLoad, percentile } from './load.ts';
import { tokensOfUsers } from './people.ts';

const { rounds, users } = parseArgs({
  options: { rounds: { type: 'string', default: '12' }, users: { type: 'string', default: '1' } },
}).values;
/** Requests a day of each user: none is used up. */
const REQUESTS = 100_000_000;
const CONNECTIONS = 32;
const TURN_MS = 2_000;
const REST_MS = 300;
const LEAST = 0.9;
const TITLE = '/api/v1/movie/tt0068646';
const say = (text: string): void => void process.stdout.write(`${text}\n`);

type Load = Awaited<ReturnType<typeof openLoad>>;
interface Turn {
  readonly rate: number;
  /** Of the nodes and of Redis, in microseconds an answer. */
  readonly cpu: number;
  readonly redis: number;
}

/** The Redis server that was started for this. */
const redisPid = (): number =>
  childrenOf(process.pid).find((pid) => /redis|valkey/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'))) ?? Number.NaN;

const turn = async (nodes: readonly Served[], loads: readonly Load[]): Promise<Turn> => {
  const spent = (): number => nodes.reduce((sum, { child }) => sum + cpuOf(child.pid as number), 0);
  const redis = redisPid();
  const [before, counted, began] = [spent(), cpuOf(redis), performance.now()];
  const answers = await Promise.all(loads.map((load) => load.run(TURN_MS)));
  const seconds = (performance.now() - began) / 1_000;
  const count = answers.reduce((sum, one) => sum + one.count, 0);
  if (answers.some(({ wrong }) => wrong > 0)) throw new Error('answers are wrong');
  const each = (cpuSeconds: number): number => (cpuSeconds * 1e6) / count;
  const [cpu, ofRedis] = [each(spent() - before), each(cpuOf(redis) - counted)];
  await pause(REST_MS);
  return { rate: count / seconds, cpu, redis: ofRedis };
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
  const { databaseUrl } = nodes;
  const tokens = await tokensOfUsers({ databaseUrl, dataFolder: tmpdir() }, Number(users), REQUESTS);
  let asked = 0;
  const path = (): string => `${TITLE}?token=${tokens[asked++ % tokens.length]}`;
  const [one, ...two] = served as [Served, Served, Served];
  const loadOn = ({ url }: Served, connections: number) =>
    openLoad({ port: Number(new URL(url).port), path }, connections);
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
  const of = (at: 0 | 1, key: keyof Turn, digits = 0): string =>
    percentile(
      pairs.map((pair) => pair[at][key]),
      0.5,
    ).toFixed(digits);
  for (const [at, name] of ['one node ', 'two nodes'].entries() as IterableIterator<[0 | 1, string]>)
    say(
      `${name}  ${of(at, 'rate')} answers a second, ${of(at, 'cpu')} µs of the nodes, ${of(at, 'redis', 1)} of Redis each`,
    );
  say(
    `two against one ${ratio.toFixed(2)} (gate ${LEAST}: ${ratio >= LEAST ? 'holds' : 'MISSED'}; middle half of ` +
      `${pairs.length} pairs ${low.toFixed(2)} to ${high.toFixed(2)}${high - low > 0.1 * ratio ? ': VOID, repeat on a quiet machine' : ''})`,
  );
  if (ratio < LEAST) process.exitCode = 1;
  for (const load of [...alone, ...both]) load.close();
} finally {
  for (const end of ends) await end();
}
