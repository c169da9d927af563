import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  chainsOf,
  endOf,
  filterOf,
  judged,
  pauseAfter,
  restAfter,
  standingAfter,
  TRIED_MS,
} from './webhook.rules.ts';

const MINUTE = 60_000;
const middle = () => 0.5;
const at = new Date('2026-11-26T12:00:00Z');
const change = (id: number, kind: 'movie' | 'name', key: number, action: string) => ({
  ...{ id, kind, key },
  json: JSON.stringify({ kind, action, date: at.toISOString() }),
});
const sent = { isSent: true, code: 204 };
const failed = { isSent: false, code: 500 };

describe('a filter', () => {
  it('has one form, and names what it does not take', () => {
    expect(
      filterOf({ ids: [' tt0000001', 'tt0000001'], kinds: ['name', 'movie'], actions: ['merge', 'create'] }),
    ).toEqual({
      ids: ['tt0000001'],
      kinds: ['movie', 'name'],
      actions: ['create', 'merge'],
    });
    expect(filterOf({})).toEqual({ ids: [], kinds: [], actions: [] });
    expect(() => filterOf({ ids: ['tt0000001', 'x'] })).toThrow(
      expect.objectContaining({ reason: 'invalid_body', details: [expect.objectContaining({ field: 'ids.1' })] }),
    );
  });

  it('lets pass what fits all that it says', () => {
    const passing = judged([
      change(1, 'movie', 1, 'create'),
      change(2, 'movie', 1, 'update'),
      change(3, 'name', 1, 'update'),
      change(4, 'movie', 2, 'merge'),
    ]);
    expect(passing(filterOf({}))).toEqual([1, 2, 3, 4]);
    expect(passing(filterOf({ ids: ['tt0000001'] }))).toEqual([1, 2]);
    expect(passing(filterOf({ ids: ['tt0000001', 'nm0000001'], actions: ['update'] }))).toEqual([2, 3]);
    expect(passing(filterOf({ kinds: ['name'], ids: ['tt0000001'] }))).toEqual([]);
  });
});

describe('what is sent', () => {
  it('is an event of the standard with the change as its data', () => {
    const { json } = change(1, 'movie', 1, 'merge');
    expect(JSON.parse(bodyOf(json))).toEqual({
      type: 'movie.merge',
      timestamp: at.toISOString(),
      data: JSON.parse(json),
    });
  });

  it('is in the order of the feed within each record', () => {
    const rows = [1, 2, 1, 3, 2].map((record, id) => ({ kind: 'movie', record, id }));
    expect(chainsOf(rows).map((chain) => chain.map(({ id }) => id))).toEqual([[0, 2], [1, 4], [3]]);
    expect(
      chainsOf([
        { kind: 'movie', record: 1 },
        { kind: 'name', record: 1 },
      ]),
    ).toHaveLength(2);
  });
});

describe('pauses', () => {
  it('grow to eight hours, and make three days with few tries', () => {
    const pauses = Array.from({ length: 30 }, (_, tries) => pauseAfter(tries + 1, middle));
    expect(pauses.slice(0, 3)).toEqual([5_000, 30_000, 2 * MINUTE]);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(pauses.at(-1)).toBe(480 * MINUTE);
    expect([pauseAfter(1, () => 0), pauseAfter(1, () => 1)]).toEqual([3_750, 6_250]);
  });

  it('of an address begin with its third failure, and are what it asks for, an hour at most', () => {
    expect([0, 1, 2, 3, 4, 99].map((failures) => restAfter(failures, 0, middle))).toEqual([
      ...[0, 0, 0, 10_000, 20_000, 60 * MINUTE],
    ]);
    expect(restAfter(1, 5 * MINUTE, middle)).toBe(5 * MINUTE);
    expect(restAfter(1, 99_999_000, middle)).toBe(60 * MINUTE);
  });
});

describe('how an address stands', () => {
  it('is counted since its last success', () => {
    const before = { failures: 2, failingSince: new Date(0) };
    expect(standingAfter(before, [], at)).toEqual(before);
    expect(standingAfter(before, [failed, failed], at)).toEqual({ failures: 4, failingSince: new Date(0) });
    expect(standingAfter(before, [failed, sent], at)).toEqual({ failures: 0, failingSince: null });
    expect(standingAfter(before, [sent, failed], at)).toEqual({ failures: 1, failingSince: at });
    expect(standingAfter({ failures: 0, failingSince: null }, [failed], at).failingSince).toBe(at);
  });

  it('ends with 410 at once, and else when nothing has succeeded for three days', () => {
    const since = (ms: number) => ({ failures: 9, failingSince: new Date(at.getTime() - ms) });
    expect(endOf({ failures: 1, failingSince: at }, [{ code: 410 }], at)).toBe('gone');
    expect(endOf(since(TRIED_MS), [failed], at)).toBe('failing');
    expect(endOf(since(TRIED_MS - 1), [failed], at)).toBeNull();
    expect(endOf({ failures: 0, failingSince: null }, [sent], at)).toBeNull();
    expect(endOf({ ...since(TRIED_MS), failures: 2 }, [failed], at)).toBeNull();
  });
});
