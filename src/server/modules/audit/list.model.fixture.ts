import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { allOf } from '#server/platform/db/steps.ts';
import { randomRuns } from '#test/support/runs.ts';
import { answered, heldClock, testAudit } from './audit.fixture.ts';
import type { AuditSearch } from './audit.service.ts';
import type { AuditStorage } from './storage.ts';

const BEGIN = Date.parse('2026-11-19T22:00:00Z');
const HOURS = 30;
const NODES = [1, 2, 3];

interface Made {
  readonly uri: string;
  readonly id: string;
  readonly at: number;
  readonly token: number | null;
  readonly code: number;
  readonly ip: string;
  readonly method: string;
  readonly ms: number;
}
const one = <Value>(values: readonly Value[], seed: number): Value => values[seed % values.length] as Value;

const searches = fc.record(
  {
    token: fc.constantFrom('kdx_1', 'kdx_400', 'kdx_9'),
    codes: fc.constantFrom<readonly [number, number]>([200, 299], [404, 404], [400, 499], [500, 599], [300, 404]),
    ip: fc.constantFrom('192.0.2.2', '192.0.2.9'),
    method: fc.constantFrom('POST', 'DELETE'),
    requestId: fc
      .tuple(fc.integer({ min: 0, max: NODES.length }), fc.integer({ min: 0, max: 6_100 }))
      .map(([node, number]) => `node${node}-${number}`),
    elapsedUs: fc.constantFrom(0, 20_000, 5_000_000),
    uri: fc.constantFrom('/11', '99', '/5999', '/never'),
    without: fc.constantFrom('192.0.2.1', '192.0.2.9'),
    from: fc.integer({ min: -60, max: HOURS * 60 }).map((minutes) => new Date(BEGIN + minutes * 60_000)),
    to: fc.integer({ min: -60, max: HOURS * 3_600 }).map((seconds) => new Date(BEGIN + seconds * 1_000)),
  },
  { requiredKeys: [] },
);

const fits = (
  { token, codes, ip, method, requestId, elapsedUs = 0, uri, without, from, to }: Partial<AuditSearch>,
  row: Made,
): boolean =>
  (token === undefined || token === `kdx_${row.token}`) &&
  (codes === undefined || (row.code >= codes[0] && row.code <= codes[1])) &&
  (ip === undefined || ip === row.ip) &&
  (method === undefined || method === row.method) &&
  (requestId === undefined || requestId === row.id) &&
  (uri === undefined || row.uri.includes(uri)) &&
  (without === undefined || without !== row.ip || row.token !== null) &&
  row.ms * 1_000 >= elapsedUs &&
  (from === undefined || row.at >= from.getTime()) &&
  (to === undefined || row.at <= to.getTime());

/** Random searches in what three nodes have written, against a plain list of it: for any storage. */
export const testLists = (db: Database, storageAt: (now: () => Date) => AuditStorage): void => {
  const clock = heldClock('2026-11-21T00:00:00Z');
  const nodes = NODES.map(() => testAudit(db, { ...clock, spillFolder: '/nowhere', storage: storageAt(clock.now) }));
  const made: Made[] = [];

  /** Three nodes write side by side over two midnights, at times much and at times little, slow requests among them. */
  beforeAll(async () => {
    let now = BEGIN;
    for (let index = 0; index < 6_000; index++) {
      const seed = (index * 7_919) % 10_007;
      now += index % 1_000 < 600 ? seed % 3 : (seed % 80) * 1_000;
      clock.set(new Date(now).toISOString());
      const ms = seed % 97 === 0 ? 5_000 : seed % 30;
      const row = {
        ...{ uri: `/${index}`, id: `node${(seed >> 3) % nodes.length}-${index}`, at: now - ms, ms },
        token: one([null, 1, 2, 3, 400], seed),
        code: one([200, 200, 200, 304, 404, 429, 500], seed),
        ip: one(['192.0.2.1', '192.0.2.2', '2001:db8::1'], seed),
        method: one(['GET', 'GET', 'POST'], seed >> 2),
      };
      made.push(row);
      const { uri: url, id, token: tokenId, code, ip, method } = row;
      const node = one(nodes, seed >> 3);
      node.record(answered({ url, id, tokenId, code, ip, method, elapsed: ms }));
      if (seed % 40 === 0) await Promise.all(nodes.map((each) => each.flush()));
    }
    await Promise.all(nodes.map((each) => each.flush()));
  });

  it('whatever is looked for is found, all of it and once, page by page, the newest first', async () => {
    const audit = one(nodes, 0);
    await fc.assert(
      fc.asyncProperty(searches, fc.constantFrom(7, 500, 10_000), async (search, limit) => {
        const wanted = made.filter((row) => fits(search as AuditSearch, row));
        const found: string[] = [];
        let before = Number.POSITIVE_INFINITY;
        const pages = Math.min(Math.ceil(wanted.length / limit), 12) + 1;
        for (let page = 0; page < pages; page++) {
          const { rows, total } = await audit.list(search as AuditSearch, { offset: page * limit, limit });
          expect(total).toBe(wanted.length);
          found.push(...rows.map(({ uri }) => uri));
          // Without a filter the order is that of writing. With one, blocks that overlap do so by a second at most.
          if (Object.keys(search).length === 0) continue;
          for (const { requestDate } of rows) {
            expect(Date.parse(requestDate)).toBeLessThan(before + 1_000);
            before = Math.min(before, Date.parse(requestDate));
          }
        }
        expect(new Set(found).size).toBe(found.length);
        if (pages * limit > wanted.length) expect([...found].sort()).toEqual(wanted.map(({ uri }) => uri).sort());
      }),
      { numRuns: randomRuns(150), examples: [[{}, 500]] },
    );
  });

  it('whatever is looked for is walked through, all of it and once, the newest first', async () => {
    const audit = one(nodes, 0);
    await fc.assert(
      fc.asyncProperty(searches, async (search) => {
        const wanted = made.filter((row) => fits(search as AuditSearch, row));
        const found = await allOf(await audit.walk(search as AuditSearch));
        expect(found.map(({ uri }) => uri).sort()).toEqual(wanted.map(({ uri }) => uri).sort());
        let before = Number.POSITIVE_INFINITY;
        for (const { requestDate } of found) {
          expect(Date.parse(requestDate)).toBeLessThan(before + 1_000);
          before = Math.min(before, Date.parse(requestDate));
        }
      }),
      { numRuns: randomRuns(60), examples: [[{}]] },
    );
  });

  it('whoever asks most of what is looked for is named, with what was asked', async () => {
    const audit = one(nodes, 0);
    const amounts = {
      requests: () => 1,
      '4xx': ({ code }: Made) => Number(code >= 400 && code < 500),
      '429': ({ code }: Made) => Number(code === 429),
      time: ({ ms }: Made) => ms,
    } as const;
    await fc.assert(
      fc.asyncProperty(searches, fc.constantFrom('requests', '4xx', '429', 'time'), async (search, order) => {
        const wanted = made.filter((row) => fits(search as AuditSearch, row));
        const sum = (rows: readonly Made[], amount: (row: Made) => number) =>
          rows.reduce((all, row) => all + amount(row), 0);
        const top = <Key>(key: (row: Made) => Key) =>
          [...Map.groupBy(wanted, key)]
            .filter(([name, rows]) => name !== null && sum(rows, amounts[order]) > 0)
            .sort(([, a], [, b]) => sum(b, amounts[order]) - sum(a, amounts[order]) || b.length - a.length)
            .map(([name, rows]) => [
              name,
              ...(['requests', '4xx', '429', 'time'] as const).map((each) => sum(rows, amounts[each])),
            ]);
        const found = await audit.clients(search as AuditSearch, order);
        const shown = (sums: (typeof found.addresses)[number] | (typeof found.tokens)[number]) => [
          ...[sums.requests, sums['4xx'], sums['429'], sums.elapsedTime],
        ];
        const byName = (rows: readonly (readonly unknown[])[]) =>
          [...rows].sort((a, b) => String(a[0]).localeCompare(String(b[0])));
        expect(byName(found.addresses.map((row) => [row.ip, ...shown(row)]))).toEqual(byName(top(({ ip }) => ip)));
        expect(byName(found.tokens.map((row) => [row.idToken, ...shown(row)]))).toEqual(
          byName(top(({ token }) => token)),
        );
        const orderOf = found.addresses.map((row) => (order === 'time' ? row.elapsedTime : row[order]));
        expect(orderOf).toEqual([...orderOf].sort((a, b) => b - a));
        expect(found.tokens.every(({ idToken, token }) => token === `kdx_${idToken}`)).toBe(true);
      }),
      { numRuns: randomRuns(60), examples: [[{}, 'requests']] },
    );
  });

  it('a request is found by its id alone, and by nobody else’s', async () => {
    const audit = one(nodes, 0);
    for (const { id, uri } of made.filter((_, index) => index % 97 === 0)) {
      const { rows, total } = await audit.list({ requestId: id }, { offset: 0, limit: 20 });
      expect([total, rows.map((row) => [row.requestId, row.uri])]).toEqual([1, [[id, uri]]]);
    }
    for (const none of ['node9-1', 'node0-6001', 'node-1'])
      expect(await audit.list({ requestId: none }, { offset: 0, limit: 20 })).toEqual({
        rows: [],
        total: 0,
        since: null,
      });
  });
};
