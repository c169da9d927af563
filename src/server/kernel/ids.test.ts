import { describe, expect, it } from 'vitest';
import { imdbId, parseImdbId, requireId } from './ids.ts';

describe('ids', () => {
  it.each([
    ['movie', 1, 'tt0000001'],
    ['movie', 9_999_999, 'tt9999999'],
    ['movie', 10_000_000, 'tt10000000'],
    ['name', 199, 'nm0000199'],
    ['name', 9_999_999_999, 'nm9999999999'],
  ] as const)('of the %s %i is %s, there and back', (kind, key, text) => {
    expect(imdbId(kind, key)).toBe(text);
    expect(parseImdbId(text)).toEqual({ kind, key, canonical: text });
  });

  it.each([
    ['tt00000001', 'tt0000001'],
    ['nm0000000199', 'nm0000199'],
    ['tt0010000000', 'tt10000000'],
  ])('%s is another form of %s', (text, canonical) => {
    expect(parseImdbId(text)?.canonical).toBe(canonical);
  });

  it.each([
    '',
    'tt',
    'tt000001',
    'tt00000000001',
    'tt0000000',
    'nm0000000000',
    'TT0000001',
    'co0000001',
    ' tt0000001',
    'tt0000001\n',
    'tt000000x',
    'tt٠٠٠٠٠٠١',
  ])('%j is none', (text) => {
    expect(parseImdbId(text)).toBeNull();
  });

  it('have to be of the kind that is asked for', () => {
    expect(requireId('name', 'nm0000199').key).toBe(199);
    for (const text of ['tt0000199', 'x'.repeat(5_000)]) {
      expect(() => requireId('name', text)).toThrow(expect.objectContaining({ reason: 'malformed_id', status: 400 }));
    }
    const shown = `a${'x'.repeat(39)}`;
    expect(() => requireId('name', `${shown}${'x'.repeat(5_000)}`)).toThrow(`'${shown}' is not the id of a name.`);
  });
});
