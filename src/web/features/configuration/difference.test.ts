import { expect, it } from 'vitest';
import { differenceOf } from './difference.ts';

const before = { key: 'DAYS', value1: '30', value2: null, description: 'Days' };

it('tells what a change has changed, what was made and what went', () => {
  expect(differenceOf({ before, after: { ...before, value1: '', value2: '' } })).toEqual([
    { label: 'Value 1', from: '30', to: null },
  ]);
  expect(differenceOf({ before: null, after: before }).map(({ from, to }) => [from, to])).toEqual([
    [null, 'DAYS'],
    [null, '30'],
    [null, 'Days'],
  ]);
  expect(differenceOf({ before, after: null }).map(({ to }) => to)).toEqual([null, null, null]);
  expect(differenceOf({ before, after: { ...before } })).toEqual([]);
});
