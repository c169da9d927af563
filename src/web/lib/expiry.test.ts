import { describe, expect, it } from 'vitest';
import { isExpired, remaining } from './expiry.ts';

const tokenWith = (payload: unknown): string =>
  `e30.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.x`;

describe('the end of a session token', () => {
  it('is what exp says, to the millisecond', () => {
    const token = tokenWith({ exp: 1_000, sub: '???>>>' });
    expect(remaining(token, 999_000)).toBe(1_000);
    expect([isExpired(token, 999_999), isExpired(token, 1_000_000)]).toEqual([false, true]);
  });

  it.each([[null], [''], ['a.b'], ['a.!!!.c'], [tokenWith({})], [tokenWith({ exp: 'x' })], [tokenWith(null)]])(
    'has come for %j',
    (token) => expect(isExpired(token, 0)).toBe(true),
  );
});
