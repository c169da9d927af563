import { CAP_HEIGHT, glyphOf, hasGlyph, kerningOf, UNITS_PER_EM } from './glyphs.ts';

const LONGEST_TEXT = 400;
const LONGEST_WORD = 24;
const ACCENTED = /[^\x20-\x7e‐-″·]/;

/** Lines that fill a box. `size` is the type size, `cap` the height of a capital, `step` from baseline to baseline. */
export type Setting = { lines: string[]; size: number; cap: number; step: number; width: number; height: number };
export type FitBox = { width: number; height: number; maxCap: number; minCap: number; maxLines?: number };

/**
 * What of a text the face can set: composed, without control characters, one space between words. A text that loses
 * more than a third of its letters (another script, emoji) gives an empty string, so that the caller takes another text.
 */
export function settable(text: string): string {
  const kept: string[] = [];
  let wanted = 0;
  for (const char of text.normalize('NFC').slice(0, LONGEST_TEXT)) {
    if (/\s/.test(char)) {
      kept.push(' ');
      continue;
    }
    if (/\p{C}|\p{M}/u.test(char)) continue;
    wanted += 1;
    const plain = hasGlyph(char) ? char : char.normalize('NFKD').replace(/\p{M}/gu, '');
    if (plain !== '' && [...plain].every(hasGlyph)) kept.push(plain);
  }
  const result = kept.join('').replace(/ +/g, ' ').trim();
  return result.replaceAll(' ', '').length * 3 < wanted * 2 ? '' : result;
}

/** Capitals for display, in characters the face has. */
export const capitals = (text: string): string => settable(settable(text).toUpperCase());

/** Width of a line in the units of `size`; `tracking` is extra space after each letter as a share of the size. */
export function measure(text: string, size: number, tracking = 0): number {
  let units = 0;
  let before = '';
  for (const char of text) {
    const glyph = glyphOf(char);
    if (!glyph) continue;
    units += glyph.advance + tracking * UNITS_PER_EM + (before ? kerningOf(before, char) : 0);
    before = char;
  }
  return Math.max(0, (units / UNITS_PER_EM - (before ? tracking : 0)) * size);
}

/** SVG path data of one line that starts at x and stands on the baseline y. Characters without a glyph are left out. */
export function outline(text: string, x: number, y: number, size: number, tracking = 0): string {
  const scale = size / UNITS_PER_EM;
  const parts: string[] = [];
  let pen = x;
  let before = '';
  for (const char of text) {
    const glyph = glyphOf(char);
    if (!glyph) continue;
    if (before) pen += kerningOf(before, char) * scale;
    // Only the first pair of a glyph's path is a place; all that follows is relative to it.
    let placed = 0;
    for (const token of glyph.path) {
      if (typeof token === 'string') parts.push(token === 'm' && placed === 0 ? 'M' : token);
      else {
        const offset = placed === 0 ? pen : placed === 1 ? y : 0;
        parts.push(`${Math.round((token * scale + offset) * 100) / 100}`);
        placed += 1;
      }
    }
    pen += (glyph.advance + tracking * UNITS_PER_EM) * scale;
    before = char;
  }
  return parts.join(' ');
}

/** Breaks words into exactly `count` lines whose longest is as short as can be. */
function balance(words: string[], count: number): string[] {
  const ends = [0];
  for (const word of words) ends.push((ends.at(-1) ?? 0) + measure(`${word} `, 1));
  const width = (from: number, to: number): number => (ends[to] ?? 0) - (ends[from] ?? 0);
  // best[k][i]: the longest line when the first i words stand in k lines, and where the last of them begins.
  let best = words.map((_, i) => ({ longest: width(0, i + 1), starts: [0] }));
  for (let k = 1; k < count; k += 1) {
    best = words.map((_, i) => {
      let choice = { longest: Number.POSITIVE_INFINITY, starts: [0] };
      for (let cut = k; cut <= i; cut += 1) {
        const head = best[cut - 1];
        if (!head) continue;
        const longest = Math.max(head.longest, width(cut, i + 1));
        if (longest < choice.longest) choice = { longest, starts: [...head.starts, cut] };
      }
      return choice;
    });
  }
  const starts = best.at(-1)?.starts ?? [0];
  return starts.map((from, i) => words.slice(from, starts[i + 1] ?? words.length).join(' '));
}

function settingOf(lines: string[], box: FitBox): Setting {
  const accents = lines.some((line) => ACCENTED.test(line));
  const leading = accents ? 1.42 : 1.16;
  const widest = Math.max(...lines.map((line) => measure(line, 1)), 0.01);
  const tall = CAP_HEIGHT * (1 + leading * (lines.length - 1) + (accents ? 0.3 : 0));
  const size = Math.min(box.width / widest, box.height / tall, box.maxCap / CAP_HEIGHT);
  return {
    lines,
    size,
    cap: size * CAP_HEIGHT,
    step: size * CAP_HEIGHT * leading,
    width: widest * size,
    height: tall * size,
  };
}

/**
 * Sets a text as large as the box allows, in the number of lines that makes the letters largest (fewer lines on a draw).
 * A text that would fall under `minCap` is cut at a word and ends in an ellipsis. Null when nothing can be set.
 */
export function fit(text: string, box: FitBox): Setting | null {
  const room = (box.width * CAP_HEIGHT * (box.maxLines ?? 5)) / box.minCap;
  let used = 0;
  let words = text
    .split(' ')
    .flatMap((word) => word.match(new RegExp(`.{1,${LONGEST_WORD}}`, 'gu')) ?? [])
    .filter((word) => {
      // Words that cannot stand in the box even at the smallest size would only make the search for breaks long.
      used += measure(`${word} `, 1);
      return used <= room * 1.1;
    });
  if (words.length === 0) return null;
  for (;;) {
    let best: Setting | null = null;
    for (let count = 1; count <= Math.min(words.length, box.maxLines ?? 5); count += 1) {
      const setting = settingOf(balance(words, count), box);
      if (!best || setting.cap > best.cap * 1.04) best = setting;
    }
    if (best && (best.cap >= box.minCap || words.length === 1)) return best;
    const keep = Math.max(1, Math.min(words.length - 1, Math.floor(words.length * 0.9)));
    words = words.slice(0, keep);
    const last = words.pop() ?? '';
    words.push(`${last.replace(/[…,.:;–—-]+$/u, '')}…`);
  }
}

/** Path data of a setting whose box has its top left corner at x, y. */
export function outlineSetting(setting: Setting, x: number, y: number): string {
  const first = y + setting.height - setting.step * (setting.lines.length - 1);
  return setting.lines.map((line, i) => outline(line, x, first + i * setting.step, setting.size)).join(' ');
}
