import { expect, it } from 'vitest';
import { invalidationMessage } from './invalidation.ts';

it.each([
  [{ code: 200, data: 'Token invalidated' }, 'Token invalidated', 'success'],
  [{ code: 409, data: 'Locked' }, 'Locked', 'danger'],
  [{ code: 409, data: null }, 'Error invalidating the token', 'danger'],
  [{ code: 200, data: null }, 'Error invalidating the token', 'danger'],
  [{ code: 0 }, 'Error invalidating the token', 'danger'],
])('says of %o: %s, as %s', (outcome, text, tone) => expect(invalidationMessage(outcome)).toEqual({ text, tone }));
