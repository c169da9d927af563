import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '#server/platform/batch/batch.fixture.ts';
import type { Database } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { SEGMENT } from './line.store.ts';
import { emptyLogs, numbered, testTable } from './logs.fixture.ts';
import type { LogSearch } from './search.rules.ts';

const db = await testDatabase();
beforeEach(() => emptyLogs(db));

const texts = async (of: Database = db): Promise<readonly string[]> =>
  (await of.query<{ text: string }>('select text from log_line order by seq')).rows.map(({ text }) => text);
const names = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `test line ${at}`);

describe('lines', () => {
  it('are written in order, numbered without gaps, also over the end of a partition', async () => {
    await emptyLogs(db, SEGMENT - 3);
    const { table, say, log } = testTable(db);
    say(...numbered(7));
    await table.flush();
    expect(await texts()).toEqual(names(7));
    const { rows, total } = await table.list({}, { offset: 0, limit: 3 });
    expect([rows.map(({ idLog }) => idLog), total]).toEqual([[SEGMENT + 3, SEGMENT + 2, SEGMENT + 1], 7]);
    expect((await table.list({}, { offset: 5, limit: 20 })).rows.map(({ log: text }) => text)).toEqual([
      'test line 1',
      'test line 0',
    ]);
    expect(log.lines).toEqual([]);
    await table.close();
  });

  it('of two nodes stand one after another', async () => {
    const tables = [testTable(db), testTable(db)] as const;
    for (const { say } of tables) say(...numbered(300));
    await Promise.all(tables.map(({ table }) => table.flush()));
    const { rows } = await db.query<{ seq: number; text: string }>('select seq, text from log_line order by seq');
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 600 }, (_, at) => at + 1));
    expect([rows.slice(0, 300), rows.slice(300)].map((some) => some.map(({ text }) => text))).toEqual([
      names(300),
      names(300),
    ]);
    for (const { table } of tables) await table.close();
  });

  it('wait in files while the database is away, are told of apart, and are written once', async () => {
    const cut = { how: 'no' as 'no' | 'before' | 'after' };
    const away = () => Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
    const transaction: Database['transaction'] = async (work) => {
      if (cut.how === 'before') throw away();
      const result = await db.transaction(work);
      if (cut.how === 'after') throw away();
      return result;
    };
    const folder = testFolder();
    const one = testTable({ ...db, transaction }, { folder });
    one.say(...numbered(3));
    cut.how = 'after';
    await one.table.flush();
    expect(await texts()).toEqual(names(3));
    cut.how = 'before';
    one.say({ text: 'line 3' });
    await one.table.close();
    expect(one.log.lines).toEqual(['warn lines of the log wait, since they cannot be written']);
    one.say({ text: 'said after the end' });
    const next = testTable(db, { folder });
    await next.table.flush();
    expect(await texts()).toEqual(names(4));
    expect((await table4(next)).total).toBe(4);
    await next.table.close();
  });

  const table4 = ({ table }: ReturnType<typeof testTable>) => table.list({}, { offset: 0, limit: 20 });

  it('that come faster than they can be written are lost in the end, and nobody waits for them', async () => {
    const { table, say, log } = testTable({ ...db, transaction: () => Promise.reject(new Error('away')) });
    const began = performance.now();
    say(...numbered(60_000));
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(log.lines).toContain('error lines of the log are lost: neither database nor disk takes them');
    await table.close();
  });
});

describe('a search', () => {
  it('finds by text, level, category, request, run, time and number, alone and together', async () => {
    const { table, say } = testTable(db);
    const found = async (search: Parameters<typeof table.list>[0]) =>
      (await table.list(search, { offset: 0, limit: 20 })).rows.map(({ idLog }) => idLog);
    say(
      { text: 'Import of tt0017136', level: 30, category: 'movie', at: '2026-11-20T10:00:00.000Z' },
      { text: 'IMPORT 100%_done', level: 50, category: 'cron', run: 7, at: '2026-11-20T11:00:00.000Z' },
      { text: 'a\\b 100 done', level: 50, category: 'movie', requestId: 'mia1-4711', at: '2026-11-20T12:00:00.000Z' },
      { text: 'request', level: 60, requestId: 'mia1-471', at: '2026-11-20T13:00:00.000Z' },
    );
    await table.flush();
    expect(await found({ text: 'import' })).toEqual([2, 1]);
    expect(await found({ text: '100%_' })).toEqual([2]);
    expect(await found({ text: 'a\\b' })).toEqual([3]);
    expect(await found({ text: 'kinodex' })).toEqual([]);
    expect(await found({ level: 50 })).toEqual([3, 2]);
    expect(await found({ category: 1 })).toEqual([3, 1]);
    expect(await found({ level: 50, category: 1 })).toEqual([3]);
    expect(await found({ level: 30, text: 'import' })).toEqual([1]);
    expect(await found({ requestId: 'mia1-471' })).toEqual([4]);
    expect(await found({ run: 7 })).toEqual([2]);
    expect(await found({ from: new Date('2026-11-20T11:00:00Z'), to: new Date('2026-11-20T12:00:00Z') })).toEqual([
      3, 2,
    ]);
    expect(await found({ after: 2 })).toEqual([4, 3]);
    expect((await table.around(2)).map(({ idLog }) => idLog)).toEqual([4, 3, 2, 1]);
    expect((await table.list({ level: 50 }, { offset: 0, limit: 20 })).rows[1]).toEqual({
      ...{ idLog: 2, log: 'test IMPORT 100%_done run=7', level: 'ERROR', category: 5 },
      ...{ insertDate: '2026-11-20T11:00:00.000Z', requestId: null, idRun: 7 },
    });
    await table.close();
  });

  it('counts to one more than 10,000, and everything where nothing is looked for', async () => {
    const { table, say } = testTable(db);
    for (let batch = 0; batch < 4; batch++) {
      say(...numbered(3_000, (at) => ({ text: at % 2 ? 'odd one' : 'even one', level: at % 10 === 0 ? 50 : 30 })));
      await table.flush();
    }
    const total = async (search: Parameters<typeof table.list>[0], offset = 0) => {
      const { rows, total } = await table.list(search, { offset, limit: 20 });
      return [rows.length, total];
    };
    expect(await total({})).toEqual([20, 12_000]);
    expect(await total({ text: 'one' })).toEqual([20, 10_001]);
    expect(await total({ text: 'odd' }, 5_990)).toEqual([10, 6_000]);
    expect(await total({ level: 30 }, 10_000)).toEqual([20, 10_001]);
    expect(await total({ level: 50 })).toEqual([20, 1_200]);
    expect(await total({ level: 50, text: 'odd' })).toEqual([0, 0]);
    await table.close();
  });

  it('that takes long ends with what it has, says since when, and finds the rest when it goes on from there', async () => {
    await emptyLogs(db, 2 * SEGMENT - 3);
    const { table, say } = testTable(db, { searchPatience: 0 });
    const at = (hour: number): string => `2026-11-20T${hour}:00:00.000Z`;
    // The last line of the older partition waited and is of an older moment than those before it.
    say({ text: 'old a', at: at(10) }, { text: 'old b', at: at(12) }, { text: 'old c', at: at(11) });
    say(...numbered(3, () => ({ at: at(14) })));
    await table.flush();
    const found = async (search: LogSearch) => {
      const { rows, total, since } = await table.list(search, { offset: 0, limit: 20 });
      return [rows.map(({ log }) => log), total, since?.toISOString()];
    };
    expect(await found({ text: 'line' })).toEqual([['test line 2', 'test line 1', 'test line 0'], 3, at(12)]);
    expect(await found({ text: 'old' })).toEqual([[], 0, at(12)]);
    expect(await table.histogram({ text: 'old' })).toMatchObject({
      isWhole: false,
      startDate: '2026-11-20T13:00:00.000Z',
    });
    expect(await found({ text: 'old', to: new Date(at(12)) })).toEqual([
      ['test old c', 'test old b', 'test old a'],
      ...[3, undefined],
    ]);
    expect(await found({})).toMatchObject([{ length: 6 }, 6, undefined]);
    await table.close();
  });

  it('shows over time how many lines of each level there were', async () => {
    const { table, say } = testTable(db);
    say(
      { at: '2026-11-22T11:00:10.000Z', level: 30 },
      { at: '2026-11-22T11:00:10.900Z', level: 40 },
      { at: '2026-11-22T11:59:59.000Z', level: 50, text: 'late' },
    );
    await table.flush();
    const { buckets, ...head } = await table.histogram({});
    expect(head).toEqual({
      ...{ startDate: '2026-11-22T11:00:00.000Z', endDate: '2026-11-22T12:00:01.000Z' },
      ...{ seconds: 60, isWhole: true },
    });
    const filled = buckets.filter(({ INFO, WARN, ERROR }) => INFO + WARN + ERROR > 0);
    expect(filled).toEqual([
      { date: '2026-11-22T11:00:00.000Z', TRACE: 0, DEBUG: 0, INFO: 1, WARN: 1, ERROR: 0, FATAL: 0 },
      { date: '2026-11-22T11:59:00.000Z', TRACE: 0, DEBUG: 0, INFO: 0, WARN: 0, ERROR: 1, FATAL: 0 },
    ]);
    expect((await table.histogram({ text: 'late' })).buckets.at(-2)).toMatchObject({ INFO: 0, ERROR: 1 });
    expect(await table.histogram({ text: 'nothing' })).toMatchObject({ isWhole: true });
    await table.close();
  });
});

describe('lines that are older than is kept', () => {
  it('go: whole partitions, and the beginning of the first that stays', async () => {
    await emptyLogs(db, SEGMENT - 2);
    const { table, say } = testTable(db, { days: 10 });
    const on = (day: number, count: number) => numbered(count, () => ({ at: `2026-11-${day}T00:00:00.000Z` }));
    say(...on(10, 5));
    say(...on(11, 2), ...on(13, 1), ...on(20, 2));
    await table.flush();
    const told: number[] = [];
    expect(await table.sweep(undefined, (deleted) => told.push(deleted))).toBe(7);
    expect(told).toEqual([2, 7, 7]);
    expect(await table.list({}, { offset: 0, limit: 20 })).toMatchObject({ total: 3 });
    expect((await table.list({ text: 'line' }, { offset: 0, limit: 20 })).total).toBe(3);
    expect(await table.sweep()).toBe(0);
    say({ text: 'after the sweep' });
    expect((await table.list({}, { offset: 0, limit: 20 })).rows[0]?.log).toBe('test after the sweep');
    await table.close();
  });
});
