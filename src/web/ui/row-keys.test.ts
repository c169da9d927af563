import { expect, it } from 'vitest';
import { rowAfter } from './row-keys.ts';

it.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, null],
  ['ArrowUp', 1, 3, 0],
  ['ArrowUp', 0, 3, null],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['End', 2, 3, null],
  ['Enter', 1, 3, null],
  ['ArrowDown', 0, 0, null],
])('%s in row %d of %d', (key, at, rows, to) => expect(rowAfter(key, at, rows)).toBe(to));
