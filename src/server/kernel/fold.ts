/**
 * Text folding for search: what a person types and what a catalogue holds become the same text whatever the case, the
 * diacritics, the width of the letters and the punctuation. The SQL functions `fold_text`, `fold_joined` and
 * `fold_words` of the migrations do the same, step by step; a test holds the two together.
 */

/** Longer text is cut: a name is a key of an index. */
const LONGEST = 300;

const FRACTIONS = /[\u00bc-\u00be\u2150-\u215e]/g;
/** Accents and points of Latin, Greek, Cyrillic, Hebrew and Arabic, and invisible marks. Indic and Thai vowels stay. */
const MARKS_LIST =
  '\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff';
const MARKS = new RegExp(`[${MARKS_LIST}]+`, 'g');
/** What may stand within a word and be left out by whoever types it: apostrophes, hyphens, points. */
const JOINERS = /['’‘ʼʻ`´.\-‐‑·]/g;
const SEPARATORS_LIST =
  '\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b9-\u02df\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e4f\u0e5a\u0e5b\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3030\u303d-\u303f\u30a0\u30fb\ufe10-\ufe1f\ufe30-\ufe6f';
const SEPARATORS = new RegExp(`[${SEPARATORS_LIST}]+`, 'g');

const SINGLE: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ƒ: 'f',
  ɓ: 'b',
  ɗ: 'd',
  ɖ: 'd',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ɲ: 'n',
  ĸ: 'k',
  ς: 'σ',
};
const DOUBLE: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };
const LETTERS = new RegExp(`[${[...Object.keys(SINGLE), ...Object.keys(DOUBLE)].join('')}]`, 'g');

const BLANK_LIST = '\u0000-\u0020';
const BLANK = new RegExp(`[${BLANK_LIST}]+`, 'g');

const squeeze = (text: string): string => text.replace(/ +/g, ' ').replace(/^ | $/g, '');

const letters = (text: string): string =>
  text
    .replace(FRACTIONS, ' $&')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LETTERS, (letter) => SINGLE[letter] ?? DOUBLE[letter] ?? letter);

const cut = (text: string): string => [...text.normalize('NFC')].slice(0, LONGEST).join('').replace(/ $/, '');

const separated = (text: string, bare: string): string => {
  const words = squeeze(text.replace(SEPARATORS, ' '));
  return cut(words === '' ? squeeze(bare.replace(BLANK, ' ')) : words);
};

/** The folded text, words parted by single spaces. Text of nothing but signs stays as it is. */
export const foldText = (text: string): string => {
  const bare = letters(text);
  return separated(bare, bare);
};

/** As foldText, with what stands inside words left out: spiderman for Spider-Man, schindlers for Schindler's. */
export const foldJoined = (text: string): string => {
  const bare = letters(text.replace(JOINERS, ''));
  return separated(bare, letters(text));
};

const CJK =
  '\u2e80-\u2fdf\u3005-\u3007\u3031-\u303c\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\u{20000}-\u{323af}';
const RUN = new RegExp(`[${CJK}]+|[^${CJK} ]+`, 'gu');
const IS_CJK = new RegExp(`^[${CJK}]`, 'u');

/** Whether a word is written without spaces in between, so that its beginning is no use as a key. */
export const isCjk = (word: string): boolean => IS_CJK.test(word);

/** Whether a word is more than signs. */
export const hasLetter = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);

/**
 * The words by which folded text is looked up. Chinese, Japanese and Korean runs become pairs of neighbouring signs, so
 * that any part of a title is found; a single sign stays one.
 */
export const queryWords = (folded: string): readonly string[] => {
  const words = (folded.match(RUN) ?? []).flatMap((run) => {
    const signs = [...run];
    if (!isCjk(run) || signs.length < 3) return [run];
    return signs.slice(1).map((sign, at) => `${signs[at]}${sign}`);
  });
  return [...new Set(words)];
};
