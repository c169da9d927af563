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
  expect(withoutTokens({ token: '17', page: 2, uri: '/api/v1/x?token=kdx_a1B2…' })).toBeNull();
  expect(withoutTokens({ uri: `/x?token=${TOKEN}&a=1`, log: TOKEN, page: 2 })).toEqual({
    uri: '/x?token=kdx_a1B2…&a=1',
    log: 'kdx_a1B2…',
    page: 2,
  });
});
