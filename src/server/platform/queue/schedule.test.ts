import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Queue, Work } from './queue.ts';
import { createScheduler, type Schedule } from './schedule.ts';

const MINUTE = 60_000;
const schedule = (changed: Partial<Schedule> = {}): Schedule => ({
  name: 'sweep',
  every: 3_600,
  retries: 2,
  run: async () => {},
  ...changed,
});

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-10T11:59:30Z') }));
afterEach(() => void vi.useRealTimers());

/** A scheduler on a queue that only notes what it is asked for. */
const scheduling = (...schedules: Schedule[]) => {
  const works: Work[] = [];
  const asked: (readonly [string, string])[] = [];
  const told: unknown[] = [];
  let away: Error | undefined;
  const queue: Queue = {
    add: (work) => void works.push(work),
    start: async () => {},
    ask: async (name, id) => {
      if (away) throw away;
      asked.push([name, id]);
      return true;
    },
    stop: async () => {},
    tell: (error) => void told.push(error),
  };
  const scheduler = createScheduler({ queue, schedules, now: () => new Date() });
  return {
    scheduler,
    works,
    told,
    /** What was asked for since this was last called. */
    asked: () => asked.splice(0),
    setAway: (error?: Error) => {
      away = error;
    },
  };
};

it('work is asked for at the start, and then when a slot begins, under an id that every node knows', async () => {
  const nodes = [scheduling(schedule()), scheduling(schedule())];
  for (const { scheduler } of nodes) scheduler.start();
  await vi.advanceTimersByTimeAsync(29_000);
  const [one, other] = nodes.map(({ asked }) => asked());
  expect([one?.length, other?.length]).toEqual([1, 1]);
  expect(one).not.toEqual(other);
  await vi.advanceTimersByTimeAsync(2_000);
  const [first, second] = nodes.map(({ asked }) => asked());
  expect(first).toEqual([
    ['sweep', expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)],
  ]);
  expect(second).toEqual(first);
  await vi.advanceTimersByTimeAsync(59 * MINUTE);
  expect(nodes[0]?.asked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  const [next] = nodes.map(({ asked }) => asked());
  expect(next).toHaveLength(1);
  expect(next).not.toEqual(first);
});

it('each schedule has slots and ids of its own, and what its work is', async () => {
  const node = scheduling(schedule(), schedule({ name: 'payments', every: 60, retries: 0 }));
  expect(node.works).toMatchObject([
    { name: 'sweep', retries: 2, remembered: 7_200 },
    { name: 'payments', retries: 0, remembered: 3_600 },
  ]);
  node.scheduler.start();
  await vi.advanceTimersByTimeAsync(0);
  node.asked();
  await vi.advanceTimersByTimeAsync(31_000);
  const ids = node.asked();
  expect(ids.map(([name]) => name).sort()).toEqual(['payments', 'sweep']);
  expect(new Set(ids.map(([, id]) => id)).size).toBe(2);
});

it('a slot that could not be asked for is asked for again, and told', async () => {
  const node = scheduling(schedule());
  node.scheduler.start();
  await vi.advanceTimersByTimeAsync(0);
  node.asked();
  const error = new Error('away');
  node.setAway(error);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(node.told).toEqual([error]);
  node.setAway();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(node.asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30 * MINUTE);
  expect(node.asked()).toEqual([]);
});

it('a clock that is set is followed within a minute', async () => {
  const node = scheduling(schedule());
  node.scheduler.start();
  await vi.advanceTimersByTimeAsync(MINUTE);
  node.asked();
  vi.setSystemTime(new Date('2026-03-11T08:30:00Z'));
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(node.asked()).toHaveLength(1);
});

it('nothing is asked for once it has stopped', async () => {
  const node = scheduling(schedule({ every: 1 }));
  node.scheduler.start();
  await vi.advanceTimersByTimeAsync(2_000);
  await node.scheduler.stop();
  node.asked();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(node.asked()).toEqual([]);
});

it('nothing is asked for by one that was stopped before the queue could begin', async () => {
  const node = scheduling(schedule());
  node.scheduler.start();
  await node.scheduler.stop();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(node.asked()).toEqual([]);
});
