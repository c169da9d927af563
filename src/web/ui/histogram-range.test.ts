import { expect, it } from 'vitest';
import { barAt, endsOf, markedBy } from './histogram-range.ts';

it('arrows lead from the newest bar, and Shift grows a range from where it was begun', () => {
  const first = markedBy('ArrowLeft', false, null, 10);
  expect(first).toEqual({ anchor: 9, at: 9 });
  const moved = markedBy('ArrowLeft', false, first, 10);
  expect(moved).toEqual({ anchor: 8, at: 8 });
  const grown = markedBy('Home', true, moved, 10);
  expect(grown && endsOf(grown)).toEqual([0, 8]);
  expect(markedBy('ArrowRight', true, grown, 10)).toEqual({ anchor: 8, at: 1 });
});

it('nothing leads beyond the ends, and other keys mean nothing', () => {
  expect(markedBy('PageUp', false, { anchor: 3, at: 3 }, 5)).toEqual({ anchor: 4, at: 4 });
  expect(markedBy('PageDown', false, { anchor: 3, at: 3 }, 5)).toEqual({ anchor: 0, at: 0 });
  expect(markedBy('a', false, null, 5)).toBe(null);
  expect(markedBy('End', false, null, 0)).toBe(null);
});

it('a point belongs to the bar above it, or to the nearest', () => {
  expect([-1, 0, 0.19, 0.2, 0.999, 1, 7].map((part) => barAt(part, 5))).toEqual([0, 0, 0, 1, 4, 4, 4]);
});
