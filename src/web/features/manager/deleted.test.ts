import { expect, it } from 'vitest';
import { deletedTokens, isDeleted } from './deleted.ts';

it.each([
  ['deleted-17', true],
  ['deleted-17@example.org', false],
  ['undeleted-17', false],
  ['a@deleted-17.org', false],
])('%s belongs to a deleted user: %s', (email, deleted) => expect(isDeleted(email)).toBe(deleted));

it('finds the tokens of deleted users', () => {
  const rows = [
    { token: 'one', email: 'a@b.co' },
    { token: 'two', email: 'deleted-2' },
  ];
  expect([...deletedTokens(rows)]).toEqual(['two']);
});
