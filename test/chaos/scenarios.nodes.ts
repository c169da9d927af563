import { setTimeout as pause } from 'node:timers/promises';
import { failures, worst } from './figures.ts';
import { holdRun } from './held.ts';
import { faketime } from './needs.ts';
import { atMost, failing, type Scenario, type Scene } from './scenario.ts';

const HEALTHY_MS = 60_000;

/** Nodes that are stopped, killed, or live in another time. */

const rolling: Scenario = {
  name: 'rolling',
  what: 'each node is stopped and started, one after the other',
  seconds: [100, 35],
  run: async ({ stack, short, note }) => {
    for (let round = 0; round < (short ? 1 : 3); round += 1)
      for (const node of stack.nodes) {
        note('stopped in ms', await node.end('SIGTERM'));
        note('started in ms', await node.start());
        await stack.balancer.allUp(HEALTHY_MS);
        await pause(1_000);
      }
  },
  judge: (figures) => [
    failing('R13', 'in a rolling restart', failures(figures), 0),
    // The product goes on serving for 5 s of them, for those who watch its health.
    atMost('R13', 'for a node to stop', worst(figures, 'stopped in ms'), 10_000, ' ms'),
  ],
};

/** Ms before and after a kill in which calls may fail: those that were on their way, and until it is noticed. */
const NOTICED_MS = 1_000;
/** Ms for a node to be there again, from its start, with nothing else to do, and while everybody asks. */
const [BACK_MS, BUSY_MS] = [2_000, 10_000];

const killEach = async ({ stack, note, kill, lasting }: Scene): Promise<void> => {
  for (const node of stack.nodes) {
    await kill(node);
    note('back in ms', await node.start());
    await stack.balancer.allUp(HEALTHY_MS);
    await lasting(4);
  }
};

const back: Scenario = {
  name: 'back',
  what: 'kill -9 of each node, while hardly anybody asks: how long until it is healthy again',
  seconds: [35, 15],
  perSecond: 5,
  run: killEach,
  judge: (figures) => [
    atMost('R4', 'until a killed node is healthy again', worst(figures, 'back in ms'), BACK_MS, ' ms'),
  ],
};

const killed: Scenario = {
  name: 'kill',
  what: 'kill -9 of each node, which is started again at once',
  seconds: [90, 25],
  run: async (scene) => {
    for (let round = 0; round < (scene.short ? 1 : 3); round += 1) await killEach(scene);
  },
  judge: (figures) => {
    const unexplained = figures.seen.filter(
      ({ expected, sentAt, ms }) =>
        !expected && !figures.kills.some(({ at }) => sentAt <= at + NOTICED_MS && sentAt + ms >= at - NOTICED_MS),
    );
    return [
      atMost('R4', 'until a killed node is healthy again under load', worst(figures, 'back in ms'), BUSY_MS, ' ms'),
      failing('R4', 'that no kill explains', unexplained.length, 0),
    ];
  },
};

/** Ms for which runs of a worker that was killed may say that they go on. */
const RESCUE_MS = 30_000;

/** A worker that dies while it executes: its task waits for a lock that we hold. */
const orphan: Scenario = {
  name: 'orphan',
  what: 'kill -9 of the worker in the middle of a task; how long until its run has ended',
  seconds: [60, 30],
  run: async ({ stack, short, note, kill }) => {
    const { primary, worker } = stack;
    for (let round = 0; round < (short ? 1 : 3); round += 1) {
      const { run, release } = await holdRun(stack);
      await pause(300);
      await kill(worker);
      const at = performance.now();
      await release();
      await worker.start();
      const status = async (): Promise<string | undefined> =>
        (await primary.query<{ status: string }>('select status from task_run where id = $1', [run.id]))[0]?.status;
      while ((await status()) === 'EXECUTING' && performance.now() - at < 90_000) await pause(100);
      note('rescued in ms', performance.now() - at);
    }
  },
  judge: (figures) => [
    atMost('R8', 'until a killed run has ended', worst(figures, 'rescued in ms'), RESCUE_MS, ' ms'),
    failing('R13', 'while only the worker is away', failures(figures), 0),
  ],
};

const clock: Scenario = {
  name: 'clock',
  what: 'a node and the worker whose clocks are 5 s ahead and 5 s behind',
  seconds: [60, 20],
  needs: 'faketime',
  run: async ({ stack, lasting }) => {
    const { b, worker, balancer } = stack;
    const skew = (seconds: string) => ({
      LD_PRELOAD: faketime() ?? '',
      FAKETIME: seconds,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    await b.end('SIGTERM');
    await b.start(skew('+5s'));
    await worker.end('SIGTERM');
    await worker.start(skew('-5s'));
    await balancer.allUp(HEALTHY_MS);
    await lasting(30);
    for (const node of [b, worker]) {
      await node.end('SIGTERM');
      await node.start();
    }
    await balancer.allUp(HEALTHY_MS);
  },
  judge: (figures) => [failing('R14', 'with clocks 5 s off', failures(figures), 0)],
};

/** As docs/scaling.md says: the workers go first and come last, and one web node of the new version changes the schema. */
const upgrade: Scenario = {
  name: 'upgrade',
  what: 'nodes of an older version (--from) are replaced by this one, one after the other',
  seconds: [60, 40],
  onlyNamed: true,
  needs: 'older',
  run: async ({ stack, note, lasting }) => {
    const { a, b, worker, balancer } = stack;
    await lasting(10);
    await worker.end('SIGTERM');
    stack.upgrade();
    for (const node of [a, b]) {
      await node.end('SIGTERM');
      note('started in ms', await node.start());
      await balancer.allUp(HEALTHY_MS);
      await lasting(10);
    }
    note('started in ms', await worker.start());
    await lasting(10);
  },
  judge: (figures) => [failing('R13', 'while nodes of another version take over', failures(figures), 0)],
};

export const NODE_SCENARIOS: readonly Scenario[] = [rolling, back, killed, orphan, clock, upgrade];
