import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { keptLog } from '#test/support/log.ts';
import { DatabaseSilent } from '../db/away.ts';
import type { Database } from '../db/database.ts';
import { createQueue, type Work } from './queue.ts';

const db = await testDatabase();
const TIMES = { heartbeat: 10, refresh: 1, look: 1, poll: 0.5, again: 0.05 };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface World {
  readonly run?: Work['run'];
  readonly retries?: number;
  readonly alone?: boolean;
  readonly query?: Database['query'];
}

/** The name of work that no other test has. */
const newName = () => `work-${randomUUID()}`;

/** A node that takes one work. */
const node = async (
  name: string,
  { run = async () => {}, retries = 0, alone = false, query = db.query }: World = {},
) => {
  const log = keptLog();
  const queue = createQueue({ db: { query }, log, alone, times: TIMES });
  let runs = 0;
  const counted = async (signal: AbortSignal): Promise<void> => {
    runs += 1;
    await run(signal);
  };
  queue.add({ name, retries, remembered: 3_600, run: counted });
  closers.push(queue.stop);
  await queue.start();
  return { queue, lines: log.lines, runs: () => runs, ask: (id: string = randomUUID()) => queue.ask(name, id) };
};

/** Makes what the queue keeps of a work as old as if that time had passed. */
const pass = (name: string, time: string): Promise<unknown> =>
  db.query(
    `update queue.job set start_after = start_after - $2::interval, heartbeat_on = heartbeat_on - $2::interval,
       started_on = started_on - $2::interval where name = $1`,
    [name, time],
  );
const statesOf = async (name: string): Promise<unknown[]> =>
  (await db.query('select state::text from queue.job where name = $1 order by created_on', [name])).rows.map(
    ({ state }) => state,
  );

/** Work that goes on until it is told to end. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<AbortSignal>();
  return {
    run: (signal: AbortSignal) => {
      begun.resolve(signal);
      return promise;
    },
    begun: begun.promise,
    end: resolve,
  };
};

/** Leaves a run of a node that has taken it and is never heard of again. */
const abandon = async (name: string): Promise<void> => {
  const one = await node(name);
  await one.queue.stop();
  await db.query(
    `insert into queue.job (name, policy, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit)
      values ($1, 'exclusive', 'active', now(), now(), 10, 0)`,
    [name],
  );
};

describe('work', () => {
  it('is done once for an id, whoever asks and however often', async () => {
    const name = newName();
    const nodes = [await node(name), await node(name)];
    const id = randomUUID();
    const taken = await Promise.all(nodes.map(({ ask }) => ask(id)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await expect.poll(() => statesOf(name)).toEqual(['completed']);
    expect(await nodes[0]?.ask(id)).toBe(false);
    expect(nodes.reduce((sum, { runs }) => sum + runs(), 0)).toBe(1);
    expect(await nodes[0]?.ask()).toBe(true);
    await expect.poll(() => statesOf(name)).toEqual(['completed', 'completed']);
  });

  it('is never asked for while it goes on', async () => {
    const name = newName();
    const work = held();
    const one = await node(name, work);
    await one.ask();
    await work.begun;
    const other = await node(name);
    expect([await one.ask(), await other.ask()]).toEqual([false, false]);
    work.end();
    await expect.poll(() => statesOf(name)).toEqual(['completed']);
    expect(await other.ask()).toBe(true);
  });

  it('that fails is told of once and tried again after a minute, as often as it may', async () => {
    const name = newName();
    let broken = true;
    const one = await node(name, {
      retries: 1,
      run: async () => {
        if (broken) throw new Error('broken');
      },
    });
    await one.ask();
    await expect.poll(() => statesOf(name)).toEqual(['retry']);
    expect(one.runs()).toBe(1);
    await pass(name, '3 minutes');
    await expect.poll(() => statesOf(name)).toEqual(['failed']);
    expect(one.runs()).toBe(2);
    expect(one.lines).toEqual(['warn work in the background has failed; it is tried again']);
    broken = false;
    await one.ask();
    await expect.poll(() => statesOf(name)).toEqual(['failed', 'completed']);
    expect(one.lines.slice(1)).toEqual(['warn work in the background is done again']);
  });

  it('whose node has died is given up when its heartbeat is old, and then may be asked for', async () => {
    const name = newName();
    await abandon(name);
    const other = await node(name);
    expect(await other.ask()).toBe(false);
    await pass(name, '9 seconds');
    expect(await other.ask()).toBe(false);
    await pass(name, '1 minute');
    await expect.poll(() => statesOf(name)).toEqual(['failed']);
    expect(await other.ask()).toBe(true);
    await expect.poll(() => other.runs()).toBe(1);
  });

  it('of a node that has died is given up at once by one that knows to be alone', async () => {
    const name = newName();
    await abandon(name);
    const next = await node(name, { alone: true });
    expect(await next.ask()).toBe(true);
    await expect.poll(() => statesOf(name)).toEqual(['failed', 'completed']);
  });
});

describe('a stop', () => {
  it('tells runs to end and waits for them', async () => {
    const name = newName();
    const work = held();
    const one = await node(name, work);
    await one.ask();
    const signal = await work.begun;
    signal.addEventListener('abort', () => work.end());
    await one.queue.stop();
    expect(await statesOf(name)).toEqual(['completed']);
  });
});

describe('a database that is away', () => {
  it('is told once an outage, whatever fails meanwhile, and work goes on when it is back', async () => {
    const name = newName();
    let away = true;
    let failed = 0;
    const query: Database['query'] = async (text, values) => {
      if (!away) return db.query(text, values);
      failed += 1;
      throw new DatabaseSilent();
    };
    const log = keptLog();
    const queue = createQueue({ db: { query }, log, alone: false, times: TIMES });
    closers.push(queue.stop);
    let runs = 0;
    queue.add({ name, retries: 0, remembered: 3_600, run: async () => void runs++ });
    const started = queue.start();
    for (const outage of [1, 2]) {
      const before = failed;
      await expect.poll(() => failed).toBeGreaterThan(before + 3);
      away = false;
      await started;
      await queue.ask(name, randomUUID());
      await expect.poll(() => runs).toBe(outage);
      await expect.poll(() => statesOf(name)).toEqual(Array(outage).fill('completed'));
      away = true;
    }
    const once = [
      'warn work in the background waits, since the database does not take it; it is told when it does',
      'warn work in the background goes on',
    ];
    await expect.poll(() => log.lines).toEqual([...once, ...once, once[0]]);
    away = false;
  });
});
