import { describe, expect, it } from 'vitest';
import { looksLikeToken, newToken, seal, tokenHash, unseal } from './token.rules.ts';

describe('a new token', () => {
  it('has its form, its checksum and is never the same', () => {
    const tokens = Array.from({ length: 200 }, newToken);
    for (const token of tokens) {
      expect(token).toMatch(/^kdx_[0-9A-Za-z]{38}$/);
      expect(looksLikeToken(token)).toBe(true);
    }
    expect(new Set(tokens).size).toBe(200);
  });
});

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

describe('sealing', () => {
  const secret = 'a secret of at least 32 characters';

  it('can be undone with the secret, and looks different each time', () => {
    const token = newToken();
    const [one, two] = [seal(token, secret), seal(token, secret)];
    expect(one.equals(two)).toBe(false);
    expect(one.includes(Buffer.from(token))).toBe(false);
    expect([unseal(one, secret), unseal(two, secret)]).toEqual([token, token]);
  });

  it('cannot be undone with another secret, nor after a change', () => {
    const sealed = seal(newToken(), secret);
    expect(() => unseal(sealed, `${secret}!`)).toThrow();
    for (const at of [0, 12, 28]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(changed, secret)).toThrow();
    }
  });
});

it('the hash is the SHA-256 of the token', () => {
  expect(tokenHash('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
