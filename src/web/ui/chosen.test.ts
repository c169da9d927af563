import { expect, it } from 'vitest';
import { between, choose, extentOf } from './chosen.ts';

const KEYS = ['a', 'b', 'c', 'd'];

it('one, several and all are chosen and given up; what is on other pages stays', () => {
  const some = choose(new Set(['elsewhere']), ['b', 'c'], true);
  expect([...some]).toEqual(['elsewhere', 'b', 'c']);
  expect([...choose(some, KEYS, false)]).toEqual(['elsewhere']);
  expect([extentOf(some, KEYS), extentOf(choose(some, KEYS, true), KEYS), extentOf(new Set(['x']), KEYS)]).toEqual([
    ...['some', 'all', 'none'],
  ]);
  expect(extentOf(new Set(), [])).toBe('none');
});

it('Shift takes what lies between, whichever way', () => {
  expect(between(KEYS, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(between(KEYS, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(between(KEYS, null, 'c')).toEqual(['c']);
  expect(between(KEYS, 'gone', 'c')).toEqual(['c']);
});
