import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, sortByArrival } from '../audit.rules.ts';
import { blocksOf, factsOf, idAt, senderOf } from './block.rules.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const sender = { method: 'GET', ip: '192.0.2.1', tokenId: 7, headers: 'accept: */*' };
const entry = (one: Partial<Entry> = {}): Entry => ({
  ...{ at: NOON, elapsedUs: 100, code: 200, cost: 1, uri: '/api/v1/genres', id: 'run-1', sender },
  ...one,
});
const sizes = (entries: readonly Entry[]) => blocksOf(entries).map(({ rows }) => rows);

/** The entries that blocks were made of, but for what they have cost, which is not kept. */
const entriesIn = (blocks: ReturnType<typeof blocksOf>): readonly Entry[] =>
  blocks.flatMap(({ firstAt, rows, senders, facts, uris, firstId }) => {
    const { arrivals, durations, codes, senders: places } = factsOf(facts, rows);
    const known = senders.split('\n').map(senderOf);
    return uris.split('\n').map((uri, row) => ({
      at: firstAt + (arrivals[row] ?? Number.NaN),
      elapsedUs: durations[row] ?? Number.NaN,
      code: codes[row] ?? Number.NaN,
      cost: 0,
      uri,
      id: idAt(facts, rows, firstId, row) ?? '',
      sender: known[places[row] ?? Number.NaN] ?? sender,
    }));
  });

const line = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter((text) => !/[\t\n]/.test(text));
const entries = fc.array(
  fc.record({
    at: fc.integer({ min: NOON, max: NOON + 5_000 }),
    elapsedUs: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    code: fc.integer({ min: 100, max: 599 }),
    cost: fc.constant(0),
    uri: line,
    id: fc.oneof(
      fc.constant(''),
      fc.tuple(fc.constantFrom('mia1', 'mia2'), fc.integer({ min: 1, max: 2 ** 45 })).map((parts) => parts.join('-')),
      fc.integer({ min: 1, max: 9_000 }).map((number) => `mia1-${number}`),
    ),
    sender: fc.record({
      method: fc.constantFrom('GET', 'POST'),
      ip: fc.constantFrom('192.0.2.1', '2001:db8::1'),
      tokenId: fc.option(fc.integer({ min: 1, max: 2 ** 53 - 1 })),
      headers: fc.option(line),
    }),
  }),
  { minLength: 1, maxLength: 60 },
);

describe('blocks', () => {
  it('hold what was put into them, in its order', () => {
    fc.assert(
      fc.property(entries, (some) => {
        const sorted = sortByArrival([...some]);
        const blocks = blocksOf(sorted);
        expect(entriesIn(blocks)).toEqual(sorted);
        for (const { firstAt, slowestUs, rows } of blocks) {
          const own = sorted.filter(({ at }) => at >= firstAt && at < firstAt + 1_000);
          expect(own.length).toBeGreaterThanOrEqual(rows);
          expect(Math.max(...own.map(({ elapsedUs }) => elapsedUs))).toBeGreaterThanOrEqual(slowestUs);
        }
      }),
    );
  });

  it('are none of nothing', () => expect(blocksOf([])).toEqual([]));

  it('hold at most 2,000 requests', () => {
    expect(sizes(Array.from({ length: 4_001 }, () => entry()))).toEqual([2_000, 2_000, 1]);
  });

  it('hold a quarter of a million characters of addresses and senders, or what one request has', () => {
    const long = 'x'.repeat(2_000);
    expect(sizes(Array.from({ length: 300 }, () => entry({ uri: long })))).toEqual([127, 128, 45]);
    const senders = Array.from({ length: 300 }, (_, tokenId) =>
      entry({ sender: { ...sender, tokenId, headers: long } }),
    );
    expect(Math.max(...sizes(senders))).toBeLessThan(128);
    expect(sizes([entry({ uri: long.repeat(200) }), entry()])).toEqual([1, 1]);
  });

  it('hold the ids of one process, and of none whose ids are not known', () => {
    const ids = ['a-10', 'a-9', 'a-11', 'b-12', '', '', 'b-1', `b-${2 ** 40}`];
    const blocks = blocksOf(ids.map((id) => entry({ id })));
    expect(blocks.map(({ rows, firstId }) => [rows, firstId])).toEqual([
      [3, 'a-10'],
      [1, 'b-12'],
      [2, null],
      [1, 'b-1'],
      [1, `b-${2 ** 40}`],
    ]);
    expect(entriesIn(blocks).map(({ id }) => id)).toEqual(ids);
  });

  it('hold requests that arrived within a second', () => {
    expect(sizes([0, 999, 1_000, 1_999, 2_000].map((ms) => entry({ at: NOON + ms })))).toEqual([2, 2, 1]);
  });

  it('hold requests of one day', () => {
    const midnight = Date.parse('2026-11-22T00:00:00Z');
    expect(sizes([-2, -1, 0, 1, 2].map((ms) => entry({ at: midnight + ms })))).toEqual([2, 3]);
  });

  it('are tagged with what occurs among them, each once', () => {
    const other = { method: 'POST', ip: '2001:db8::1', tokenId: null, headers: null };
    const [block] = blocksOf([
      entry(),
      entry({ code: 404 }),
      entry({ code: 429, sender: other }),
      entry({ elapsedUs: 5 }),
    ]);
    expect(block?.slowestUs).toBe(100);
    expect([...(block?.tags ?? [])].sort()).toEqual(
      [
        ...['code:200', 'code:2xx', 'code:404', 'code:429', 'code:4xx'],
        ...['id:run-0', 'ip:192.0.2.1', 'ip:2001:db8::1', 'method:GET', 'method:POST', 'token:7'],
      ].sort(),
    );
  });

  it('are tagged with the thousands of their ids, and with none where ids are not known', () => {
    const tagsOf = (ids: readonly string[]) =>
      blocksOf(ids.map((id) => entry({ id }))).map(({ tags }) => tags.filter((tag) => tag.startsWith('id:')).sort());
    expect(tagsOf(['mia1-1000', 'mia1-999', 'mia1-1999', 'mia1-1001'])).toEqual([['id:mia1-0', 'id:mia1-1']]);
    expect(tagsOf([''])).toEqual([[]]);
  });

  it('name a sender once, also one that was read twice', () => {
    const [block] = blocksOf([entry(), entry({ sender: { ...sender } }), entry({ sender: { ...sender, tokenId: 8 } })]);
    expect(block?.senders.split('\n')).toHaveLength(2);
  });

  it('take no number that is none of a token', () => {
    expect(() => blocksOf([entry({ sender: { ...sender, tokenId: 2 ** 60 } })])).toThrow(RangeError);
  });
});
