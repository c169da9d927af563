import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { answered, emptyAudit, heldClock, testAudit } from './audit.fixture.ts';
import type { Audit, AuditSearch } from './audit.service.ts';
import { createBlockStorage } from './blocks/block.storage.ts';

const db = await testDatabase();
beforeEach(() => emptyAudit(db));

const clock = heldClock('2026-11-21T00:00:00Z');
const audit = testAudit(db, { ...clock, spillFolder: '/nowhere' });
const uris = async (search: AuditSearch, offset = 0, limit = 20): Promise<readonly string[]> =>
  (await audit.list(search, { offset, limit })).rows.map(({ uri }) => uri);
/** One request each minute, whose address is its number. */
const each = async (count: number, sent: (index: number) => Parameters<typeof answered>[0] = () => ({})) => {
  for (let index = 0; index < count; index++) {
    clock.set(new Date(Date.parse('2026-11-20T00:00:00Z') + index * 60_000).toISOString());
    audit.record(answered({ url: `/${index}`, ...sent(index) }));
  }
  await audit.flush();
};

/** `count` requests of a day, so many milliseconds apart from its beginning. */
const fill = async (day: string, count: number, apart: number): Promise<void> => {
  for (let index = 0; index < count; index++) {
    clock.set(new Date(Date.parse(day) + index * apart).toISOString());
    audit.record(answered({ url: `/${index}`, elapsed: 0 }));
    if (index % 5_000 === 4_999) await audit.flush();
  }
  await audit.flush();
};

describe('the list', () => {
  it('of nothing is empty', async () => {
    expect(await audit.list({}, { offset: 0, limit: 20 })).toEqual({ rows: [], total: 0, since: null });
    expect(await audit.list({ ip: 'x' }, { offset: 0, limit: 20 })).toEqual({ rows: [], total: 0, since: null });
  });

  it('shows a request that is not written yet, as it goes over the wire', async () => {
    clock.set('2026-11-21T10:00:00Z');
    audit.record(
      answered({
        url: '/a?token=kdx_0123456789',
        id: 'mia1-4711',
        tokenId: 12,
        elapsed: 1.5,
        headers: { accept: '<b>' },
        code: 404,
      }),
    );
    const { rows, total } = await audit.list({}, { offset: 0, limit: 20 });
    expect([total, rows]).toEqual([
      1,
      [
        {
          idAudit: 1,
          ip: '192.0.2.1',
          token: 'kdx_12',
          uri: '/a?token=kdx_0123…',
          requestDate: '2026-11-21T09:59:59.998Z',
          elapsedTime: 1.5,
          httpCode: 404,
          method: 'GET',
          headers: 'accept: <b>',
          requestId: 'mia1-4711',
          idToken: 12,
        },
      ],
    ]);
  });

  it('is exact on every page, over days and beyond 10,000', async () => {
    await fill('2026-11-18', 8_000, 1_000);
    await fill('2026-11-19', 8_000, 1_000);
    const page = (offset: number) => audit.list({}, { offset, limit: 3 });
    expect((await page(0)).total).toBe(16_000);
    const at = async (offset: number) => (await page(offset)).rows.map(({ idAudit }) => idAudit);
    expect(await at(0)).toEqual([16_000, 15_999, 15_998]);
    expect(await at(7_999)).toEqual([8_001, 8_000, 7_999]);
    expect(await at(15_998)).toEqual([2, 1]);
    expect(await at(16_000)).toEqual([]);
    expect((await page(16_000)).total).toBe(16_000);
  });

  it('stays whole when a day goes whose numbers lie among the next one’s', async () => {
    const rows: [string, string][] = [
      ['2026-08-01T23:59:59Z', '/old1'],
      ['2026-08-02T00:00:01Z', '/new1'],
      ['2026-08-01T23:59:58Z', '/old2'],
      ['2026-08-02T00:00:02Z', '/new2'],
      ['2026-08-01T23:59:57Z', '/old3'],
      ['2026-08-02T00:00:03Z', '/new3'],
      ['2026-08-02T00:00:04Z', '/new4'],
    ];
    for (const [moment, url] of rows) {
      clock.set(moment);
      audit.record(answered({ url }));
      await audit.flush();
    }
    const pages = async () => Promise.all([0, 1, 2, 3, 4].map((offset) => uris({}, offset, 2)));
    expect((await audit.list({}, { offset: 0, limit: 1 })).total).toBe(7);
    clock.set('2026-10-31T12:00:00Z');
    await audit.sweep();
    expect((await audit.list({}, { offset: 0, limit: 1 })).total).toBe(4);
    expect(await pages()).toEqual([['/new4', '/new3'], ['/new3', '/new2'], ['/new2', '/new1'], ['/new1'], []]);
    clock.set('2026-11-01T12:00:00Z');
    await audit.sweep();
    expect((await db.query('select * from audit_day')).rows).toEqual([]);
  });
});

describe('filters', () => {
  it('find by token, status, address, method and time, alone and together', async () => {
    await each(60, (index) => ({
      tokenId: index % 3 === 0 ? 5 : null,
      code: [200, 404, 429, 500][index % 4] as number,
      ip: index % 2 ? '192.0.2.2' : '2001:db8::2',
      method: index % 5 ? 'GET' : 'POST',
      elapsed: index % 10,
    }));
    const expected = (test: (index: number) => boolean) =>
      Array.from({ length: 60 }, (_, index) => 59 - index)
        .filter(test)
        .map((index) => `/${index}`);
    const all = (search: AuditSearch) => uris(search, 0, 100);
    expect(await all({ token: 'kdx_5' })).toEqual(expected((i) => i % 3 === 0));
    expect(await all({ token: 'kdx_6' })).toEqual([]);
    expect(await audit.list({ token: 'nothing' }, { offset: 0, limit: 9 })).toEqual({
      rows: [],
      total: 0,
      since: null,
    });
    expect(await all({ codes: [404, 404] })).toEqual(expected((i) => i % 4 === 1));
    expect(await all({ codes: [400, 499] })).toEqual(expected((i) => i % 4 === 1 || i % 4 === 2));
    expect(await all({ ip: '192.0.2.2' })).toEqual(expected((i) => i % 2 === 1));
    expect(await all({ ip: "' or 1=1 --" })).toEqual([]);
    expect(await all({ method: 'POST' })).toEqual(expected((i) => i % 5 === 0));
    expect(await all({ elapsedUs: 7_000 })).toEqual(expected((i) => i % 10 >= 7));
    expect(
      await all({ token: 'kdx_5', codes: [200, 299], ip: '2001:db8::2', method: 'GET', elapsedUs: 2_000 }),
    ).toEqual(expected((i) => i % 12 === 0 && i % 5 !== 0 && i % 10 >= 2));
  });

  it('find between two moments, both within, and page through them', async () => {
    await each(3_000);
    const between = { from: new Date('2026-11-20T10:00:00Z'), to: new Date('2026-11-20T15:00:00Z') };
    expect(await audit.list(between, { offset: 0, limit: 2 })).toMatchObject({
      total: 301,
      rows: [{ uri: '/900' }, { uri: '/899' }],
    });
    expect(await uris(between, 299, 5)).toEqual(['/601', '/600']);
    expect(await uris(between, 301)).toEqual([]);
    expect(await uris({ from: new Date('2026-11-22T01:58:00Z') })).toEqual(['/2999', '/2998']);
    expect(await uris({ to: new Date('2026-11-20T00:01:30Z') })).toEqual(['/1', '/0']);
    expect(await uris({ from: new Date('2030-01-01'), to: new Date('1970-01-01') })).toEqual([]);
    expect(await uris({ from: new Date('0001-01-01T00:00:00Z'), to: new Date('9999-12-31T23:59:59Z') }, 2_999)).toEqual(
      ['/0'],
    );
    const seen: string[] = [];
    for (let offset = 0; offset < 3_000; offset += 700) seen.push(...(await uris({ method: 'GET' }, offset, 700)));
    expect(seen).toEqual(Array.from({ length: 3_000 }, (_, index) => `/${2_999 - index}`));
  });

  it('end with what they have when they take long, say since when, and find the rest when they go on from there', async () => {
    await fill('2026-11-18', 4_000, 20_000);
    const given = {
      ...clock,
      storage: createBlockStorage({ db, now: clock.now, span: 1_000 }),
      spillFolder: '/nowhere',
    };
    const [short, long] = [0, Number.POSITIVE_INFINITY].map((searchPatience) =>
      testAudit(db, { ...given, searchPatience }),
    ) as [Audit, Audit];
    const all = await long.list({ uri: '/1' }, { offset: 0, limit: 2_000 });
    expect([all.rows.length, all.since]).toEqual([1_111, null]);
    const found = new Set<string>();
    let to: Date | null = clock.now();
    let searches = 0;
    for (; to !== null; searches++) {
      const { rows, total, since } = await short.list({ uri: '/1', to }, { offset: 0, limit: 2_000 });
      expect(total).toBe(rows.length);
      for (const { uri } of rows) found.add(uri);
      const histogram = await short.histogram({ uri: '/1', to });
      expect(histogram.isWhole).toBe(since === null);
      if (since !== null) expect(since.getTime()).toBeLessThan(to.getTime());
      to = since;
    }
    expect(searches).toBeGreaterThan(2);
    expect([...found].sort()).toEqual(all.rows.map(({ uri }) => uri).sort());
    // What is little is always looked through whole.
    const little = testAudit(db, { ...clock, spillFolder: '/nowhere', searchPatience: 0 });
    expect(await little.list({ uri: '/1' }, { offset: 0, limit: 2_000 })).toEqual(all);
  });

  it('count to 10,001 and go on to any page', async () => {
    await fill('2026-11-17', 12_000, 3_000);
    const { total, rows } = await audit.list({ codes: [200, 299] }, { offset: 11_998, limit: 5 });
    expect([total, rows.map(({ uri }) => uri)]).toEqual([10_001, ['/1', '/0']]);
    const exact = { to: new Date('2026-11-17T08:19:57Z') };
    expect((await audit.list(exact, { offset: 0, limit: 1 })).total).toBe(10_000);
  });
});
