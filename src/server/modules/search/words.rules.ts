import { foldText, hasLetter, isCjk, queryWords } from '#server/kernel/fold.ts';
import type { Variant } from './neighbour.rules.ts';

/** What somebody looks for: the folded whole, as it may be written, and its words. */
export interface Wanted {
  readonly names: readonly string[];
  readonly words: readonly string[];
}

/** More words than this narrow nothing down any further. */
const MOST_WORDS = 12;

/** How '&' is read out. Documents hold nothing of the sign itself. */
const JOINING: readonly string[] = ['and', 'et', 'und', 'y'];
/** So many of them in one name may be signs; each doubles the ways to write it. */
const MOST_JOINING = 3;

/** The name as it is and with joining words left out, as where they are written '&'. */
const withSigns = (name: string): readonly string[] => {
  let ways: readonly (readonly string[])[] = [[]];
  let joining = 0;
  for (const word of name.split(' ')) {
    const may = JOINING.includes(word) && joining < MOST_JOINING;
    if (may) joining += 1;
    ways = [...ways.map((way) => [...way, word]), ...(may ? ways : [])];
  }
  return ways.map((way) => way.join(' ')).filter((way) => way !== '');
};

export const wanted = (text: string): Wanted => {
  const name = foldText(text);
  const spelled = /[&＆]/.test(text) && hasLetter(name);
  const read = spelled ? JOINING.map((word) => foldText(text.replace(/[&＆]/g, ` ${word} `))) : [];
  const words = queryWords(name).filter(
    (word, at, { length }) => at === 0 || at === length - 1 || !JOINING.includes(word),
  );
  return { names: [...new Set([...withSigns(name), ...read])], words: words.slice(0, MOST_WORDS) };
};

/** A lexeme as it is written in a tsquery. */
export const lexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** A query that every document answers: no name is empty. */
export const everything = `!${lexeme('=')}`;

const all = (parts: readonly string[]): string => parts.join(' & ');
export const any = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' | ')})`;

/** Signs alone are taken as they are: as beginnings they would find the tags. */
const beginning = (word: string): string => (hasLetter(word) && !isCjk(word) ? `${lexeme(word)}:*` : lexeme(word));

/** Titles and people called exactly this. */
export const called = ({ names }: Wanted): string => any(names.map((name) => lexeme(`=${name}`)));

/** Those whose name begins like this. */
export const nameBegins = ({ names }: Wanted): string => any(names.map((name) => `${lexeme(`=${name}`)}:*`));

/**
 * Each word in one of its readings. A joining word may be a sign in one of the names of `lead` instead: who has such a name has
 * all other words.
 */
const eachWord = (
  { names, words }: Wanted,
  readings: (word: string) => readonly string[],
  lead: string | null,
): readonly string[] => {
  const signs = lead === null || names.length === 1 ? [] : [lead];
  return words.map((word) => any([...readings(word).map(lexeme), ...(JOINING.includes(word) ? signs : [])]));
};

export const allWords = (asked: Wanted): string => all(eachWord(asked, (word) => [word], called(asked)));

/** What documents have to match. */
export interface Asked {
  /** What the inverted indexes are asked: all of it. */
  readonly queries: readonly string[];
  /** What is looked at in each document of their answer; null for nothing. */
  readonly sieve: string | null;
}

/** So many queries an index is asked apart. */
export const APART = 3;

/** An index skips what one query lacks in the answers of another; within a query of many words it merges all their documents. */
const apart = (parts: readonly string[]): Asked => ({
  queries: Array.from({ length: Math.min(APART, parts.length) }, (_, n) =>
    all(parts.filter((__, at) => at % APART === n)),
  ),
  sieve: null,
});

/** What is known of how many documents have words. */
export interface Commonness {
  /** Whether words that begin so stand in many documents. */
  isWide(beginning: string): boolean;
  /** Whether few documents have all of these words. */
  areFew(words: readonly string[]): boolean;
}

/** Beginnings of so many letters at most have so many words in the index that putting their documents together takes long. */
const SHORT = 3;

/**
 * All words, some of them perhaps only begun. A beginning that many documents have is looked at in those that have the
 * other words, where these are few; of any other the index puts the documents together quicker than thousands are looked at.
 */
const begunAmong = (
  words: readonly string[],
  isBegun: (word: string, at: number) => boolean,
  { isWide, areFew }: Commonness,
): Asked => {
  const begun = words.filter(isBegun);
  const whole = words.filter((word, at) => !isBegun(word, at));
  const areNarrow = begun.every((word) => [...word].length > SHORT && !isWide(word));
  if (!areNarrow && whole.length > 0 && areFew(whole))
    return { queries: [all(whole.map(lexeme))], sieve: all(begun.map(beginning)) };
  return { queries: [all([...whole.map(lexeme), ...begun.map(beginning)])], sieve: null };
};

/** All words, the last one and those of one or two letters perhaps only begun. */
export const wordsBegun = ({ words }: Wanted, commonness: Commonness): Asked =>
  begunAmong(words, (word, at) => at === words.length - 1 || word.length <= 2, commonness);

/** The last word begun, the others whole. */
export const lastBegun = ({ words }: Wanted, commonness: Commonness): Asked =>
  begunAmong(words, (_, at) => at === words.length - 1, commonness);

const nearTo = (word: string, variants: readonly Variant[]): readonly string[] => [
  word,
  ...variants.filter((one) => one.wanted === word).map((one) => one.word),
];

/** Those called like this but for one word, which is a variant; null where there are none. */
export const calledMistyped = ({ names }: Wanted, variants: readonly Variant[]): string | null => {
  const others = names.flatMap((name) => {
    const words = name.split(' ');
    return variants
      .filter((one) => words.includes(one.wanted))
      .map((one) => words.map((word) => (word === one.wanted ? one.word : word)).join(' '));
  });
  return others.length === 0 ? null : called({ names: [...new Set(others)], words: [] });
};

/** All words, each as it is or as one of its variants; null where there are none. */
export const mistyped = (asked: Wanted, variants: readonly Variant[]): Asked | null =>
  variants.length === 0
    ? null
    : apart(eachWord(asked, (word) => nearTo(word, variants), calledMistyped(asked, variants)));

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
