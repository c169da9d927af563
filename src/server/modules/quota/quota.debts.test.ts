import { describe, expect, it } from 'vitest';
import { createDebts } from './quota.debts.ts';
import { answered, full, memoryLedger, quotaTable, silent } from './quota.table.fixture.ts';

const KEY = { accountId: 1, day: 20_000 };
const OTHER = { accountId: 2, day: 20_000 };

const debtsWith = (room?: number) => {
  const table = quotaTable();
  const { ledger, state: written } = memoryLedger(room);
  const clock = { at: 0 };
  const debts = createDebts({ db: table.db, ledger, ticks: () => clock.at });
  /** Hands out while the table takes nothing, so that so much is owed. */
  const owe = async (key: typeof KEY, amount: number): Promise<void> => {
    table.state.failure = full();
    await debts.handOut(key, amount, 1000, 0);
    table.state.failure = null;
  };
  return { table, ledger, written, clock, debts, owe };
};

describe('handing out', () => {
  it('is the table’s while it takes changes', async () => {
    const { table, ledger, debts } = debtsWith();
    expect(await debts.handOut(KEY, 10, 25, 0)).toBe(10);
    expect(await debts.handOut(KEY, 10, 25, 10)).toBe(20);
    expect(await debts.handOut(KEY, 10, 25, 20)).toBeNull();
    expect(ledger.of(KEY)).toBe(0);
    expect(table.state.asked).toEqual(['reserve', 'reserve', 'reserve']);
  });

  it.each([
    ['is full', full],
    ['does not answer', silent],
  ])('is noted while the table %s, which is left alone for two seconds', async (_, failure) => {
    const { table, ledger, clock, debts } = debtsWith();
    await debts.handOut(KEY, 10, 100, 0);
    table.state.failure = failure();
    expect(await debts.handOut(KEY, 20, 100, 10)).toBe(30);
    table.count('reserve');
    clock.at = 1999;
    expect(await debts.handOut(KEY, 5, 100, 30)).toBe(35);
    expect(table.count('reserve')).toBe(0);
    expect(ledger.of(KEY)).toBe(25);
    table.state.failure = null;
    clock.at = 2000;
    // It is told what was noted before it is asked for more.
    expect(await debts.handOut(KEY, 65, 100, 35)).toBe(100);
    expect([table.of(KEY), ledger.of(KEY)]).toEqual([100, 0]);
    expect(await debts.handOut(KEY, 1, 100, 100)).toBeNull();
  });

  it('fails with the table where that has another reason, and nothing is noted', async () => {
    const { table, ledger, debts } = debtsWith();
    table.state.failure = new Error('a mistake');
    await expect(debts.handOut(KEY, 10, 100, 0)).rejects.toThrow('a mistake');
    expect(ledger.of(KEY)).toBe(0);
  });

  it('fails with the table where there is no room to note it, also while that is left alone', async () => {
    const { table, ledger, debts, owe } = debtsWith(1);
    await owe(KEY, 10);
    table.state.failure = full();
    await expect(debts.handOut(OTHER, 10, 100, 0)).rejects.toMatchObject({ code: '53100' });
    expect(ledger.of(OTHER)).toBe(0);
    table.state.failure = null;
    expect(await debts.handOut(OTHER, 10, 100, 0)).toBe(10);
    expect(table.of(OTHER)).toBe(10);
  });
});

describe('the table', () => {
  it('is told once by any number at the same time, each of which waits for it', async () => {
    const { table, ledger, debts, owe } = debtsWith();
    await owe(KEY, 10);
    const release = table.hold('add');
    const told: string[] = [];
    const both = ['one', 'other'].map((who) => debts.flush(KEY).then(() => told.push(who)));
    await answered();
    expect(told).toEqual([]);
    release();
    await Promise.all(both);
    expect([table.of(KEY), ledger.of(KEY)]).toEqual([10, 0]);
    expect(table.count('add')).toBe(1);
  });

  it('is told again what is owed later, and nothing when nothing is', async () => {
    const { table, ledger, clock, debts, owe } = debtsWith();
    await debts.flush(KEY);
    expect(table.count('add')).toBe(0);
    await owe(KEY, 1);
    await debts.flush(KEY);
    clock.at = 2000;
    await owe(KEY, 7);
    await debts.flush(KEY);
    expect([table.of(KEY), ledger.of(KEY)]).toEqual([8, 0]);
  });

  it('is told of every day at once', async () => {
    const { table, ledger, debts, owe } = debtsWith();
    await owe(KEY, 10);
    await owe(OTHER, 20);
    await debts.flushAll();
    expect([table.of(KEY), table.of(OTHER), ledger.keys()]).toEqual([10, 20, []]);
  });

  it('is told again when it failed', async () => {
    const { table, debts, owe } = debtsWith();
    await owe(KEY, 10);
    table.state.failure = silent();
    await expect(debts.flush(KEY)).rejects.toThrow();
    table.state.failure = null;
    await debts.flush(KEY);
    expect(table.of(KEY)).toBe(10);
  });
});

describe('what has been handed out', () => {
  it('is what the table knows and what it does not', async () => {
    const { debts, owe } = debtsWith();
    await debts.handOut(KEY, 3, 100, 0);
    await owe(KEY, 10);
    expect(await debts.reserved(KEY)).toBe(13);
    expect(await debts.reserved(OTHER)).toBe(0);
  });

  it('is not asked for while the table is being told, and counts each request once', async () => {
    const { table, debts, owe } = debtsWith();
    await owe(KEY, 10);
    const release = table.hold('add');
    const telling = debts.flush(KEY);
    const reserved = debts.reserved(KEY);
    await answered();
    expect(table.count('find')).toBe(0);
    release();
    expect(await reserved).toBe(10);
    await telling;
  });

  it('is asked for again when the table was told in between', async () => {
    const { table, debts, owe } = debtsWith();
    await owe(KEY, 10);
    const release = table.hold('find');
    const reserved = debts.reserved(KEY);
    await answered();
    await debts.flush(KEY);
    release();
    expect(await reserved).toBe(10);
    expect(table.count('find')).toBe(2);
  });

  it('is asked for again when the table began to be told in between', async () => {
    const { table, debts, owe } = debtsWith();
    await owe(KEY, 10);
    const answer = table.hold('find');
    const reserved = debts.reserved(KEY);
    await answered();
    const release = table.hold('add');
    const telling = debts.flush(KEY);
    answer();
    await answered();
    release();
    expect(await reserved).toBe(10);
    await telling;
  });

  it('is known also when the table could not be told in between', async () => {
    const { table, debts, owe } = debtsWith();
    await owe(KEY, 10);
    table.state.failure = silent();
    const [told, reserved] = [debts.flush(KEY), debts.reserved(KEY)];
    table.state.failure = null;
    await expect(told).rejects.toThrow();
    expect(await reserved).toBe(10);
  });
});

describe('what was never spent', () => {
  it('is taken off what is owed, and the rest is the table’s', async () => {
    const { ledger, debts, owe } = debtsWith();
    await owe(KEY, 10);
    expect(debts.giveBack([{ ...KEY, left: 4 }])).toEqual([]);
    expect(ledger.of(KEY)).toBe(6);
    expect(debts.giveBack([{ ...KEY, left: 7 }])).toEqual([{ ...KEY, left: 1 }]);
    expect(ledger.of(KEY)).toBe(0);
    await owe(KEY, 1);
    expect(debts.giveBack([{ ...KEY, left: 1 }])).toEqual([]);
  });

  it('is all the table’s when nothing is owed, and then nothing is written down', () => {
    const { written, debts } = debtsWith();
    expect(debts.giveBack([{ ...KEY, left: 4 }])).toEqual([{ ...KEY, left: 4 }]);
    expect(written.writes).toBe(0);
  });

  it('is the table’s while that is being told', async () => {
    const { table, ledger, debts, owe } = debtsWith();
    await owe(KEY, 10);
    const release = table.hold('add');
    const telling = debts.flush(KEY);
    expect(debts.giveBack([{ ...KEY, left: 4 }])).toEqual([{ ...KEY, left: 4 }]);
    release();
    await telling;
    expect([table.of(KEY), ledger.of(KEY)]).toEqual([10, 0]);
  });
});

describe('whether the table knows all of a day', () => {
  it('is so after it was told', async () => {
    const { table, debts, owe } = debtsWith();
    await owe(KEY, 10);
    await debts.flushed(KEY);
    expect(table.of(KEY)).toBe(10);
    await debts.flushed(OTHER);
  });

  it('is not so when more was handed out meanwhile', async () => {
    const { table, debts, owe } = debtsWith();
    await owe(KEY, 10);
    const release = table.hold('add');
    const told = debts.flushed(KEY);
    expect(await debts.handOut(KEY, 1, 1000, 10)).toBe(11);
    release();
    await expect(told).rejects.toMatchObject({ name: 'DiskFull' });
  });
});
