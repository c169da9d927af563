import { describe, expect, it } from 'vitest';
import { pageCount, pageOf, pageRows, pageWithin, wholeOf } from './paging.ts';

describe('the page in an address', () => {
  it.each([
    ['2', 2],
    [3, 3],
    [' 4 ', 4],
    ['99999999999999999999', 1_000_000],
    ['9'.repeat(400), 1_000_000],
  ])('%j is read', (value, page) => expect(pageOf(value)).toBe(page));

  it.each([
    ['1'],
    ['0'],
    ['-2'],
    ['1.5'],
    ['2e3'],
    ['0x10'],
    ['abc'],
    [''],
    [null],
    [undefined],
    [Number.NaN],
    [['2']],
  ])('%j is the first page', (value) => expect(pageOf(value)).toBeUndefined());

  it('after the last one leads to the last one', () => {
    expect([1, 3, 4, 900].map((page) => pageWithin(page, 45, 20))).toEqual([1, 3, 3, 3]);
    expect(pageWithin(7, 0, 20)).toBe(1);
  });
});

it.each([
  [0, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
  [10_000, 20, 500],
  [5, 0, 5],
])('%d records at %d a page', (total, regs, pages) => expect(pageCount(total, regs)).toBe(pages));

it('a page holds its part of the records', () => {
  const rows = [1, 2, 3, 4, 5];
  expect([1, 2, 3].map((page) => pageRows(rows, page, 2))).toEqual([[1, 2], [3, 4], [5]]);
});

it.each([
  ['1', 1],
  ['200', 200],
  ['0', undefined],
  ['201', undefined],
  ['-5', undefined],
  ['many', undefined],
])('%s as a number from 1 to 200: %s', (text, number) => expect(wholeOf(text, 1, 200)).toBe(number));
