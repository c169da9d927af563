import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fakeTable, testFolder, testWriter } from './batch.fixture.ts';
import type { Limits } from './limits.ts';

const SEEDS = 60;
const STEPS = 80;
/** Small, so that few rows reach each of them. */
const LIMITS: Limits = {
  ...{ patience: 200, full: 7, largest: 9, ofFile: 3, inMemory: 12, filesWhenLow: 4, most: 1_000 },
  ...{ retry: { first: 250, most: 1_000 }, lastTry: 1_000 },
};

/** Numbers that look random and are the same each time. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'every row but those that are refused is written once and in order: random steps %i',
  async (seed) => {
    const random = numbersFrom(seed);
    const table = fakeTable();
    const folder = testFolder();
    const wanted: number[] = [];
    let low = false;
    let refused = 0;
    let added = 0;
    const open = () => testWriter(table, { folder, limits: LIMITS, isLow: () => low });
    let now = open();
    const restart = async (): Promise<void> => {
      await now.writer.close();
      expect(now.timers.waits()).toEqual([]);
      refused += now.log.lines.filter((line) => line.includes('refused')).length;
      now = open();
    };
    const steps: readonly (() => Promise<void> | void)[] = [
      () => {
        for (let left = random(20); left > 0; left--) {
          const bad = random(25) === 0;
          if (!bad) wanted.push(added);
          now.writer.add({ id: added++, ...(bad && { bad }) });
        }
      },
      () => now.writer.flush(),
      () => now.timers.ring(),
      () => {
        table.state.cut = (['no', 'no', 'before', 'after'] as const)[random(4)] ?? 'no';
      },
      () => {
        low = !low;
      },
      // So much that some of what is under way ends.
      async () => {
        for (let turns = random(30); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      },
      () => (random(3) === 0 ? restart() : undefined),
    ];
    for (let step = 0; step < STEPS; step++) await steps[random(steps.length)]?.();
    await restart();
    table.state.cut = 'no';
    await now.writer.flush();
    await restart();
    expect(table.ids).toEqual(wanted);
    expect(refused).toBe(added - wanted.length);
    expect(await readdir(folder).catch(() => [])).toEqual([]);
    expect(Math.max(...table.state.batches)).toBeLessThanOrEqual(LIMITS.largest);
  },
);
