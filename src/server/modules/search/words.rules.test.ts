import { describe, expect, it } from 'vitest';
import {
  allWords,
  called,
  calledMistyped,
  distanceOf,
  lastBegun,
  lexeme,
  mistyped,
  narrowed,
  neighbourKeys,
  tolerance,
  variantsAmong,
  wanted,
  wordsBegun,
} from './words.rules.ts';

const LETTERS = 'abdeort';

/** As word_keys of the migrations. */
const keysOf = (word: string): Set<string> => {
  const left = Math.floor(word.length / 2);
  const halves = [['<', word.slice(0, left)] as const, ['>', word.slice(left)] as const];
  return new Set(
    halves.flatMap(([side, half]) =>
      Array.from(
        { length: half.length + 1 },
        (_, at) => `${side}${half.length}${half.slice(0, at)}${half.slice(at + 1)}`,
      ),
    ),
  );
};

const edits = (word: string): string[] =>
  Array.from({ length: word.length + 1 }, (_, at) => [
    word.slice(0, at) + word.slice(at + 1),
    ...[...LETTERS].flatMap((letter) => [
      word.slice(0, at) + letter + word.slice(at + 1),
      word.slice(0, at) + letter + word.slice(at),
    ]),
    word.slice(0, at) +
      word
        .slice(at, at + 2)
        .split('')
        .reverse()
        .join('') +
      word.slice(at + 2),
  ]).flat();

describe('neighbourKeys', () => {
  it.each(['bored', 'trader', 'oratory'])('finds everything within two letters of %s', (word) => {
    const keys = neighbourKeys(word, 2);
    const near = new Set(
      edits(word)
        .flatMap(edits)
        .filter((other) => other.length > 2),
    );
    const missed = [...near].filter((other) => !keys.some((key) => keysOf(other).has(key)));
    expect(missed).toEqual([]);
    expect(near.size).toBeGreaterThan(2000);
  });

  it.each(['dor', 'bore', 'trade'])('finds everything within one letter of %s', (word) => {
    const keys = neighbourKeys(word, 1);
    expect(edits(word).filter((other) => other.length > 1 && !keys.some((key) => keysOf(other).has(key)))).toEqual([]);
  });
});

it('allows one wrong letter in words of three and two in longer ones, none in shorter ones', () => {
  expect(['a', 'al', 'her', 'dune', 'alien', '映画', '12', '$$$$'].map(tolerance)).toEqual([0, 0, 1, 2, 2, 0, 0, 0]);
});

it('writes queries in which signs stay harmless', () => {
  expect(lexeme("o'\\b")).toBe("'o''\\\\b'");
  expect(called(wanted("L'été"))).toBe("'=l ete'");
  expect(allWords(wanted('al pacino al'))).toBe("'al' & 'pacino'");
});

it('asks the index for beginnings, or looks at them in the few documents of other words', () => {
  const common = { isWide: () => true, areFew: () => false };
  expect(wordsBegun(wanted('al pac'), common)).toEqual({ query: "'al':* & 'pac':*", sieve: null });
  expect(wordsBegun(wanted('@'), common)).toEqual({ query: "'@'", sieve: null });
  const rare = {
    isWide: (beginning: string) => beginning === 'part',
    areFew: (words: readonly string[]) => words.includes('godfather'),
  };
  expect(lastBegun(wanted('the godfather pa'), rare)).toEqual({ query: "'the' & 'godfather'", sieve: "'pa':*" });
  expect(wordsBegun(wanted('al godfather pa'), rare)).toEqual({ query: "'godfather'", sieve: "'al':* & 'pa':*" });
  expect(lastBegun(wanted('the godfather pa'), common).sieve).toBeNull();
  expect(lastBegun(wanted('the godfather par'), rare).sieve).toBe("'par':*");
  expect(lastBegun(wanted('the godfather part'), rare).sieve).toBe("'part':*");
  expect(lastBegun(wanted('the father part'), rare).sieve).toBeNull();
  expect(lastBegun(wanted('part'), { ...rare, areFew: () => true }).sieve).toBeNull();
  expect(lastBegun(wanted('the godfather parti'), rare)).toEqual({
    query: "'the' & 'godfather' & 'parti':*",
    sieve: null,
  });
  expect(wordsBegun(wanted('al godfather parti'), rare).sieve).toBe("'al':* & 'parti':*");
});

it('leaves out what may not be shown', () => {
  expect(narrowed("'a'", { sources: ['tmdb'], adult: false }, ["'@t:M'"])).toBe("('a') & '@t:M' & '@s:tmdb' & !'@x'");
});

it('counts a swap of neighbours as one mistake', () => {
  const pairs = [
    ['balck', 'black'],
    ['jhon', 'john'],
    ['eht', 'the'],
    ['matrix', 'matrix'],
    ['amtrxi', 'matrix'],
    ['', 'abc'],
    ['ca', 'abc'],
    ['htmoel', 'hotel'],
  ] as const;
  expect(pairs.map(([one, other]) => distanceOf(one, other))).toEqual([1, 1, 2, 0, 2, 3, 2, 2]);
});

it('takes well-known words for variants beside the nearest', () => {
  const known = [
    ...Array.from('abcdefghijklop', (letter) => ({ word: `ton${letter}y`, weight: 1 })),
    { word: 'timmy', weight: 5 },
    { word: 'tonny', weight: 4 },
    { word: 'trolley', weight: 9 },
  ];
  const words = variantsAmong('tomny', known, 2, 12).map(({ word, distance }) => [word, distance]);
  expect(words[0]).toEqual(['tonny', 1]);
  expect(words).toContainEqual(['timmy', 2]);
  expect(words).not.toContainEqual(['trolley', 3]);
  expect(new Set(words.map(([word]) => word)).size).toBe(words.length);
});

it('puts near words beside the wanted ones, or gives up', () => {
  const asked = wanted('the godfahter');
  const variants = [{ wanted: 'godfahter', word: 'godfather', distance: 1 }];
  expect([mistyped(asked, []), calledMistyped(asked, [])]).toEqual([null, null]);
  expect(mistyped(asked, variants)).toBe("'the' & ('godfahter' | 'godfather')");
  expect(calledMistyped(asked, variants)).toBe("'=the godfather'");
});

it("reads 'and' as '&' and the reverse, in four languages", () => {
  expect(called(wanted('Tom and Jerry'))).toBe("('=tom and jerry' | '=tom jerry')");
  expect(called(wanted('Tom & Jerry'))).toBe(
    "('=tom jerry' | '=tom and jerry' | '=tom et jerry' | '=tom und jerry' | '=tom y jerry')",
  );
  expect(called(wanted('&'))).toBe("'=&'");
  expect(called(wanted('and'))).toBe("'=and'");
  expect(wanted('y und y and y und y and y').names).toHaveLength(7);
  expect(wanted('und tom und jerry y').words).toEqual(['und', 'tom', 'jerry', 'y']);
});
