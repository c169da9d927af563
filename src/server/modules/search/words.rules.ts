import { foldText, isCjk, queryWords } from '#server/kernel/fold.ts';

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

/** Signs alone are taken as they are: as beginnings they would find the tags. */
const hasLetter = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);

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

const beginning = (word: string): string => (hasLetter(word) && !isCjk(word) ? `${lexeme(word)}:*` : lexeme(word));

/** Titles and people called exactly this. */
export const called = ({ names }: Wanted): string => any(names.map((name) => lexeme(`=${name}`)));

/** Those whose name begins like this. */
export const nameBegins = ({ names }: Wanted): string => any(names.map((name) => `${lexeme(`=${name}`)}:*`));

export const allWords = ({ words }: Wanted): string => all(words.map(lexeme));

/** What documents have to match: what an index is asked, and what is looked at in each document of its answer. */
export interface Asked {
  readonly query: string;
  readonly sieve: string | null;
}

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
    return { query: all(whole.map(lexeme)), sieve: all(begun.map(beginning)) };
  return { query: all([...whole.map(lexeme), ...begun.map(beginning)]), sieve: null };
};

/** All words, the last one and those of one or two letters perhaps only begun. */
export const wordsBegun = ({ words }: Wanted, commonness: Commonness): Asked =>
  begunAmong(words, (word, at) => at === words.length - 1 || word.length <= 2, commonness);

/** The last word begun, the others whole. */
export const lastBegun = ({ words }: Wanted, commonness: Commonness): Asked =>
  begunAmong(words, (_, at) => at === words.length - 1, commonness);

/** How many letters of a word may be wrong. */
export const tolerance = (word: string): number => {
  const { length } = [...word];
  if (length < 3 || length > 40 || isCjk(word) || !hasLetter(word)) return 0;
  return length < 4 ? 1 : 2;
};

/**
 * How many letters are wrong, too many or missing, or have changed places with their neighbours (Damerau's distance). Plain
 * loops over one array: hundreds of words are compared for each that is mistyped.
 */
export const distanceOf = (one: string, other: string): number => {
  const [from, to] = [[...one], [...other]];
  const width = to.length + 1;
  const table = new Uint16Array((from.length + 1) * width);
  const of = (row: number, at: number): number => table[row * width + at] as number;
  for (let at = 1; at < width; at += 1) table[at] = at;
  const rowOf = new Map<string | undefined, number>();
  for (let row = 1; row <= from.length; row += 1) {
    const sign = from[row - 1];
    let sameAt = 0;
    table[row * width] = row;
    for (let at = 1; at < width; at += 1) {
      const isSame = sign === to[at - 1];
      let least = Math.min(of(row - 1, at - 1) + (isSame ? 0 : 1), of(row - 1, at) + 1, of(row, at - 1) + 1);
      const before = sameAt > 0 ? rowOf.get(to[at - 1]) : undefined;
      // The two letters may stand apart where one between them is missing or too many.
      if (before !== undefined)
        least = Math.min(least, of(before - 1, sameAt - 1) + (row - before - 1) + 1 + (at - sameAt - 1));
      table[row * width + at] = least;
      if (isSame) sameAt = at;
    }
    rowOf.set(sign, row);
  }
  return of(from.length, to.length);
};

/** A known word that is near a wanted one. */
export interface Variant {
  readonly wanted: string;
  readonly word: string;
  readonly distance: number;
}

/** A known word; weight says how well known. */
export interface KnownWord {
  readonly word: string;
  readonly weight: number;
}

/** Of known words those that may be meant, nearest first: `most` for being nearest and as many for being best known. */
export const variantsAmong = (
  wanted: string,
  known: readonly KnownWord[],
  distance: number,
  most: number,
): readonly Variant[] => {
  const near = known
    .map((one) => ({ ...one, distance: distanceOf(one.word, wanted) }))
    .filter((one) => one.distance > 0 && one.distance <= distance)
    .toSorted((a, b) => a.distance - b.distance || b.weight - a.weight);
  const best = new Set(near.toSorted((a, b) => b.weight - a.weight).slice(0, most));
  return near
    .filter((one, at) => at < most || best.has(one))
    .map(({ word, distance: off }) => ({ wanted, word, distance: off }));
};

const nearTo = (word: string, variants: readonly Variant[]): readonly string[] => [
  word,
  ...variants.filter((one) => one.wanted === word).map((one) => one.word),
];

/** All words, each as it is or as one of its variants; null where there are none. */
export const mistyped = ({ words }: Wanted, variants: readonly Variant[]): string | null =>
  variants.length === 0 ? null : all(words.map((word) => any(nearTo(word, variants).map(lexeme))));

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

const withoutOne = (signs: readonly string[]): string[] => [
  ...new Set(signs.map((_, at) => signs.filter((__, other) => other !== at).join(''))),
];

/**
 * The keys of every known word within `distance` (1 or 2) of this one; word_keys in the migrations makes those of a known word.
 * Two errors leave at least one half of the known word with one error at most, one error leaves a half whole, but for the
 * two letters at the border that have changed places.
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
  const border = Math.floor(signs.length / 2);
  keys.add(`<${border}${[...signs.slice(0, border - 1), signs[border]].join('')}`);
  keys.add(`>${signs.length - border}${[signs[border - 1], ...signs.slice(border + 1)].join('')}`);
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
