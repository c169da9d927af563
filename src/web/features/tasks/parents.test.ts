import { expect, it } from 'vitest';
import { parentsAbove, shortened } from './parents.ts';

const tasks = [
  { name: 'c', parentTaskName: 'b' },
  { name: 'a', parentTaskName: null },
  { name: 'b', parentTaskName: 'a' },
  { name: 'x', parentTaskName: 'y' },
  { name: 'y', parentTaskName: 'x' },
  { name: 'z', parentTaskName: 'gone' },
];

it('follows parents up to the first, and no circle for ever', () => {
  const above = parentsAbove(tasks);
  expect(above('c')).toEqual(['a', 'b', 'c']);
  expect(above(null)).toEqual([]);
  expect(above('gone')).toEqual(['gone']);
  expect(above('x')).toEqual(['y', 'x']);
});

it('leaves out the middle of a long chain', () => {
  expect(shortened(['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd']);
  expect(shortened(['a', 'b', 'c', 'd', 'e', 'f'])).toEqual(['a', 3, 'e', 'f']);
});
