import { expect, it } from 'vitest';
import { isWholeToken, withoutTokens } from './whole-token.ts';

const TOKEN = `kdx_${'a1B2'.repeat(9)}aa`;

it.each([
  [TOKEN, true],
  [` ${TOKEN} `, true],
  ['kdx_••••3f9a', false],
  ['17', false],
  ['5O190127TN364715T', false],
  [17, false],
])('%s is a whole token: %s', (value, whole) => expect(isWholeToken(value)).toBe(whole));

it('an address goes on without the tokens in it', () => {
  expect(withoutTokens({ token: TOKEN, email: 'a@b.co' })).toEqual({ email: 'a@b.co' });
  expect(withoutTokens({ token: '17' })).toBeNull();
});
