import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClickHouse, literal } from '#server/platform/clickhouse/clickhouse.ts';
import { neverLate } from '#server/platform/db/late.ts';
import { allOf } from '#server/platform/db/steps.ts';
import { freePort } from '#test/support/cli.ts';
import { noClickHouse, startClickHouse } from '#test/support/clickhouse.ts';
import { testDatabase } from '#test/support/database.ts';
import { answered, emptyAudit, heldClock, testAudit } from '../audit.fixture.ts';
import type { Entry } from '../audit.rules.ts';
import { createBlockStorage } from '../blocks/block.storage.ts';
import type { AuditStorage } from '../storage.ts';
import { createClickHouseStorage } from './clickhouse.storage.ts';

const db = await testDatabase();
const server = await startClickHouse();
const clickHouse = createClickHouse({ url: server?.url ?? 'http://127.0.0.1' });
const NOW = new Date('2026-11-21T12:00:00Z');
const now = () => NOW;
const blocks = createBlockStorage({ db, now });
const storage = createClickHouseStorage({ db, clickHouse, now, before: blocks });

const entry = (at: number, more: Partial<Entry> = {}, sender: Partial<Entry['sender']> = {}): Entry => ({
  ...{ at, elapsedUs: 100, code: 200, cost: 1, uri: '/', id: '' },
  ...more,
  sender: { method: 'GET', ip: '192.0.2.1', tokenId: null, headers: null, ...sender },
});
const write = (to: AuditStorage, entries: readonly Entry[]) => to.write(entries, false, async () => {});

beforeEach(async () => {
  await emptyAudit(db);
  await db.query('truncate audit_batch');
  if (server) await clickHouse.run('truncate table if exists audit_request').catch(() => {});
});

it('a text stands in a statement as it is, whatever is in it', () => {
  expect(literal(`it's \\ a 'quote'\n`)).toBe(`'it\\'s \\\\ a \\'quote\\'\n'`);
  expect(literal('\ud800x')).toBe(`'\ufffdx'`);
});

it('whoever looks at requests while ClickHouse is away is told so, and what is asked meanwhile waits', async () => {
  const away = createClickHouse({ url: `http://127.0.0.1:${await freePort()}` });
  const clock = heldClock('2026-11-21T12:00:00Z');
  const kept = createClickHouseStorage({ db, clickHouse: away, now, before: blocks });
  const audit = testAudit(db, { ...clock, storage: kept });
  audit.record(answered());
  await expect(audit.list({}, { offset: 0, limit: 10 })).rejects.toMatchObject({ reason: 'unavailable' });
  await expect(allOf(await audit.walk({}))).rejects.toMatchObject({ reason: 'unavailable' });
  expect(audit.waiting().rows).toBe(1);
});

it('a moment that no column takes is refused', async () => {
  await expect(write(storage, [entry(-1)])).rejects.toThrow(RangeError);
  await expect(write(storage, [entry(Date.parse('2200-01-01'))])).rejects.toThrow(RangeError);
  expect((await db.query('select from audit_batch')).rows).toEqual([]);
});

describe.skipIf(server === null)(`ClickHouse${noClickHouse}`, () => {
  it('hostile texts come back as they were, and are found by themselves alone', async () => {
    const at = NOW.getTime();
    const texts = [`/'or'1'='1`, '/\\', `/\\'`, '/\u0000\u0001', '/%27', '/日本語👩‍🚀', '/`{}', `/' format TSV --`];
    await write(
      storage,
      texts.map((uri, index) => entry(at + index, { uri, id: `${uri}#` }, { headers: `x: ${uri}`, method: uri })),
    );
    for (const uri of texts) {
      const { rows } = await storage.find(
        { uri: uri.slice(1), requestId: `${uri}#` },
        { offset: 0, limit: 5 },
        neverLate,
      );
      expect(rows.map((row) => [row.uri, row.headers, row.method, row.requestId])).toEqual([
        [uri, `x: ${uri}`, uri, `${uri}#`],
      ]);
    }
    // What is no text at all is kept as what stands for it.
    await write(storage, [entry(at + 100, { uri: '/\ud800' })]);
    expect((await storage.find({}, { offset: 0, limit: 1 }, neverLate)).rows[0]?.uri).toBe('/\ufffd');
  });

  it('counts as blocks do, whatever is counted', async () => {
    const some = fc.array(
      fc.record({
        ago: fc.integer({ min: 0, max: 26 * 3_600_000 }),
        elapsedUs: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 2 ** 31 - 1 })),
        code: fc.constantFrom(200, 304, 404, 429, 500, 599),
        ip: fc.constantFrom('192.0.2.1', '192.0.2.2', '2001:db8::1'),
        tokenId: fc.constantFrom(null, 1, 2),
      }),
      { minLength: 1, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(some, async (rows) => {
        await emptyAudit(db);
        await db.query('truncate audit_batch');
        await clickHouse.run('truncate table audit_request').catch(() => {});
        const entries = rows
          .map(({ ago, elapsedUs, code, ...sender }) => entry(NOW.getTime() - ago, { elapsedUs, code }, sender))
          .sort((a, b) => a.at - b.at);
        const bounds = [26, 20, 3, 1, 0].map((hours) => new Date(NOW.getTime() - hours * 3_600_000 + 1));
        const of = async (one: AuditStorage) => {
          await write(one, entries);
          const [tally, clients, stretches] = [
            await one.tally({}, neverLate),
            await one.clients({ without: '192.0.2.1' }, neverLate),
            await one.stretches(bounds),
          ];
          return {
            counts: [...tally.counts].sort(([a], [b]) => a - b),
            to: tally.to,
            addresses: [...clients.addresses].sort(([a], [b]) => (a < b ? -1 : 1)),
            tokens: [...clients.tokens].sort(([a], [b]) => a - b),
            stretches: stretches.map((stretch) => ({ ...stretch, durations: [...stretch.durations] })),
          };
        };
        const zero = ([, sums]: readonly [unknown, { requests: number }]) => sums.requests > 0;
        const told = async (one: AuditStorage) => {
          const { addresses, tokens, ...more } = await of(one);
          return { ...more, addresses: addresses.filter(zero), tokens: tokens.filter(zero) };
        };
        expect(await told(storage)).toEqual(await told(blocks));
      }),
      { numRuns: 15 },
    );
  });

  it('days that are too old are dropped whole, also those that were kept before', async () => {
    await write(blocks, [entry(Date.parse('2026-11-18T10:00:00Z'))]);
    const days = ['2026-11-18T23:59:59.999Z', '2026-11-19T00:00:00Z', '2026-11-20T00:00:00Z'];
    await write(
      storage,
      days.map((day) => entry(Date.parse(day))),
    );
    const seen: (readonly [number, number])[] = [];
    const progress = (done: number, of: number): void => void seen.push([done, of]);
    expect(await storage.sweep('2026-11-20', { progress })).toEqual({ dropped: 3, left: 0 });
    expect(seen).toEqual([
      [1, 2],
      [2, 2],
    ]);
    const { rows, total } = await storage.find({}, { offset: 0, limit: 10 }, neverLate);
    expect([total, rows.map(({ at }) => at.toISOString())]).toEqual([1, ['2026-11-20T00:00:00.000Z']]);
    expect((await blocks.find({}, { offset: 0, limit: 10 }, neverLate)).total).toBe(0);
  });

  it('a search through very many ends when it is late, and says how far it has come', async () => {
    const end = NOW.getTime();
    await clickHouse.run(`insert into audit_request select toDate('2026-11-21'), ${end} - number * 50, number, 'b', 1, 200,
      'GET', '192.0.2.1', 0, '/', null, '' from system.numbers limit 300000`);
    const search = { codes: [404, 404] } as const;
    const { since, ...found } = await storage.find(search, { offset: 0, limit: 1 }, () => true);
    expect(found).toEqual({ rows: [], total: 0 });
    expect(end - (since?.getTime() ?? 0)).toBeGreaterThanOrEqual(60_000);
    expect((await storage.find(search, { offset: 0, limit: 1 }, neverLate)).since).toBeNull();
    const tally = await storage.tally({}, () => true);
    expect([tally.isWhole, tally.from]).toEqual([false, (since?.getTime() ?? 0) + 1]);
    const clients = await storage.clients({}, () => true);
    expect([clients.isWhole, clients.addresses.get('192.0.2.1')?.requests]).toEqual([false, 72_000]);
    expect((await storage.clients({}, neverLate)).addresses.get('192.0.2.1')?.requests).toBe(300_000);
  });

  it('pages follow each other without gaps however deep, over more days than one', async () => {
    const end = NOW.getTime();
    const entries = Array.from({ length: 9_000 }, (_, at) => entry(end - (9_000 - at) * 20_000, { uri: `/${at}` }));
    await write(storage, entries);
    const wanted = entries.map(({ uri }) => uri).reverse();
    for (const offset of [0, 4, 300, 4_320, 8_995, 9_000]) {
      const { rows, total } = await storage.find({}, { offset, limit: 10 }, neverLate);
      expect([total, rows.map(({ uri }) => uri)]).toEqual([9_000, wanted.slice(offset, offset + 10)]);
    }
    // So few are looked through to the end, however late it is.
    const search = { codes: [200, 200] } as const;
    expect(await storage.find(search, { offset: 0, limit: 1 }, () => true)).toMatchObject({
      total: 9_000,
      since: null,
    });
  });
});
