import { expect, it } from 'vitest';
import { rowDifferences } from './row-differences.ts';
import { moved, put, without } from './rows.ts';

it.each([
  ['nothing', 'abc', 'abc', []],
  ['an order', 'abc', 'cab', []],
  ['a change', 'abc', 'axc', [['b', 'x']]],
  ['an addition', 'ab', 'abc', [[null, 'c']]],
  ['a removal', 'abc', 'ac', [['b', null]]],
  ['one of two that are alike', 'aab', 'ab', [['a', null]]],
  ['a change beside an addition', 'ab', 'xab', [[null, 'x']]],
] as const)('two lists differ by %s', (_what, ones, others, differences) => {
  expect(rowDifferences([...ones], [...others])).toEqual(differences.map(([one, other]) => ({ one, other })));
});

const rows = (text: string) => [...text].map((letter, id) => ({ id, cells: { letter } }));
const told = (from: readonly { readonly cells: { readonly [name: string]: unknown } }[]) =>
  from.map(({ cells }) => cells.letter).join('');

it('a row moves to the place that it has afterwards, and never out of the list', () => {
  const all = rows('abcd');
  expect(told(moved(all, 0, 2))).toBe('bcad');
  expect(told(moved(all, 3, 0))).toBe('dabc');
  for (const to of [-1, 4, 1]) expect(moved(all, 1, to)).toBe(all);
});

it('a row that was removed is put back where it stood', () => {
  const all = rows('abcd');
  const row = all[1];
  if (row) expect(told(put(without(all, 1), 1, row))).toBe('abcd');
  expect.assertions(1);
});
