import { describe, expect, it } from 'vitest';
import { nextUpdateTone, yearsBetween } from './next-update.ts';

describe('the next update of a series', () => {
  const NOW = Date.parse('2026-06-01T00:00:00Z');
  it.each([
    ['2026-07-01T00:00:00Z', '2026-05-01T00:00:00Z', 'success'],
    ['2026-05-31T00:00:00Z', '2026-05-01T00:00:00Z', 'danger'],
    ['2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z', 'danger'],
  ])('of %s after %s is %s', (next, last, tone) => expect(nextUpdateTone(next, last, NOW)).toBe(tone));
});

it.each([
  ['1943-08-17', '2026-08-16', 82],
  ['1943-08-17', '2026-08-17', 83],
  ['1943', '2026-08-17', null],
  ['1943-08-17', '2026-08', null],
  [null, '2026-08-17', null],
])('from %s to %s are %s years', (from, to, years) => expect(yearsBetween(from, to)).toBe(years));
