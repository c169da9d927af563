import { expect, it } from 'vitest';
import { differencesOf } from './differences.ts';

it('tells in which fields two differ, in the order of the labels, and not what only looks different', () => {
  const labels = { name: 'Name', price: 'Price', roles: 'Roles', active: 'Active' };
  const theirs = { name: 'A ', price: '9.00', roles: ['1'], active: true };
  const yours = { name: 'A', price: '9', roles: [] as string[], active: false };
  expect(differencesOf(theirs, yours, labels, { price: (text) => Number(text).toFixed(2) })).toEqual([
    { field: 'roles', label: 'Roles', theirs: '1', yours: '(none)' },
    { field: 'active', label: 'Active', theirs: 'YES', yours: 'NO' },
  ]);
});
