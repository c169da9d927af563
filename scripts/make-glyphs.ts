// Writes src/server/modules/catalog/art/glyphs.generated.json: the outlines of League Gothic (SIL Open Font Licence 1.1)
// for Latin, Latin-1, Latin Extended-A and common punctuation. Drawn posters set their titles from these outlines,
// because the renderer has no fonts on a bare machine. Run it again only when the font's version changes:
//   node scripts/make-glyphs.ts
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

type Command = {
  type: 'M' | 'L' | 'Q' | 'C' | 'Z';
  x: number;
  y: number;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
};
type Glyph = { index: number; advanceWidth: number; path: { commands: Command[] } };
type Font = {
  unitsPerEm: number;
  tables: { os2: { sCapHeight: number; sxHeight: number } };
  charToGlyph(char: string): Glyph;
  getKerningValue(left: Glyph, right: Glyph): number;
};

const require = createRequire(import.meta.url);
const opentype: { parse(data: ArrayBuffer): Font } = require('opentype.js');
const fontFolder = dirname(require.resolve('@fontsource/league-gothic/package.json'));
const target = join(import.meta.dirname, '../src/server/modules/catalog/art');
const UNITS = 1000;

function load(subset: string): Font {
  const file = readFileSync(join(fontFolder, `files/league-gothic-${subset}-400-normal.woff`));
  const data = new ArrayBuffer(file.length);
  new Uint8Array(data).set(file);
  return opentype.parse(data);
}

/** Path in relative commands, y downwards, whole thousandths of an em: scaling a glyph is then one multiplication per number. */
function outline(glyph: Glyph, unitsPerEm: number): string {
  const whole = (value: number): number => Math.round((value * UNITS) / unitsPerEm);
  let [x, y, startX, startY, path, last] = [0, 0, 0, 0, '', ''];
  const emit = (letter: string, numbers: number[]): void => {
    const text = numbers.map((n, i) => (i > 0 && n >= 0 ? ` ${n}` : `${n}`)).join('');
    path += letter === last ? (text.startsWith('-') ? text : ` ${text}`) : letter + text;
    last = letter;
  };
  for (const command of glyph.path.commands) {
    if (command.type === 'Z') {
      path += 'z';
      [x, y, last] = [startX, startY, 'z'];
      continue;
    }
    if (command.type === 'C') throw new Error('The font has cubic curves; the reader knows quadratic ones only.');
    const [nextX, nextY] = [whole(command.x), whole(-command.y)];
    if (command.type === 'Q') emit('q', [whole(command.x1) - x, whole(-command.y1) - y, nextX - x, nextY - y]);
    else if (command.type === 'L') {
      if (nextX !== x || nextY !== y) emit('l', [nextX - x, nextY - y]);
    } else {
      emit('m', [nextX - x, nextY - y]);
      [startX, startY, last] = [nextX, nextY, 'm'];
    }
    [x, y] = [nextX, nextY];
  }
  return path;
}

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
const wanted = [...range(0x20, 0x7e), ...range(0xa1, 0xff), ...range(0x100, 0x17f), ...'ȘșȚțẞ‐–—‘’‚“”„…•′″€™'];

const subsets = ['latin', 'latin-ext'].map(load);
const glyphs: Record<string, [number, string]> = {};
for (const char of wanted) {
  for (const font of subsets) {
    const glyph = font.charToGlyph(char);
    if (glyph.index === 0) continue;
    glyphs[char] = [Math.round((glyph.advanceWidth * UNITS) / font.unitsPerEm), outline(glyph, font.unitsPerEm)];
    break;
  }
}

// Pairs of unaccented characters only: the reader looks an accented letter up under its base letter.
const latin = load('latin');
const kerned = [...range(0x41, 0x5a), ...range(0x61, 0x7a), ...range(0x30, 0x39), ...'.,:;!?-–—‘’“”\'"&/()· '];
const kerning: Record<string, Record<string, number>> = {};
for (const left of kerned) {
  for (const right of kerned) {
    const value = latin.getKerningValue(latin.charToGlyph(left), latin.charToGlyph(right));
    const rounded = Math.round((value * UNITS) / latin.unitsPerEm);
    if (rounded === 0) continue;
    const row = kerning[left] ?? {};
    row[right] = rounded;
    kerning[left] = row;
  }
}

const { sCapHeight, sxHeight } = latin.tables.os2;
const json = JSON.stringify({
  licence: 'Outlines of League Gothic, SIL Open Font Licence 1.1, see OFL.txt. Written by scripts/make-glyphs.ts.',
  unitsPerEm: UNITS,
  capHeight: Math.round((sCapHeight * UNITS) / latin.unitsPerEm),
  xHeight: Math.round((sxHeight * UNITS) / latin.unitsPerEm),
  glyphs,
  kerning,
});
writeFileSync(join(target, 'glyphs.generated.json'), `${json}\n`);
copyFileSync(join(fontFolder, 'LICENSE'), join(target, 'OFL.txt'));
process.stdout.write(`${Object.keys(glyphs).length} glyphs, ${Math.round(json.length / 1024)} KiB\n`);
