import { expect, it } from 'vitest';
import { changesOf } from './changes.ts';

it('fields that differ are told in the order of the record, also those of one side', () => {
  expect(changesOf({ a: 1, b: 'x', c: [1], d: null }, { a: 1, b: 'y', c: [1, 2], e: true })).toEqual([
    { name: 'b', from: 'x', to: 'y' },
    { name: 'c', from: '[1]', to: '[1,2]' },
    { name: 'e', from: null, to: 'true' },
  ]);
});

it('a record that is not there has no fields', () => {
  expect(changesOf(null, { a: 1 })).toEqual([{ name: 'a', from: null, to: '1' }]);
  expect(changesOf({ a: '' }, null)).toEqual([{ name: 'a', from: '', to: null }]);
  expect(changesOf(null, null)).toEqual([]);
});
