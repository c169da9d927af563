import { describe, expect, it } from 'vitest';
import { isPage, pageLinks } from './pages.ts';

describe('links to pages', () => {
  it.each([
    [7, 13, [4, 5, 6, 7, 8, 9, 10]],
    [1, 13, [1, 2, 3, 4, 5, 6, 7]],
    [3, 13, [1, 2, 3, 4, 5, 6, 7]],
    [4, 13, [1, 2, 3, 4, 5, 6, 7]],
    [5, 13, [2, 3, 4, 5, 6, 7, 8]],
    [12, 13, [7, 8, 9, 10, 11, 12, 13]],
    [13, 13, [7, 8, 9, 10, 11, 12, 13]],
    [2, 3, [1, 2, 3]],
    [1, 1, [1]],
    [1, 0, []],
    [40, 13, [7, 8, 9, 10, 11, 12, 13]],
  ])('at page %d of %d', (page, pages, links) => expect(pageLinks(page, pages)).toEqual(links));

  it.each([
    [0, false],
    [-1, false],
    [1.5, false],
    [Number.NaN, false],
    [1, true],
    [13, true],
    [14, false],
  ])('page %d of 13 exists: %s', (page, exists) => expect(isPage(page, 13)).toBe(exists));

  it('a page beyond the last known one shows its own window where the end is open', () => {
    expect(pageLinks(510, 500, true)).toEqual([504, 505, 506, 507, 508, 509, 510]);
    expect(pageLinks(499, 500, true)).toEqual([494, 495, 496, 497, 498, 499, 500]);
  });

  it('an open end has always one more page', () => {
    expect([isPage(14, 13, true), isPage(0, 13, true)]).toEqual([true, false]);
  });
});
