import { describe, expect, it } from 'vitest';
import { lagOf, type Mark, stateOf, withMark } from './replica.rules.ts';

const MARKS: readonly Mark[] = [
  { at: 100, tick: 1_000 },
  { at: 200, tick: 2_000 },
  { at: 200, tick: 3_000 },
  { at: 300, tick: 4_000 },
];

describe('lagOf', () => {
  it.each([
    [300, 0],
    [400, 0],
    [299, 0],
    [200, 0],
    [199, 2_000],
    [100, 2_000],
    [99, 3_000],
  ])('of a replica at %d is %d ms', (replayed, ms) => {
    expect(lagOf(MARKS, replayed)).toBe(ms);
  });

  it('is none where nothing is known of the primary', () => {
    expect(lagOf([], 5)).toBe(0);
  });
});

describe('withMark', () => {
  it('forgets what was a minute ago', () => {
    expect(withMark(MARKS, { at: 900, tick: 62_500 })).toEqual([...MARKS.slice(2), { at: 900, tick: 62_500 }]);
  });

  it('begins anew with a primary that took over and lacks what the former wrote last', () => {
    expect(withMark(MARKS, { at: 250, tick: 5_000 })).toEqual([{ at: 250, tick: 5_000 }]);
  });
});

describe('stateOf', () => {
  const known = { identity: 'a', marks: MARKS, fence: 200, mostLag: 1_500 };
  const said = { identity: 'a', isReplica: true, replayed: 300 };

  it.each([
    ['used', said, known],
    ['used', { ...said, replayed: 200 }, known],
    ['behind', { ...said, replayed: 199 }, { ...known, mostLag: 2_000 }],
    ['behind', said, { ...known, fence: null }],
    ['behind', said, { ...known, identity: null }],
    ['lagging', { ...said, replayed: 199 }, known],
    ['away', null, known],
    ['stranger', { ...said, identity: 'b' }, known],
    ['stranger', { ...said, isReplica: false }, known],
  ] as const)('is %s', (state, of, about) => {
    expect(stateOf(of, about)).toBe(state);
  });
});
