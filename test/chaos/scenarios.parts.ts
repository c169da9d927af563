import { setTimeout as pause } from 'node:timers/promises';
import { type Figures, failures, untold, worst } from './figures.ts';
import { atMost, failing, type Scenario, type Scene } from './scenario.ts';

/** What the nodes stand on goes away: Redis, PostgreSQL, the replica, the wires between. */

const HEALTHY_MS = 60_000;
/** Ms: within which everybody is answered while the database refuses, or is silent, which is noticed after 2 s. */
const ANSWER_MS = 2_000;
/** Ms for everything to be well once it is back. */
const BACK_MS = 2_000;

/** Notes how long it takes from now until all nodes are healthy. */
const well = async ({ stack, note }: Scene, name = 'healthy again in ms'): Promise<void> =>
  note(name, await stack.balancer.allUp(HEALTHY_MS));

const redis: Scenario = {
  name: 'redis',
  what: 'Redis is killed, and is back a minute later with nothing',
  seconds: [75, 20],
  run: async (scene) => {
    await scene.stack.redis.kill();
    await scene.lasting(60);
    await scene.stack.redis.start();
    await scene.lasting(5);
    await well(scene);
  },
  judge: (figures) => [failing('R19', 'while Redis is away', failures(figures), 0)],
};

const heldRedis: Scenario = {
  name: 'redis-held',
  what: 'Redis is connected and does not answer',
  seconds: [35, 15],
  run: async (scene) => {
    scene.stack.redis.hold();
    await scene.lasting(20);
    scene.stack.redis.release();
    await scene.lasting(5);
    await well(scene);
  },
  judge: (figures) => [failing('R19', 'while Redis is held', failures(figures), 0)],
};

/** While the database is away: every call has an answer, and that in time. */
const away = (what: string, figures: Figures, most: number) => [
  failing('R6', `without being told to come again, ${what}`, untold(figures), 0),
  atMost('R6', `for the slowest answer, ${what}`, figures.slowest, most, ' ms'),
  atMost('R6', `until all is well again, ${what}`, worst(figures, 'healthy again in ms'), BACK_MS, ' ms'),
];

const postgres: Scenario = {
  name: 'postgres',
  what: 'PostgreSQL is stopped for half a minute',
  seconds: [50, 25],
  run: async (scene) => {
    await scene.stack.primary.stop('SIGINT');
    await scene.lasting(30);
    await scene.stack.primary.start();
    await well(scene);
    await scene.lasting(5);
  },
  judge: (figures) => away('PostgreSQL stopped', figures, ANSWER_MS),
};

const held: Scenario = {
  name: 'postgres-held',
  what: 'PostgreSQL is connected and does not answer (kill -STOP)',
  seconds: [50, 25],
  run: async (scene) => {
    scene.stack.primary.hold();
    try {
      await scene.lasting(30);
    } finally {
      scene.stack.primary.release();
    }
    await well(scene);
    await scene.lasting(5);
  },
  judge: (figures) => away('PostgreSQL held', figures, ANSWER_MS),
};

const replica: Scenario = {
  name: 'replica',
  what: 'the replica lags, then is stopped, then is back',
  seconds: [45, 20],
  run: async (scene) => {
    const { replica } = scene.stack;
    await replica.query('select pg_wal_replay_pause()');
    await scene.lasting(15);
    await replica.query('select pg_wal_replay_resume()');
    await scene.lasting(3);
    await replica.stop('SIGQUIT');
    await scene.lasting(15);
    await replica.start();
    await well(scene);
  },
  judge: (figures) => [failing('R6', 'while the replica lags or is away', failures(figures), 0)],
};

const wires: Scenario = {
  name: 'wires',
  what: 'the wire to PostgreSQL and Redis is slow, is cut, is half closed and falls silent, at one node',
  seconds: [70, 35],
  run: async (scene) => {
    const { toPostgres, toRedis } = scene.stack.a;
    const both = [toPostgres, toRedis];
    for (const wire of both) wire.delay(5);
    await scene.lasting(10);
    for (const wire of both) wire.delay(0);
    for (let cuts = 0; cuts < 3; cuts += 1) {
      for (const wire of both) wire.cut();
      await pause(1_000);
    }
    await well(scene, 'healthy after cuts in ms');
    for (const wire of both) wire.halfClose();
    await pause(1_000);
    await well(scene, 'healthy after half closes in ms');
    toPostgres.set('mute');
    await scene.lasting(15);
    toPostgres.set('pass');
    await well(scene);
  },
  judge: (figures) => [
    failing('R6', 'without being told to come again, wires cut', untold(figures), 0),
    atMost('R6', 'until all is well after cuts', worst(figures, 'healthy after cuts in ms'), BACK_MS, ' ms'),
    atMost(
      'R6',
      'until all is well after half closes',
      worst(figures, 'healthy after half closes in ms'),
      BACK_MS,
      ' ms',
    ),
    atMost('R6', 'until all is well after silence', worst(figures, 'healthy again in ms'), BACK_MS, ' ms'),
  ],
};

export const PART_SCENARIOS: readonly Scenario[] = [redis, heldRedis, postgres, held, replica, wires];
