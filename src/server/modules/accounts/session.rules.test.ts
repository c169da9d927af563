import { describe, expect, it } from 'vitest';
import { forgeries } from './session.fixture.ts';
import { type Claims, readToken, sessionKey, signClaims, TOKEN_LIFE } from './session.rules.ts';

const SECRET = 'a secret of at least 32 characters';
const KEY = sessionKey(SECRET);
const NOW = 1_800_000_000;
const CLAIMS: Claims = {
  exp: NOW + TOKEN_LIFE,
  iat: NOW,
  sub: '42',
  role: 'USER',
  sid: 'abcdefghijklmnopqrstuvwx',
  ver: 3,
};
const valid = signClaims(CLAIMS, KEY);

describe('a session token', () => {
  it('gives back what it was made of, until it expires', () => {
    expect(readToken(valid, KEY, NOW)).toEqual(CLAIMS);
    expect(readToken(valid, KEY, NOW + TOKEN_LIFE - 1)).toEqual(CLAIMS);
    expect(readToken(valid, KEY, NOW + TOKEN_LIFE)).toBe('expired');
  });

  it('is a JWT: three parts of base64url, the first naming HS256, the second exactly the claims', () => {
    const [header = '', payload = '', ...more] = valid.split('.');
    expect(more).toHaveLength(1);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(CLAIMS);
  });

  it('is read with every sign that a session may be named by, wherever it stands', () => {
    const signs = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'];
    for (let shift = 0; shift < 3; shift += 1) {
      const claims = { ...CLAIMS, sub: '42'.repeat(shift + 1) };
      for (const sign of signs) {
        const named = { ...claims, sid: sign.repeat(16 + shift) };
        expect(readToken(signClaims(named, KEY), KEY, NOW)).toEqual(named);
      }
    }
  });

  it('of a node whose clock is a little ahead is taken', () => {
    const ahead = signClaims({ ...CLAIMS, iat: NOW + 30, exp: NOW + 30 + TOKEN_LIFE }, KEY);
    expect(readToken(ahead, KEY, NOW)).toMatchObject({ iat: NOW + 30 });
  });

  it('holds no property of objects for a claim', () => {
    const odd = JSON.parse('{"constructor":1,"iat":1,"sub":"1","role":"USER","sid":"abcdefghijklmnop","ver":1}');
    const [header = ''] = valid.split('.');
    const signed = signClaims(odd as Claims, KEY);
    expect(signed.startsWith(header)).toBe(true);
    expect(readToken(signed, KEY, NOW)).toBe('invalid');
  });
});

describe('forged session tokens', () => {
  const forged = forgeries(valid, SECRET);

  it('are many, and each is another', () => {
    expect(forged.length).toBeGreaterThanOrEqual(50);
    expect(new Set(forged.map(({ token }) => token)).size).toBe(forged.length);
    expect(forged.map(({ token }) => token)).not.toContain(valid);
  });

  it.each(forged.map(({ name, token }) => [name, token] as const))('%s', (name, token) => {
    expect(readToken(token, KEY, NOW)).toBe(name === 'claims: expired' ? 'expired' : 'invalid');
  });

  it.each([
    ['another', 'A', 'B'],
    ['one of two bytes', 'é', 'é'],
  ])('are refused with any single character changed to %s, right after the token itself', (_what, other, else_) => {
    for (let at = 0; at < valid.length; at++) {
      expect(readToken(valid, KEY, NOW)).toEqual(CLAIMS);
      const changed = `${valid.slice(0, at)}${valid[at] === other ? else_ : other}${valid.slice(at + 1)}`;
      expect(readToken(changed, KEY, NOW), `at ${at}`).toBe('invalid');
    }
  });
});
