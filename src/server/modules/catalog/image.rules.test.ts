import { expect, test } from 'vitest';
import { imageFormat, imageWidth } from './image.rules.ts';

test.each([
  [undefined, 1000, 1000],
  [1, 1000, 92],
  [92, 1000, 92],
  [93, 1000, 185],
  [342, 1000, 342],
  [343, 1000, 500],
  [780, 1000, 780],
  [781, 1000, 1000],
  [5000, 1000, 1000],
  [500, 300, 300],
  [0, 1000, 1000],
  [-4, 1000, 1000],
  [Number.NaN, 1000, 1000],
])('width %s of an original %s wide is %s', (requested, original, expected) => {
  expect(imageWidth(requested, original)).toBe(expected);
});

test.each([
  ['image/avif,image/webp,image/apng,*/*;q=0.8', 'webp'],
  ['IMAGE/WEBP', 'webp'],
  ['image/webp;q=0.5', 'webp'],
  ['image/webp;q=0', 'jpeg'],
  ['image/webp;q=0.0, image/png', 'jpeg'],
  ['image/webpx', 'jpeg'],
  ['image/*', 'jpeg'],
  ['*/*', 'jpeg'],
  ['', 'jpeg'],
  [undefined, 'jpeg'],
] as const)('%s is answered with %s', (accept, expected) => {
  expect(imageFormat(accept)).toBe(expected);
});
