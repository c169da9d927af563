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

/** What documents have to match. */
export interface Asked {
  /** What the inverted indexes are asked: all of it. */
  readonly queries: readonly string[];
  /** What is looked at in each document of their answer; null for nothing. */
  readonly sieve: string | null;
}

/** What is known of how many documents have words. */
export interface Commonness {
  /** About how many have a word. */
  of(word: string): number;
  /** Whether words that begin so stand in many documents. */
  isWide(beginning: string): boolean;
  /** Whether few documents have all of these words. */
  areFew(words: readonly string[]): boolean;
}

/** One of several things that documents have to have, and about how many have it. */
interface Part {
  readonly query: string;
  readonly documents: number;
}

/**
 * What is rarest, what is next and all else, each in a query of its own: an index takes what the first one finds, has the others
 * go on from there and skips what they find before it. Within one query each document of the rarest is looked up in all else.
 */
const apart = (parts: readonly Part[]): readonly string[] => {
  const [first = [], second = [], ...others] = parts
    .toSorted((one, other) => one.documents - other.documents)
    .map(({ query }) => query);
  return [first, second, others.length > 0 ? all(others) : []].flat();
};

/** Of two words one is the rarest, and one query is as quick. */
const together = (parts: readonly Part[]): readonly string[] =>
  parts.length > 2 ? apart(parts) : [all(parts.map(({ query }) => query))];

/**
 * Each word in one of its readings. A joining word may be a sign in one of the names of `lead` instead: who has such a name has
 * all other words.
 */
const eachWord = (
  { names, words }: Wanted,
  readings: (word: string) => readonly string[],
  lead: string | null,
  { of }: Commonness,
): readonly Part[] => {
  const signs = lead === null || names.length === 1 ? [] : [lead];
  return words.map((word) => ({
    query: any([...readings(word).map(lexeme), ...(JOINING.includes(word) ? signs : [])]),
    documents: readings(word).reduce((sum, reading) => sum + of(reading), 0),
  }));
};

export const allWords = (asked: Wanted, commonness: Commonness): Asked => ({
  queries: together(eachWord(asked, (word) => [word], called(asked), commonness)),
  sieve: null,
});

/** Beginnings of so many letters at most have so many words in the index that putting their documents together takes long. */
const SHORT = 3;

/**
 * All words, some of them perhaps only begun. A beginning that many documents have is looked at in those that have the
 * other words, where these are few; of any other the index puts the documents together quicker than thousands are looked at.
 */
const begunAmong = (
  words: readonly string[],
  isBegun: (word: string, at: number) => boolean,
  { of, isWide, areFew }: Commonness,
): Asked => {
  const begun = words.filter(isBegun);
  const whole = words.filter((word, at) => !isBegun(word, at));
  const parts = whole.map((word) => ({ query: lexeme(word), documents: of(word) }));
  const areNarrow = begun.every((word) => [...word].length > SHORT && !isWide(word));
  if (!areNarrow && whole.length > 0 && areFew(whole))
    return { queries: together(parts), sieve: all(begun.map(beginning)) };
  const last = begun.map((word) => ({ query: beginning(word), documents: Number.MAX_SAFE_INTEGER }));
  return { queries: together([...parts, ...last]), sieve: null };
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
export const mistyped = (asked: Wanted, variants: readonly Variant[], commonness: Commonness): Asked | null => {
  if (variants.length === 0) return null;
  const lead = calledMistyped(asked, variants);
  return { queries: apart(eachWord(asked, (word) => nearTo(word, variants), lead, commonness)), sieve: null };
};

export interface Scope {
  readonly sources: readonly string[] | null;
  readonly adult: boolean;
}

const limits = ({ sources, adult }: Scope): readonly string[] => [
  ...(sources ? [any(sources.map((source) => lexeme(`@s:${source}`)))] : []),
  ...(adult ? [] : [`!${lexeme('@x')}`]),
];

/** What may be shown and has all tags. */
export const within = (scope: Scope, tags: readonly string[] = []): string => {
  const parts = [...tags, ...limits(scope)];
  return parts.length === 0 ? everything : all(parts);
};

/** What of a query may be shown. */
export const narrowed = (query: string, scope: Scope): string => all([`(${query})`, ...limits(scope)]);
