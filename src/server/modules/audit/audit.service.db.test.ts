import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { answered, emptyAudit, heldClock, keptInOrder, testAudit } from './audit.fixture.ts';

const db = await testDatabase();
beforeEach(() => emptyAudit(db));

const partitions = async (): Promise<readonly string[]> => {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'audit_block'::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
};
const days = async () =>
  (await db.query('select day, first_seq, last_seq, rows from audit_day order by day')).rows.map(Object.values);

describe('a batch', () => {
  it('is written 200 ms after its first request, or at once when it is full', async () => {
    const clock = heldClock('2026-11-21T10:00:00Z');
    const audit = testAudit(db, clock);
    audit.record(answered());
    audit.record(answered());
    expect(clock.waits()).toEqual([200]);
    clock.ring();
    await audit.flush();
    expect(await keptInOrder(db)).toHaveLength(2);
    for (let each = 0; each < 5_000; each++) audit.record(answered());
    await expect.poll(() => audit.waiting()).toEqual({ files: 0, rows: 0 });
    expect(await keptInOrder(db)).toHaveLength(5_002);
  });

  it('keeps what was answered, in the order of arrival', async () => {
    const audit = testAudit(db, heldClock('2026-11-21T10:00:00Z'));
    audit.record(answered({ url: '/api/second', elapsed: 10 }));
    audit.record(
      answered({
        url: '/api/first',
        elapsed: 800.5,
        code: 503,
        method: 'POST',
        ip: '2001:db8::1',
        tokenId: 7,
        headers: { accept: '*/*\\N\t' },
      }),
    );
    await audit.close();
    const { rows } = await db.query('select * from audit order by seq');
    expect(rows).toEqual([
      {
        seq: 1,
        at: new Date('2026-11-21T09:59:59.199Z'),
        elapsed_us: 800_500,
        code: 503,
        method: 'POST',
        ip: '2001:db8::1',
        token_id: 7,
        uri: '/api/first',
        headers: 'accept: */*\\N\\u{9}',
        request_id: 'test-1',
      },
      expect.objectContaining({ seq: 2, uri: '/api/second', token_id: null, headers: null }),
    ]);
  });

  it('counts what tokens have cost by day and address, on top of what is there', async () => {
    const clock = heldClock('2026-11-21T23:59:59Z');
    const audit = testAudit(db, clock);
    for (const cost of [1, 5, 0]) audit.record(answered({ tokenId: 3, cost }));
    audit.record(answered({ tokenId: null, cost: 1 }));
    await audit.flush();
    audit.record(answered({ tokenId: 3, cost: 2 }));
    clock.set('2026-11-22T00:00:01Z');
    audit.record(answered({ tokenId: 3, cost: 1 }));
    await audit.flush();
    const { rows } = await db.query(
      'select token_id, day, ip, requests, cleared, last_at from request_count order by day',
    );
    expect(rows.map(Object.values)).toEqual([
      [3, '2026-11-21', '192.0.2.1', 8, 0, new Date('2026-11-21T23:59:59Z')],
      [3, '2026-11-22', '192.0.2.1', 1, 0, new Date('2026-11-22T00:00:01Z')],
    ]);
  });

  it('of the end of a day goes to two partitions, which are made for it', async () => {
    const clock = heldClock('2027-02-28T23:59:59.999Z');
    const audit = testAudit(db, clock);
    audit.record(answered({ url: '/before' }));
    clock.set('2027-03-01T00:00:00Z');
    audit.record(answered({ url: '/after' }));
    await audit.flush();
    expect(await partitions()).toEqual(expect.arrayContaining(['audit_20270228', 'audit_20270301']));
    expect(await days()).toEqual([
      ['2027-02-28', 1, 1, 1],
      ['2027-03-01', 2, 2, 1],
    ]);
    expect((await db.query('select uris from audit_20270301')).rows).toEqual([{ uris: '/after' }]);
  });

  it('is written though its partition was dropped behind its back', async () => {
    const audit = testAudit(db, heldClock('2027-05-05T12:00:00Z'));
    audit.record(answered());
    await audit.flush();
    await db.query('drop table audit_20270505');
    audit.record(answered());
    await audit.flush();
    expect((await db.query('select seq from audit')).rows).toEqual([{ seq: 2 }]);
  });
});

it('writers side by side number without gaps and without doubles, and agree on the counts', async () => {
  const clock = heldClock('2026-12-31T23:59:59.900Z');
  const writers = [testAudit(db, clock), testAudit(db, clock), testAudit(db, clock)];
  for (let round = 0; round < 10; round++) {
    if (round === 5) clock.set('2027-01-01T00:00:00.100Z');
    writers.forEach((audit, index) => {
      for (let each = 0; each < 30; each++)
        audit.record(answered({ url: `/${index}/${round * 30 + each}`, tokenId: 1, cost: 1 }));
    });
    await Promise.all(writers.map((audit) => audit.flush()));
  }
  const uris = await keptInOrder(db);
  expect(uris).toHaveLength(900);
  for (const index of [0, 1, 2]) {
    const own = uris.filter((uri) => uri.startsWith(`/${index}/`));
    expect(own).toEqual(Array.from({ length: 300 }, (_, each) => `/${index}/${each}`));
  }
  expect((await days()).map(([day, , , rows]) => [day, rows])).toEqual([
    ['2026-12-31', 450],
    ['2027-01-01', 450],
  ]);
  expect((await db.query('select day, requests from request_count order by day')).rows).toEqual([
    { day: '2026-12-31', requests: 450 },
    { day: '2027-01-01', requests: 450 },
  ]);
});

describe('a sweep', () => {
  it('makes the partitions of today and tomorrow', async () => {
    await testAudit(db, heldClock('2028-02-28T12:00:00Z')).sweep();
    expect(await partitions()).toEqual(expect.arrayContaining(['audit_20280228', 'audit_20280229']));
  });

  it('drops days that are older than is kept, and counts after 400 days', async () => {
    const clock = heldClock('2027-07-01T12:00:00Z');
    let kept = 90;
    const audit = testAudit(db, { ...clock, days: () => kept });
    for (const day of ['2027-07-01', '2027-07-02', '2027-07-03', '2027-07-04']) {
      clock.set(`${day}T12:00:00Z`);
      audit.record(answered({ url: `/${day}`, tokenId: 1, cost: 1 }));
      await audit.flush();
    }
    await audit.sweep();
    expect(await days()).toHaveLength(4);
    kept = 1;
    await audit.sweep();
    expect(await days()).toEqual([
      ['2027-07-03', 3, 3, 1],
      ['2027-07-04', 4, 4, 1],
    ]);
    expect((await partitions()).filter((name) => name < 'audit_20270703')).toEqual([]);
    expect((await audit.list({}, { offset: 0, limit: 20 })).rows.map(({ uri }) => uri)).toEqual([
      '/2027-07-04',
      '/2027-07-03',
    ]);
    clock.set('2028-08-05T12:00:00Z'); // 400 days after the second
    await audit.sweep();
    expect((await db.query('select day from request_count order by day')).rows).toEqual([
      { day: '2027-07-02' },
      { day: '2027-07-03' },
      { day: '2027-07-04' },
    ]);
  });

  it('leaves it to another node that is at it', async () => {
    const clock = heldClock('2027-09-01T12:00:00Z');
    const audit = testAudit(db, clock);
    audit.record(answered());
    await audit.flush();
    clock.set('2028-01-01T12:00:00Z');
    const [one, other] = [testAudit(db, clock), testAudit(db, clock)];
    await Promise.all([one.sweep(), other.sweep(), audit.sweep()]);
    expect(await days()).toEqual([]);
  });
});
