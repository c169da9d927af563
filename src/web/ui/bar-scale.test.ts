import { expect, it } from 'vitest';
import { barScale } from './bar-scale.ts';

it.each([
  [[50, 100], undefined, { top: 100, heights: [50, 100], limit: null }],
  [[50, 100], 200, { top: 200, heights: [25, 50], limit: 100 }],
  [[400], 100, { top: 400, heights: [100], limit: 25 }],
  [[0, 0], undefined, { top: 1, heights: [0, 0], limit: null }],
  [[-5], undefined, { top: 1, heights: [0], limit: null }],
  [[], 10, { top: 10, heights: [], limit: 100 }],
])('%j with the limit %s', (values, limit, scale) => expect(barScale(values, limit)).toEqual(scale));
