import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { SEGMENT } from './line.store.ts';
import { emptyLogs, numbered, type Said, testTable } from './logs.fixture.ts';
import type { LogSearch } from './search.rules.ts';

const db = await testDatabase();
beforeEach(() => emptyLogs(db));

describe('a walk through what is looked for', () => {
  const kept = Date.parse('2026-11-22T00:00:00.000Z');
  const said = (at: number): Said => ({
    at: new Date(kept + at * 1_000).toISOString(),
    level: at % 7 === 0 ? 40 : 30,
    category: at % 3 === 0 ? 'user' : 'other',
    ...(at % 11 === 0 && { requestId: `mia1-${at}`, run: 1 + (at % 2) }),
  });
  const searches: readonly LogSearch[] = [
    {},
    { level: 40 },
    { category: 8, level: 30 },
    { text: 'line 1' },
    { text: 'LINE 17' },
    { text: 'nowhere' },
    { run: 1 },
    { requestId: 'mia1-22' },
    { from: new Date(kept + 500_000), to: new Date(kept + 1_500_000) },
    { after: SEGMENT + 100 },
    { text: 'line', level: 40, from: new Date(kept + 100_000) },
  ];

  it('has every line that the pages have, over partitions, and none that is written meanwhile', async () => {
    await emptyLogs(db, SEGMENT - 700);
    const { table, say } = testTable(db);
    say(...numbered(2_500, said));
    await table.flush();
    for (const search of searches) {
      const { rows } = await table.list(search, { offset: 0, limit: 10_000 });
      const found: number[] = [];
      for await (const step of await table.walk(search)) {
        if (found.length === 0)
          say({ text: 'line 17, written meanwhile', level: 40, at: new Date(kept).toISOString() });
        await table.flush();
        found.push(...step.map(({ idLog }) => idLog));
      }
      expect(found).toEqual(rows.map(({ idLog }) => idLog));
    }
    await table.close();
  });

  it('goes on where the oldest lines are swept away under it', async () => {
    await emptyLogs(db, SEGMENT - 700);
    const { table, say } = testTable(db);
    say(...numbered(2_500, said));
    await table.flush();
    for (const search of [{}, { level: 30 }] as const) {
      const steps = (await table.walk(search))[Symbol.asyncIterator]();
      await steps.next();
      await db.query('alter table log_line_0 rename to swept');
      const rest: number[] = [];
      for (let step = await steps.next(); !step.done; step = await steps.next())
        rest.push(...step.value.map(({ idLog }) => idLog));
      expect(rest.at(-1)).toBeGreaterThanOrEqual(SEGMENT);
      await db.query('alter table swept rename to log_line_0');
    }
    await table.close();
  });
});
