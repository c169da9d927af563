import { createClient } from '@redis/client';
import { afterAll, describe, expect, it } from 'vitest';
import { silentLog } from '#test/support/log.ts';
import { findRedis, noRedisServer, startRedis } from '#test/support/redis.ts';
import type { Leases } from './leases.ts';
import { createMemoryLeases } from './memory-leases.ts';
import { createRedisLeases } from './redis-leases.ts';

const redis = await findRedis();
const inRedis = redis && createRedisLeases({ ...redis, log: silentLog });
await inRedis?.opened;
afterAll(() => inRedis?.close());

const kinds: [string, Leases | null][] = [
  ['in memory', createMemoryLeases()],
  [redis ? 'in Redis' : 'in Redis (skipped: no Redis)', inRedis],
];

describe.each(kinds)('leases %s', (_, leases) => {
  if (!leases) return it.skip('works (skipped: no Redis)');
  let accounts = 0;
  const newKey = (day = 20_000) => ({ accountId: ++accounts, day });

  it('knows nothing before it was told', async () => {
    expect(await leases.take(newKey(), 1, 100)).toMatchObject({ ok: false, left: 0, reserved: null });
  });

  it('gives what was put in, and no more', async () => {
    const key = newKey();
    const turn = (await leases.take(key, 1, 100))?.turn ?? 0;
    expect(await leases.put(key, { amount: 5, reserved: 5, turn }, 2, 100)).toEqual({
      ok: true,
      left: 3,
      reserved: 5,
      turn,
    });
    expect(await leases.take(key, 4, 100)).toMatchObject({ ok: false, left: 3 });
    expect(await leases.take(key, 3, 100)).toMatchObject({ ok: true, left: 0 });
    expect(await leases.take(key, 1, 100)).toMatchObject({ ok: false, left: 0, reserved: 5 });
  });

  it('gives nothing beyond the limit of the call', async () => {
    const key = newKey();
    const turn = (await leases.take(key, 1, 100))?.turn ?? 0;
    await leases.put(key, { amount: 50, reserved: 50, turn }, 0, 100);
    expect(await leases.take(key, 11, 10)).toMatchObject({ ok: false, left: 50 });
    expect(await leases.take(key, 10, 10)).toMatchObject({ ok: true, left: 40 });
    expect(await leases.take(key, 1, 10)).toMatchObject({ ok: false });
    expect(leases.known(key)).toMatchObject({ left: 40, reserved: 50 });
  });

  it('grants calls at once in their order, each as if it had come alone', async () => {
    const key = newKey();
    const turn = (await leases.take(key, 1, 100))?.turn ?? 0;
    await leases.put(key, { amount: 10, reserved: 60, turn }, 0, 100);
    const taken = await Promise.all([3, 20, 4, 0, 5, 1].map((cost) => leases.take(key, cost, 100)));
    expect(taken).toEqual(
      [
        [true, 7],
        [false, 7],
        [true, 3],
        [true, 3],
        [false, 3],
        [true, 2],
      ].map(([ok, left]) => ({
        ...{ ok, left, turn },
        reserved: 60,
      })),
    );
    expect(await leases.take(key, 2, 59)).toMatchObject({ ok: false, left: 2 });
  });

  it('keeps accounts and days apart', async () => {
    const [one, two] = [newKey(), newKey()];
    const turn = (await leases.take(one, 1, 100))?.turn ?? 0;
    await leases.put(one, { amount: 5, reserved: 5, turn }, 0, 100);
    expect(await leases.take(two, 1, 100)).toMatchObject({ ok: false, reserved: null });
    expect(await leases.take({ ...one, day: one.day + 1 }, 1, 100)).toMatchObject({ ok: false, reserved: null });
  });

  it('believes the larger of two answers that overtook each other', async () => {
    const key = newKey();
    const turn = (await leases.take(key, 1, 100))?.turn ?? 0;
    await leases.put(key, { amount: 10, reserved: 20, turn }, 0, 100);
    expect(await leases.put(key, { amount: 10, reserved: 10, turn }, 0, 100)).toMatchObject({ left: 20, reserved: 20 });
  });

  it('forgets what it was told, keeps what it holds, and believes nothing that was read before', async () => {
    const key = newKey();
    const turn = (await leases.take(key, 1, 100))?.turn ?? 0;
    await leases.put(key, { amount: 10, reserved: 10, turn }, 0, 100);
    await leases.forget(key);
    expect(leases.known(key)).toBeNull();
    const since = await leases.take(key, 1, 100);
    expect(since).toMatchObject({ ok: false, left: 10, reserved: null });
    expect(await leases.put(key, { amount: 5, reserved: 15, turn }, 1, 100)).toMatchObject({ ok: false, left: 15 });
    const told = await leases.put(key, { amount: 0, reserved: 9, turn: since?.turn ?? -1 }, 1, 100);
    expect(told).toMatchObject({ ok: true, left: 14, reserved: 9 });
  });
});

it.skipIf(noRedisServer !== '')(
  `Redis gets one command for all calls of an account in one turn${noRedisServer}`,
  async () => {
    const server = await startRedis();
    const leases = createRedisLeases({ url: server.url, log: silentLog });
    await leases.opened;
    const client = createClient({ url: server.url });
    client.on('error', () => {});
    await client.connect();
    const commands = async (): Promise<number> =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(await client.info('commandstats')))?.[1] ?? 0);
    try {
      const before = await commands();
      const take = (accountId: number) => leases.take({ accountId, day: 20_000 }, 1, 100);
      await Promise.all(Array.from({ length: 40 }, (_, at) => take(1 + (at % 2))));
      expect((await commands()) - before).toBe(2);
    } finally {
      client.destroy();
      leases.close();
    }
  },
);

describe('memory', () => {
  it('keeps the day that runs and the one before it', () => {
    const leases = createMemoryLeases();
    const days = [1, 2, 3].map((day) => ({ accountId: 1, day }));
    for (const key of days) leases.put(key, { amount: 5, reserved: 5, turn: 0 }, 0, 100);
    expect(days.map((key) => leases.known(key) !== null)).toEqual([false, true, true]);
  });

  it('hands out the oldest leases first, and only those with something in them', () => {
    const leases = createMemoryLeases();
    for (const accountId of [1, 2, 3, 4])
      leases.put({ accountId, day: 1 }, { amount: 5, reserved: 5, turn: 0 }, accountId === 1 ? 5 : 1, 100);
    expect(leases.drain(2)).toEqual([{ accountId: 2, day: 1, left: 4 }]);
    expect(leases.drain(2)).toEqual([]);
    expect(leases.known({ accountId: 1, day: 1 })).toBeNull();
  });
});
