import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { fakeTable, testFolder, testWriter } from './batch.fixture.ts';
import type { Limits } from './limits.ts';

const LIMITS: Limits = {
  ...{ patience: 200, slow: 50, full: 30, largest: 100, ofFile: 10, inMemory: 40, filesWhenLow: 3, most: 100 },
  ...{ retry: { first: 250, most: 2_000 }, lastTry: 1_000 },
};
const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const filesOf = async (folder: string): Promise<number> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.ndjson')).length;

/** A writer whose table takes rows and does not say so. */
const startHeld = async () => {
  const table = fakeTable();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  table.state.held = promise;
  const folder = testFolder();
  const opened = testWriter(table, { folder, limits: LIMITS });
  let next = 0;
  const add = (count: number): void => {
    for (let left = count; left > 0; left -= 1) opened.writer.add({ id: next++ });
  };
  add(4);
  opened.timers.ring();
  await expect.poll(() => opened.timers.waits()).toContain(LIMITS.slow);
  return { ...opened, table, folder, release, add };
};

describe('while a batch takes long', () => {
  it('it and what waits behind it is copied to files, which the next start writes where this process is killed', async () => {
    const { timers, table, folder, add } = await startHeld();
    expect(await filesOf(folder)).toBe(0);
    timers.ring();
    await expect.poll(() => filesOf(folder)).toBe(1);
    add(12);
    timers.ring();
    await expect.poll(() => filesOf(folder)).toBe(3);
    add(3);
    timers.ring();
    await new Promise((resolve) => setTimeout(resolve, 30));
    add(1);
    table.state.held = Promise.resolve();
    const next = testWriter(table, { folder, limits: LIMITS });
    await next.writer.flush();
    // The last one came after the last copy.
    expect(table.ids).toEqual(ids(19));
    expect(await filesOf(folder)).toBe(0);
  });

  it('and is written after all, nothing of the copies is left or written again', async () => {
    const { writer, timers, table, folder, release, add } = await startHeld();
    add(15);
    timers.ring();
    await expect.poll(() => filesOf(folder)).toBe(3);
    expect(writer.waiting()).toEqual({ files: 0, rows: 19 });
    release();
    await writer.flush();
    expect(table.ids).toEqual(ids(19));
    // What is taken at once is what a file has: the key of a batch goes by what it holds.
    expect(table.state.batches).toEqual([4, 10, 5]);
    expect(await filesOf(folder)).toBe(0);
    await writer.close();
    expect(timers.waits()).toEqual([]);
  });

  it('and was written without an answer when the process was killed, it is not written again', async () => {
    const table = fakeTable();
    const folder = testFolder();
    const write: typeof table.write = async (...batch) => {
      await table.write(...batch);
      await new Promise(() => {});
    };
    const killed = testWriter({ ...table, write }, { folder, limits: LIMITS });
    for (const id of ids(4)) killed.writer.add({ id });
    killed.timers.ring();
    await expect.poll(() => table.ids).toEqual(ids(4));
    for (const id of [4, 5]) killed.writer.add({ id });
    killed.timers.ring();
    await expect.poll(() => filesOf(folder)).toBe(2);
    await testWriter(table, { folder, limits: LIMITS }).writer.flush();
    expect(table.ids).toEqual(ids(6));
    expect(await filesOf(folder)).toBe(0);
  });

  it('and more waits than memory is for, the copies are what waits', async () => {
    const { writer, timers, table, folder, release, add } = await startHeld();
    add(35);
    timers.ring();
    await expect.poll(() => filesOf(folder)).toBe(5);
    add(15);
    await expect.poll(() => writer.waiting().files).toBeGreaterThan(0);
    release();
    await writer.flush();
    await writer.flush();
    expect(table.ids).toEqual(ids(54));
    expect(await filesOf(folder)).toBe(0);
    await writer.close();
  });
});
