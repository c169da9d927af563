import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../../bench/load.ts';
import { auditFigures, type CronTask, type Kill, lostEdits, moneyFigures, taskFigures } from './books.ts';
import { watchOthers } from './busy.ts';
import type { Client } from './client.ts';
import { type Figures, failedBy } from './figures.ts';
import { dataOf, type People } from './people.ts';
import type { Scenario, Scene } from './scenario.ts';
import type { Stack } from './stack.ts';
import { startTraffic } from './traffic.ts';

/** Limited tokens of a scenario, the share of all calls that are made with them, and the share of those that are granted. */
const [METERED, ASKED, GRANTED] = [2, 0.1, 0.5] as const;
/** How much shorter a short run is. */
const SHORT = 0.25;
const [WARM_MS, AFTER_MS] = [2_000, 2_000];

interface Stage {
  readonly stack: Stack;
  readonly client: Client;
  readonly people: People;
  readonly perSecond: number;
  readonly short: boolean;
  readonly taskId: number;
  readonly crons: readonly CronTask[];
  readonly say: (line: string) => void;
}

/** Makes the tasks of the run: two that are due each 10 s, and one that is asked for by hand. */
export const makeTasks = async (client: Client, { admin }: People) => {
  const make = async (name: string, task: string, cron: string) => {
    const body = { name: `chaos ${name}`, task, cron, active: 1 };
    const answer = await client.call({ kind: 'task', method: 'POST', path: '/api/admin/tasks', token: admin, body });
    if (!answer.expected) throw new Error(`no task: ${answer.status} ${answer.body}`);
    return dataOf<{ readonly idTask: number; readonly nextCronExecution: string }>(answer.body);
  };
  const crons: CronTask[] = [];
  for (const [name, type] of [
    ['notifications', 'CLEAN_NOTIFICATIONS'],
    ['payments', 'EXPIRE_PAYMENTS'],
  ] as const) {
    const { idTask, nextCronExecution } = await make(name, type, '*/10 * * * * *');
    crons.push({ id: idTask, every: 10, first: Date.parse(nextCronExecution) });
  }
  return { crons, taskId: (await make('check', 'CHECK_CATALOGUE', '')).idTask };
};

/** Plays a scenario under the traffic of everybody, and reads the books afterwards. */
export const play = async (stage: Stage, scenario: Scenario): Promise<Figures> => {
  const { stack, client, people, short, taskId, crons, say } = stage;
  const perSecond = scenario.perSecond ?? stage.perSecond;
  const { primary, balancer, nodes } = stack;
  const seconds = scenario.seconds[short ? 1 : 0];
  const limit = Math.ceil((seconds * perSecond * ASKED * GRANTED) / METERED);
  const metered: string[] = [];
  for (let n = 0; n < METERED; n += 1) {
    const email = `${scenario.name}-${n}-${Date.now()}@example.org`;
    metered.push(await stack.command('token', 'create', '--email', email, '--requests', `${limit}`));
  }
  const exits = nodes.reduce((sum, node) => sum + node.exits(), 0);
  const own = new Map<string, number[]>();
  const kills: Kill[] = [];
  const note = (name: string, value: number): void => void own.set(name, [...(own.get(name) ?? []), value]);
  const scene: Scene = {
    ...{ stack, people, client, short, note, kills },
    lasting: (wanted) => pause(wanted * 1_000 * (short ? SHORT : 1)),
    kill: async (node) => {
      const at = Date.now();
      await node.end('SIGKILL');
      kills.push({ node: `${node.port}`, at });
    },
  };

  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, stack.a.memory(), stack.b.memory());
  }, 1_000);
  const others = watchOthers();
  const since = Date.now();
  const traffic = startTraffic(client, { people, metered, perSecond, taskId });
  try {
    await pause(WARM_MS);
    await scenario.run(scene);
    await balancer.allUp(60_000);
    await pause(AFTER_MS);
  } finally {
    clearInterval(watch);
    await traffic.stop();
  }
  const spent = (Date.now() - since) / 1_000;
  const busy = others.stop();
  const { seen, purchases } = traffic;
  const times = seen.map(({ ms }) => ms);
  const grants = metered.map((token) => traffic.granted(token));
  const audit = await auditFigures(primary.query, seen, kills, { say });
  return {
    ...{ scenario: scenario.name, seconds: spent, sent: seen.length, seen, failed: failedBy(seen), memory, own, audit },
    ...{
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      slowest: times.reduce((most, ms) => Math.max(most, ms), 0),
    },
    granted: grants.reduce((sum, n) => sum + n, 0),
    limit: limit * METERED,
    over: grants.reduce((sum, n) => sum + Math.max(0, n - limit), 0),
    tasks: await taskFigures(primary.query, since, crons),
    money: await moneyFigures(primary.query, purchases),
    lostEdits: await lostEdits(primary.query, people),
    exits: nodes.reduce((sum, node) => sum + node.exits(), 0) - exits,
    ...{ kills, busy },
  };
};
