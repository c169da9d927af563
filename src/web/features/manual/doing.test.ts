import { describe, expect, it } from 'vitest';
import { inParts, refusalOf, toneOf } from './doing.ts';

describe('rows in parts', () => {
  it.each([
    [[], []],
    [[1], [[1]]],
    [[1, 2], [[1, 2]]],
    [
      [1, 2, 3],
      [[1, 2], [3]],
    ],
  ])('%j', (rows, parts) => expect(inParts(rows, 2)).toEqual(parts));
});

it.each([
  ['Manual data activated successfully', 'success'],
  ['Removed manual data', 'success'],
  ['No ids selected to reprocess', 'warning'],
  ['Nothing to remove', 'warning'],
])('%s is said as %s', (sentence, tone) => expect(toneOf(sentence)).toBe(tone));

it('nothing is sent where nothing is chosen', () => {
  expect(refusalOf({ what: 'reprocess', ids: [] })).toBe('No ids selected to reprocess');
  expect(refusalOf({ what: 'remove', ids: [] })).toBe('Nothing to remove');
  expect(refusalOf({ what: 'clear', ids: [] })).toBe('Nothing to remove');
  expect(refusalOf({ what: 'clear', ids: [1] })).toBeNull();
  expect(refusalOf({ what: 'reprocess', ids: 'all' })).toBeNull();
});
