import { foldText, isCjk, queryWords } from '#server/kernel/fold.ts';

/** What somebody looks for: the folded whole and its words. */
export interface Wanted {
  readonly name: string;
  readonly words: readonly string[];
}

/** More words than this narrow nothing down any further. */
const MOST_WORDS = 12;

export const wanted = (text: string): Wanted => {
  const name = foldText(text);
  return { name, words: queryWords(name).slice(0, MOST_WORDS) };
};

/** A lexeme as it is written in a tsquery. */
export const lexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** A query that every document answers: no name is empty. */
export const everything = `!${lexeme('=')}`;

const all = (parts: readonly string[]): string => parts.join(' & ');
export const any = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' | ')})`;

/** Signs alone are taken as they are: as beginnings they would find the tags. */
const hasLetter = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);
const beginning = (word: string): string => (hasLetter(word) && !isCjk(word) ? `${lexeme(word)}:*` : lexeme(word));

/** Titles and people called exactly this. */
export const called = ({ name }: Wanted): string => lexeme(`=${name}`);

/** Those whose name begins like this. */
export const nameBegins = ({ name }: Wanted): string => `${lexeme(`=${name}`)}:*`;

export const allWords = ({ words }: Wanted): string => all(words.map(lexeme));

/** All words, the last one and those of one or two letters perhaps only begun. */
export const wordsBegun = ({ words }: Wanted): string =>
  all(words.map((word, at) => (at === words.length - 1 || word.length <= 2 ? beginning(word) : lexeme(word))));

/** The last word begun, the others whole. */
export const lastBegun = ({ words }: Wanted): string =>
  all(words.map((word, at) => (at === words.length - 1 ? beginning(word) : lexeme(word))));

/** How many letters of a word may be wrong. */
export const tolerance = (word: string): number => {
  const { length } = [...word];
  if (length < 3 || length > 40 || isCjk(word) || !hasLetter(word)) return 0;
  return length < 5 ? 1 : 2;
};

/** A known word that is near a wanted one. */
export interface Variant {
  readonly wanted: string;
  readonly word: string;
  readonly distance: number;
}

/** All words, each as it is or as a known word at most `distance` away; null when no word has such a neighbour. */
export const mistyped = ({ words }: Wanted, variants: readonly Variant[], distance: number): string | null => {
  const near = (word: string) => variants.filter((one) => one.wanted === word && one.distance <= distance);
  if (!variants.some((one) => one.distance === distance)) return null;
  return all(words.map((word) => any([word, ...near(word).map((one) => one.word)].map(lexeme))));
};

const withoutOne = (signs: readonly string[]): string[] => [
  ...new Set(signs.map((_, at) => signs.filter((__, other) => other !== at).join(''))),
];

/**
 * The keys of every known word within `distance` (1 or 2) of this one; word_keys in the migrations makes those of a known word.
 * Two errors leave at least one half of the known word with one error at most, one error leaves a half whole.
 */
export const neighbourKeys = (word: string, distance: number): readonly string[] => {
  const signs = [...word];
  const keys = new Set<string>();
  const add = (side: string, length: number, cut: (size: number) => readonly string[]): void => {
    const put = (half: string) => keys.add(`${side}${length}${half}`);
    put(cut(length).join(''));
    if (distance < 2) return;
    put(cut(length - 1).join(''));
    for (const half of [...withoutOne(cut(length)), ...withoutOne(cut(length + 1))]) put(half);
  };
  for (let size = signs.length - distance; size <= signs.length + distance; size += 1) {
    const left = Math.floor(size / 2);
    if (left < 1) continue;
    add('<', left, (n) => signs.slice(0, n));
    add('>', size - left, (n) => signs.slice(Math.max(signs.length - n, 0)));
  }
  return [...keys];
};

export interface Scope {
  readonly sources: readonly string[] | null;
  readonly adult: boolean;
}

/** What a tsquery has to hold beside the words: what may be shown, and the filters that are tags. */
export const narrowed = (query: string, { sources, adult }: Scope, tags: readonly string[] = []): string =>
  all([
    `(${query})`,
    ...tags,
    ...(sources ? [any(sources.map((source) => lexeme(`@s:${source}`)))] : []),
    ...(adult ? [] : [`!${lexeme('@x')}`]),
  ]);
