import { expect, it } from 'vitest';
import { recentAfter, recentOf, recordIn, recordName } from './recent.ts';

it('keeps the last eight, each once, the newest first', () => {
  const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  expect(recentAfter(eight, 'i')).toEqual(['i', ...eight.slice(0, 7)]);
  expect(recentAfter(eight, 'c')).toEqual(['c', 'a', 'b', 'd', 'e', 'f', 'g', 'h']);
  expect(recentOf([{ key: 'recent', value: eight }])).toEqual(eight);
  expect(recentOf([{ key: 'recent', value: true }])).toEqual([]);
});

it('names a record with what it is called, however long', () => {
  expect(recordIn(recordName('tt0068646', 'The Godfather (1972)'))).toEqual({
    id: 'tt0068646',
    label: 'The Godfather (1972)',
  });
  expect(recordName('tt0068646', '𝒳'.repeat(500)).length).toBeLessThanOrEqual(200);
  expect(recordIn('page /admin/logs')).toBeNull();
});
