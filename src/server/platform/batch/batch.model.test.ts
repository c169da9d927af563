import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fakeTable, testFolder, testWriter } from './batch.fixture.ts';
import type { Limits } from './limits.ts';

const SEEDS = 40;
const STEPS = 80;
/** Small, so that few rows reach each of them. */
const LIMITS: Limits = {
  ...{ patience: 200, slow: 50, full: 7, largest: 9, ofFile: 3, inMemory: 12, filesWhenLow: 4, most: 1_000 },
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

/** The folder as a process that is killed now leaves it, and the rows in it. */
const leftIn = async (folder: string): Promise<{ readonly left: string; readonly rows: ReadonlySet<number> }> => {
  const left = testFolder();
  await mkdir(left, { recursive: true });
  const rows = new Set<number>();
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    // One that goes meanwhile has been written.
    const text = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (text === null) continue;
    await writeFile(join(left, name), text);
    const lines = name.endsWith('.ndjson') ? text.split('\n').filter((line) => line !== '') : [];
    for (const line of lines) rows.add((JSON.parse(line) as { id: number }).id);
  }
  return { left, rows };
};

it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'every row but those that are refused is written once and in order: random steps %i',
  async (seed) => {
    const random = numbersFrom(seed);
    const table = fakeTable();
    let folder = testFolder();
    let wanted: number[] = [];
    let low = false;
    let refused = 0;
    let added = 0;
    let isKilled = false;
    let release = (): void => {};
    const open = () => {
      const process = { isAlive: true };
      const write: typeof table.write = async (...batch) => {
        if (process.isAlive) return table.write(...batch);
        throw new Error('away');
      };
      const opened = testWriter({ ...table, write }, { folder, limits: LIMITS, isLow: () => low });
      return { ...opened, process };
    };
    let now = open();
    const refusedNow = (): number => now.log.lines.filter((line) => line.includes('refused')).length;
    /** What a process that is killed had written or has in files is there afterwards, and nothing else. */
    const kill = async (): Promise<void> => {
      now.process.isAlive = false;
      now.timers.drop();
      // What is being written comes to its end, unheard.
      release();
      await pause(0);
      const { left, rows } = await leftIn(folder);
      folder = left;
      isKilled = true;
      wanted = wanted.filter((id) => rows.has(id) || table.ids.includes(id));
      now = open();
    };
    const restart = async (): Promise<void> => {
      release();
      await now.writer.close();
      expect(now.timers.waits()).toEqual([]);
      refused += refusedNow();
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
      () => {
        release();
        return now.writer.flush();
      },
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
      () => (random(3) === 0 ? kill() : undefined),
      () => {
        release();
        if (random(2) === 0) return;
        const { promise, resolve } = Promise.withResolvers<void>();
        table.state.held = promise;
        release = resolve;
      },
    ];
    for (let step = 0; step < STEPS; step++) await steps[random(steps.length)]?.();
    await restart();
    table.state.cut = 'no';
    await now.writer.flush();
    await restart();
    expect(table.ids).toEqual(wanted);
    if (!isKilled) expect(refused).toBe(added - wanted.length);
    expect(await readdir(folder).catch(() => [])).toEqual([]);
    expect(Math.max(...table.state.batches)).toBeLessThanOrEqual(LIMITS.largest);
  },
);
