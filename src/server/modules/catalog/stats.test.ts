import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '#test/support/log.ts';
import { createStats } from './stats.service.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A catalogue that grows by a title each time it is counted, which takes so many ms. */
const counted = (took = 0) => {
  let counts = 0;
  const stats = createStats({
    db: {
      query: async ({ text }: { readonly text: string }) => {
        if (!text.includes('as titles')) return { rows: [] };
        const titles = ++counts;
        if (took > 0) await new Promise((resolve) => setTimeout(resolve, took));
        return { rows: [{ titles, names: 0, images: 0 }] };
      },
    } as never,
    visibility: () => ({ imageBase: '', sources: null, adult: false }),
    now: () => new Date(),
    log: silentLog,
  });
  return { stats, counts: () => counts, titles: async () => (await stats.read()).titles };
};

it('is counted anew within a second of a change, by itself, and once for many changes', async () => {
  const { stats, counts, titles } = counted();
  stats.changed();
  await vi.advanceTimersByTimeAsync(60_000);
  // Nobody has asked yet.
  expect(counts()).toBe(0);
  expect(await titles()).toBe(1);
  for (let times = 0; times < 50; times++) stats.changed();
  await vi.advanceTimersByTimeAsync(900);
  expect([counts(), await titles()]).toEqual([2, 2]);
});

it('does not believe a count that has begun before the change', async () => {
  const { stats, counts, titles } = counted(2_000);
  const first = titles();
  stats.changed();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([await first, await titles(), counts()]).toEqual([1, 2, 2]);
});

it('is counted for a small part of the time only, however many changes there are', async () => {
  const { stats, counts, titles } = counted(1_000);
  const first = titles();
  await vi.advanceTimersByTimeAsync(1_000);
  await first;
  for (let second = 0; second < 100; second++) {
    stats.changed();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(counts()).toBeGreaterThan(5);
  expect(counts()).toBeLessThanOrEqual(12);
});

it('is not counted any more once it is idle', async () => {
  const { stats, counts, titles } = counted();
  await titles();
  stats.changed();
  await stats.idle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(counts()).toBe(1);
});
