import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '#server/platform/batch/batch.fixture.ts';
import { createClickHouse } from '#server/platform/clickhouse/clickhouse.ts';
import { noClickHouse, startClickHouse } from '#test/support/clickhouse.ts';
import { fakeClickHouse, faultyWay } from '#test/support/clickhouse-fake.ts';
import { testDatabase } from '#test/support/database.ts';
import { answered, emptyAudit, heldClock, testAudit } from '../audit.fixture.ts';
import { createClickHouseStorage } from './clickhouse.storage.ts';

const db = await testDatabase();
const server = await startClickHouse();
beforeEach(async () => {
  await emptyAudit(db);
  await db.query('truncate audit_batch');
  await db.query('update audit_batch_next set seq = 1');
  if (server) await createClickHouse(server).run('drop table if exists audit_request');
});

const before = { sweep: async () => ({ dropped: 0, left: 0 }) };
const counted = async (): Promise<number> =>
  (await db.query<{ n: number }>('select coalesce(sum(requests), 0)::int as n from request_count')).rows[0]?.n ?? -1;

const testWriting = (start: () => Promise<{ url: string; written: () => Promise<readonly string[]> }>): void => {
  const startAudit = async () => {
    const { url, written } = await start();
    const way = await faultyWay(url);
    const clock = heldClock('2026-11-21T00:00:00.500Z');
    const storage = () => createClickHouseStorage({ db, clickHouse: createClickHouse(way), now: clock.now, before });
    const audit = testAudit(db, { ...clock, storage: storage() });
    // Some arrived before midnight and some after it.
    const record = (from: number, rows: number): void => {
      for (let at = from; at < from + rows; at++)
        audit.record(answered({ url: `/${at}`, id: `a-${at}`, tokenId: 1, cost: 1, elapsed: at % 2 === 0 ? 900 : 1 }));
    };
    return { audit, way, written, record, clock, storage };
  };
  const expected = (rows: number): readonly string[] => Array.from({ length: rows }, (_, at) => `/${at}`).sort();

  it('requests are kept and counted once, numbered without gaps', async () => {
    const { audit, record, written } = await startAudit();
    for (let batch = 0; batch < 3; batch++) {
      record(batch * 50, 50);
      await audit.flush();
    }
    expect([await counted(), [...(await written())].sort()]).toEqual([150, expected(150)]);
    // Only the last batch is still known, should it be sent again.
    expect((await db.query('select from audit_batch')).rows.length).toBe(1);
    expect((await db.query('select seq from audit_batch_next')).rows).toEqual([{ seq: 151 }]);
  });

  it.each(['refused', 'answer lost', 'half of it'] as const)(
    'what was sent and %s is sent again, what is missing of it, and counted once',
    async (fault) => {
      const { audit, record, way, written } = await startAudit();
      record(0, 41);
      way.set(fault);
      await audit.flush();
      await audit.flush();
      way.set('none');
      record(41, 9);
      await audit.flush();
      expect([await counted(), [...(await written())].sort()]).toEqual([50, expected(50)]);
      expect((await db.query('select seq from audit_batch_next')).rows).toEqual([{ seq: 51 }]);
    },
  );

  it('what a node has left that was stopped meanwhile is gone on with by its next run', async () => {
    const { audit, record, way, written, clock, storage } = await startAudit();
    const spillFolder = testFolder();
    const stopped = testAudit(db, { ...clock, storage: storage(), spillFolder });
    for (let at = 0; at < 20; at++) stopped.record(answered({ url: `/${at}`, id: `b-${at}`, tokenId: 1, cost: 1 }));
    way.set('answer lost');
    await stopped.flush();
    await stopped.close();
    way.set('none');
    const next = testAudit(db, { ...clock, storage: storage(), spillFolder });
    await next.flush();
    record(20, 5);
    await audit.flush();
    expect([await counted(), [...(await written())].sort()]).toEqual([25, expected(25)]);
  });
};

describe('a fake', () => {
  testWriting(async () => {
    const { url, rows } = await fakeClickHouse();
    return { url, written: async () => rows.map(({ uri }) => uri) };
  });
});

describe.skipIf(server === null)(`ClickHouse itself${noClickHouse}`, () => {
  testWriting(async () => {
    const url = server?.url ?? '';
    const rows = () => createClickHouse({ url }).rows<{ uri: string }>('select uri from audit_request');
    return { url, written: async () => (await rows()).map(({ uri }) => uri) };
  });
});
