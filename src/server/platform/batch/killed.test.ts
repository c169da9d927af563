import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fakeTable, testFolder, testWriter } from './batch.fixture.ts';
import type { Limits } from './limits.ts';
import { type SetTimer, setClockTimer } from './timer.ts';

const LIMITS: Limits = {
  ...{ patience: 200, slow: 50, full: 30, largest: 100, ofFile: 10, inMemory: 40, filesWhenLow: 3, most: 100 },
  ...{ retry: { first: 250, most: 2_000 }, lastTry: 1_000 },
};
const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const filesOf = async (folder: string): Promise<number> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.ndjson')).length;

const rowsIn = async (folder: string): Promise<number> => {
  const texts = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(texts)).join('').split('\n').length - 1;
};

/** Files that an earlier run has left, of one row each. */
const leave = async (folder: string, count: number): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const id of ids(count))
    await writeFile(join(folder, `row-${String(id + 1).padStart(12, '0')}.ndjson`), `${JSON.stringify({ id })}\n`);
};

/** Timers that go off when their time has come, on a clock that goes when it is told to. */
const createClock = () => {
  let now = 0;
  const timers = new Map<object, { readonly due: number; readonly work: () => void }>();
  const setTimer: SetTimer = (work, ms) => {
    const key = {};
    timers.set(key, { due: now + ms, work });
    return () => void timers.delete(key);
  };
  const advance = (ms: number): void => {
    now += ms;
    for (const [key, { due, work }] of [...timers]) if (due <= now && timers.delete(key)) work();
  };
  return { setTimer, advance };
};

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
    await expect.poll(() => rowsIn(folder)).toBe(19);
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

  it('who looks at what was written waits half a second at most', async () => {
    const { writer, timers, release } = await startHeld();
    let hasLooked = false;
    const looking = writer.catchUp().then(() => {
      hasLooked = true;
    });
    await turn();
    expect([hasLooked, timers.waits().includes(500)]).toEqual([false, true]);
    timers.ring();
    await looking;
    release();
    await writer.close();
    expect(timers.waits()).toEqual([]);
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

  it('the rows that come meanwhile do not keep it from being written', async () => {
    const table = fakeTable();
    let isFirst = true;
    const write: typeof table.write = async (...batch) => {
      if (isFirst) await pause(80);
      isFirst = false;
      return table.write(...batch);
    };
    const limits = { ...LIMITS, full: 50, inMemory: 100_000, most: 200_000, ofFile: 2_000, largest: 10_000 };
    const { writer } = testWriter({ ...table, write }, { folder: testFolder(), limits, setTimer: setClockTimer });
    const until = performance.now() + 1_200;
    let added = 0;
    for (; performance.now() < until; added += 1) {
      writer.add({ id: added });
      await turn();
    }
    expect(table.ids.length).toBeGreaterThan(added / 2);
    await writer.close();
    expect(table.ids).toEqual(ids(added));
  });

  it('and the disk is so low that files wait already, nothing is copied', async () => {
    const table = fakeTable();
    const folder = testFolder();
    await leave(folder, LIMITS.filesWhenLow);
    table.state.cut = 'before';
    const { writer, timers } = testWriter(table, { folder, limits: LIMITS, isLow: () => true });
    await writer.flush();
    writer.add({ id: 100 });
    timers.ring();
    await pause(30);
    expect(await filesOf(folder)).toBe(LIMITS.filesWhenLow);
  });

  it('and rows cannot be added to a copy, it stays as it was', async () => {
    const { writer, timers, table, folder, release, add, log } = await startHeld();
    add(2);
    timers.ring();
    await expect.poll(() => filesOf(folder)).toBe(2);
    const [, name = ''] = (await readdir(folder)).sort();
    const text = await readFile(join(folder, name), 'utf8');
    // What cannot be written to stands in its place.
    await rm(join(folder, name));
    await mkdir(join(folder, name));
    add(2);
    timers.ring();
    await expect.poll(() => log.lines).toEqual(['error rows cannot be kept in files']);
    await rm(join(folder, name), { recursive: true });
    expect(text.split('\n')).toHaveLength(3);
    release();
    await writer.flush();
    expect(table.ids).toEqual(ids(8));
    expect(table.state.batches).toEqual([4, 2, 2]);
  });
});

it('of a parted batch that cannot be written down again no file is left that has all of it', async () => {
  const table = fakeTable();
  const folder = testFolder();
  await mkdir(folder);
  const name = 'row-000000000001.ndjson';
  const rows = [{ id: 0 }, { id: 1 }, { id: -1, bad: true }, { id: 2 }];
  await writeFile(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await mkdir(join(folder, `${name}.part`));
  const left: number[] = [];
  const write: typeof table.write = async (...batch) => {
    left.push(await filesOf(folder));
    await table.write(...batch);
  };
  const { writer, log } = testWriter({ ...table, write }, { folder, limits: LIMITS });
  await writer.flush();
  expect(table.ids).toEqual(ids(3));
  expect(left).toEqual([1, 0, 0, 0, 0]);
  expect(log.lines).toContain('error rows cannot be kept in files');
});

describe('while files that were left are written', () => {
  it('what comes is copied too, though no batch takes long', async () => {
    const table = fakeTable();
    const folder = testFolder();
    await leave(folder, 30);
    const clock = createClock();
    let next = 100;
    const write: typeof table.write = async (...batch) => {
      if (next === 115) await new Promise(() => {});
      killed.writer.add({ id: next++ });
      clock.advance(20);
      await table.write(...batch);
    };
    const killed = testWriter({ ...table, write }, { folder, limits: LIMITS, setTimer: clock.setTimer });
    void killed.writer.flush();
    await expect.poll(() => next).toBe(115);
    await testWriter(table, { folder, limits: LIMITS }).writer.flush();
    // Looked after 60 and after 260 ms; what came later is lost.
    expect(table.ids).toEqual([...ids(30), ...ids(13).map((id) => 100 + id)]);
  });
});
