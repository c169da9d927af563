import { expect, it } from 'vitest';
import { utf8 } from './bytes.ts';

/** Where another way is taken: below it, from it on, at the most that goes so, and beyond. */
const LENGTHS = [0, 1, 4_095, 4_096, 4_097, 262_144, 262_145];

it.each(['a', 'é', 'Ω', '漢', 'aΩé漢'])('makes UTF-8 of texts of any length of %j', (letters) => {
  for (const length of LENGTHS) {
    const text = letters.repeat(length).slice(0, length);
    expect(utf8(text).equals(Buffer.from(text)), `${length} characters`).toBe(true);
  }
});

it('makes UTF-8 of characters beyond the first 65,536, and of halves of them as Buffer.from does', () => {
  for (const end of ['😀', '😀'[0], '😀'[1], '\0']) {
    const text = `${'a😀'.repeat(2_000)}${end}`;
    expect(utf8(text).equals(Buffer.from(text))).toBe(true);
    expect(utf8(`${end}${text}`).equals(Buffer.from(`${end}${text}`))).toBe(true);
  }
});

it('leaves alone what it made before', () => {
  const [first, second] = ['Ω'.repeat(5_000), '漢'.repeat(6_000)];
  const made = utf8(first);
  utf8(second);
  expect(made.toString()).toBe(first);
});
