import { describe, expect, it } from 'vitest';
import { cut, mask } from './cut.ts';

describe('long text', () => {
  it.each([
    ['', 3, null],
    ['abc', 3, null],
    ['abcd', 3, 'abc…'],
    ['ab cd', 3, 'ab…'],
    ['🎬🎬🎬', 3, null],
    ['🎬🎬🎬🎬', 3, '🎬🎬🎬…'],
  ])('%s cut at %d', (text, at, seen) => expect(cut(text, at)).toBe(seen));
});

describe('a masked secret', () => {
  it.each([
    ['kdx_0123456789abcdefghijklmnopqrstuvwxyz3f9a', 'kdx_••••3f9a'],
    ['0123456789abcdef', '••••cdef'],
    ['kdx_short', 'kdx_••••'],
    ['', '••••'],
  ])('%s', (secret, seen) => expect(mask(secret)).toBe(seen));
});
