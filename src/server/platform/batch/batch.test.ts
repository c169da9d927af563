import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeTable, type Numbered, testFolder, testWriter } from './batch.fixture.ts';
import type { Limits } from './limits.ts';

const LIMITS: Limits = {
  ...{ patience: 200, slow: 50, full: 30, largest: 100, ofFile: 10, inMemory: 40, filesWhenLow: 3, most: 100 },
  ...{ retry: { first: 250, most: 2_000 }, lastTry: 1_000 },
};
const ids = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);

/** A writer on a table of its own, and how rows are added to it. */
const start = (parts: { isLow?: () => boolean; gather?: () => readonly Numbered[] } = {}) => {
  const table = fakeTable();
  const folder = testFolder();
  const opened = testWriter(table, { folder, limits: LIMITS, ...parts });
  let next = 0;
  const add = (count: number): void => {
    for (const id of ids(count, next)) opened.writer.add({ id });
    next += count;
  };
  return { ...opened, table, folder, add };
};
/** Files of rows, in their order. */
const filesOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.ndjson')).sort();

describe('a row', () => {
  it('is written with others after 200 ms, and at once when there are enough', async () => {
    const { writer, timers, table, add } = start();
    add(2);
    expect(timers.waits()).toEqual([200]);
    expect(table.ids).toEqual([]);
    timers.ring();
    await expect.poll(() => table.ids).toEqual(ids(2));
    add(30);
    await expect.poll(() => table.state.batches).toEqual([2, 30]);
    expect(writer.waiting()).toEqual({ files: 0, rows: 0 });
  });

  it('that was only counted is written with the next batch, not while that fails', async () => {
    let counted: Numbered[] = [];
    const gather = (): readonly Numbered[] => counted.splice(0);
    const { writer, timers, table, add } = start({ gather });
    counted = [{ id: 100 }];
    writer.wake();
    timers.ring();
    await expect.poll(() => table.ids).toEqual([100]);
    table.state.cut = 'before';
    add(1);
    await writer.flush();
    counted = [{ id: 101 }];
    await writer.flush();
    expect(counted).toHaveLength(1);
    table.state.cut = 'no';
    await writer.flush();
    await writer.close();
    expect(table.ids).toEqual([100, 0, 101]);
  });

  it('that is refused is told of and left out, and none of the others', async () => {
    const { writer, table, log, add } = start();
    add(20);
    writer.add({ id: -1, bad: true });
    add(7);
    writer.add({ id: -2, bad: true });
    await writer.flush();
    expect(table.ids).toEqual(ids(27));
    expect(log.lines).toEqual(Array(2).fill('error a row was refused by the database and is left out'));
  });
});

describe('while rows cannot be written', () => {
  it('it is tried again ever later, and told once', async () => {
    const { writer, timers, table, log, add } = start();
    table.state.cut = 'before';
    add(3);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      timers.ring();
      await writer.flush();
      waits.push(...timers.waits().filter((ms) => ms > LIMITS.patience));
    }
    expect(waits).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000]);
    table.state.cut = 'no';
    timers.ring();
    await writer.flush();
    expect(table.ids).toEqual(ids(3));
    expect(log.lines).toEqual(['warn rows wait, since they cannot be written', 'warn rows are written again']);
  });

  it('few files are made of them where the disk is low', async () => {
    const { writer, table, add } = start({ isLow: () => true });
    table.state.cut = 'before';
    add(1);
    await writer.flush();
    add(80);
    await expect.poll(() => writer.waiting().files).toBe(3);
    add(10);
    await writer.flush();
    expect(writer.waiting()).toEqual({ files: 3, rows: 61 });
    expect(writer.fates()).toEqual({ written: 0, filed: 30, refused: 0, lost: 0 });
    table.state.cut = 'no';
    await writer.flush();
    expect(table.ids).toEqual(ids(91));
    expect(writer.fates()).toEqual({ written: 91, filed: 30, refused: 0, lost: 0 });
  });

  it('those that memory does not hold are lost where files cannot be written either, and counted', async () => {
    const { writer, table, folder, log, add } = start();
    // A folder stands where each file would be written.
    for (const number of ids(60, 1))
      await mkdir(join(folder, `row-${String(number).padStart(12, '0')}.ndjson.part`), { recursive: true });
    table.state.cut = 'before';
    add(130);
    await writer.flush();
    await expect.poll(() => log.lines).toHaveLength(3);
    table.state.cut = 'no';
    await writer.flush();
    expect(table.ids).toEqual(ids(100));
    expect(log.lines.toSorted()).toEqual([
      'error rows are lost: neither database nor disk takes them',
      'error rows cannot be kept in files',
      'warn rows are kept again; so many were lost',
      'warn rows are written again',
      'warn rows wait, since they cannot be written',
    ]);
  });
});

describe('the end', () => {
  it('does not wait for a table that does not answer, and writes nothing once it is over', async () => {
    const { table, folder, timers, writer, add } = start();
    const { write } = table;
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    // Refuses the batch as a whole, then hangs at the first half, which is written in the end.
    let calls = 0;
    table.write = async (rows, doubtful) => {
      calls += 1;
      if (calls === 2) await answer;
      await write(rows, doubtful);
    };
    const hanging = testWriter({ ...table, write: (...batch) => table.write(...batch) }, { folder, limits: LIMITS });
    for (const id of ids(4)) hanging.writer.add({ id });
    hanging.writer.add({ id: -1, bad: true });
    const closed = hanging.writer.close();
    await expect.poll(() => calls).toBe(2);
    hanging.timers.ring();
    await closed;
    const [name = ''] = await filesOf(folder);
    const left = (): Promise<string> => readFile(join(folder, name), 'utf8');
    const before = await left();
    expect(before.split('\n\n')).toHaveLength(2);
    resolve();
    await hanging.writer.flush();
    expect(table.ids).toEqual(ids(3));
    expect(await left()).toBe(before);
    expect(hanging.timers.waits()).toEqual([]);
    expect(calls).toBe(2);
    add(1);
    await writer.close();
    expect(timers.waits()).toEqual([]);
    expect(table.ids).toEqual([...ids(4), 0]);
    expect(await filesOf(folder)).toEqual([]);
  });

  it('leaves files of which a damaged line loses its row only', async () => {
    const { writer, table, folder, add } = start();
    table.state.cut = 'before';
    add(3);
    await writer.close();
    const [name = ''] = await filesOf(folder);
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), `${text.replace('"id":1', '"id":"1"')}{"id":9`);
    table.state.cut = 'no';
    const next = testWriter(table, { folder });
    await next.writer.flush();
    expect(table.ids).toEqual([0, 2]);
    expect(next.log.lines).toEqual(['error rows in a file cannot be read and are left out']);
    expect(await filesOf(folder)).toEqual([]);
  });

  it('of a kind that nobody sees coming leaves what is not written of a parted batch, and nothing else', async () => {
    const { writer, table, folder, add } = start();
    table.state.cut = 'before';
    add(4);
    writer.add({ id: -1, bad: true });
    await writer.close();
    table.state.cut = 'no';
    const { write } = table;
    // The table goes away after the first part of the batch.
    const killed = testWriter(
      {
        ...table,
        write: async (rows, doubtful) => {
          if (table.ids.length > 0) throw new Error('away');
          await write(rows, doubtful);
        },
      },
      { folder },
    );
    await killed.writer.flush();
    expect(table.ids).toEqual(ids(3));
    const next = testWriter(table, { folder });
    await next.writer.flush();
    expect(table.ids).toEqual(ids(4));
    expect(await filesOf(folder)).toEqual([]);
  });

  it('of a kind that nobody sees coming leaves of a copy what is not written, too', async () => {
    const { table, folder } = start();
    const { promise, resolve } = Promise.withResolvers<void>();
    table.state.held = promise;
    const write: typeof table.write = async (...batch) => {
      if (table.ids.length > 0) await new Promise(() => {});
      await table.write(...batch);
    };
    const killed = testWriter({ ...table, write }, { folder, limits: LIMITS });
    for (const id of ids(3)) killed.writer.add({ id });
    killed.writer.add({ id: -1, bad: true });
    killed.timers.ring();
    await expect.poll(() => killed.timers.waits()).toContain(LIMITS.slow);
    killed.timers.ring();
    await expect.poll(() => filesOf(folder).catch(() => [])).toHaveLength(1);
    resolve();
    const [name = ''] = await filesOf(folder);
    await expect.poll(() => readFile(join(folder, name), 'utf8')).not.toContain('"id":1');
    await testWriter(table, { folder }).writer.flush();
    expect(table.ids).toEqual(ids(3));
  });

  it('and an oldest file that cannot be read do not have what was being written twice', async () => {
    const { table, folder } = start();
    table.ids.push(0, 1);
    await mkdir(join(folder, 'row-000000000001.ndjson'), { recursive: true });
    await writeFile(join(folder, 'row-000000000002.ndjson'), '{"id":0}\n{"id":1}\n');
    const { writer, log } = testWriter(table, { folder });
    await writer.flush();
    expect(table.ids).toEqual([0, 1]);
    expect(log.lines).toContain('error a file of waiting rows cannot be read and is left alone');
  });
});
