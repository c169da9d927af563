import { describe, expect, it } from 'vitest';
import { looksLikeToken } from './token.rules.ts';
import { newToken, seal, unseal } from './token.secret.ts';

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
