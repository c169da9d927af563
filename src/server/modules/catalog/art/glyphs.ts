import { readFileSync } from 'node:fs';

type Table = {
  unitsPerEm: number;
  capHeight: number;
  glyphs: Record<string, [advance: number, path: string]>;
  kerning: Record<string, Record<string, number>>;
};

/** A glyph's advance in thousandths of an em and its path as letters and numbers, relative, y downwards. */
export type Glyph = { advance: number; path: readonly (string | number)[] };

const table: Table = JSON.parse(readFileSync(new URL('./glyphs.generated.json', import.meta.url), 'utf8'));
const parsed = new Map<string, Glyph>();

export const UNITS_PER_EM = table.unitsPerEm;
/** Height of a capital as a share of the type size. */
export const CAP_HEIGHT = table.capHeight / table.unitsPerEm;

export const hasGlyph = (char: string): boolean => Object.hasOwn(table.glyphs, char);

/** The glyph of one character, or null when the face does not have it. Parsed once. */
export function glyphOf(char: string): Glyph | null {
  const known = parsed.get(char);
  if (known) return known;
  if (!hasGlyph(char)) return null;
  const [advance, path] = table.glyphs[char] ?? [0, ''];
  const tokens = path.match(/[a-z]|-?\d+/g) ?? [];
  const glyph = { advance, path: tokens.map((token) => (/[a-z]/.test(token) ? token : Number(token))) };
  parsed.set(char, glyph);
  return glyph;
}

/** Kerning between two characters in thousandths of an em; accented letters kern as their base letters do. */
export function kerningOf(left: string, right: string): number {
  const base = (char: string): string => char.normalize('NFD').charAt(0);
  const row = base(left);
  return Object.hasOwn(table.kerning, row) ? (table.kerning[row]?.[base(right)] ?? 0) : 0;
}
