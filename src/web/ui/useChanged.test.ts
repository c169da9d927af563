import { expect, it } from 'vitest';
import { changedIn } from './useChanged.ts';

it('a row stands out whose value has become another, not one that is new or gone', () => {
  const before = new Map([
    ['same', 1],
    ['more', 1],
    ['gone', 1],
  ]);
  const now = new Map([
    ['same', 1],
    ['more', 2],
    ['new', 1],
  ]);
  expect([...changedIn(before, now)]).toEqual(['more']);
});
