import { describe, expect, it } from 'vitest';
import { looksLikeToken, tokenHash } from './token.rules.ts';
import { newToken } from './token.secret.ts';

describe('a mistyped token', () => {
  const token = newToken();
  const last = token.at(-1) === 'a' ? 'b' : 'a';
  const swapped = `kdx_${token[5]}${token[4]}${token.slice(6)}`;

  it.each([
    ['with another letter', `${token.slice(0, -1)}${last}`],
    ['with two letters swapped', token[4] === token[5] ? `${token}x` : swapped],
    ['in another case', token.toUpperCase()],
    ['too short', token.slice(0, -1)],
    ['too long', `${token}0`],
    ['with a line end', `${token}\n`],
    ['without its beginning', token.slice(4)],
    ['that is empty', ''],
  ])('%s is known without the database', (_, text) => {
    expect(looksLikeToken(text)).toBe(false);
  });
});

it('the hash is the SHA-256 of the token', () => {
  expect(tokenHash('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
