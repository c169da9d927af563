import { describe, expect, it } from 'vitest';
import {
  allWords,
  called,
  lexeme,
  mistyped,
  narrowed,
  neighbourKeys,
  tolerance,
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

  it.each(['dor', 'bore'])('finds everything within one letter of %s', (word) => {
    const keys = neighbourKeys(word, 1);
    expect(edits(word).filter((other) => other.length > 1 && !keys.some((key) => keysOf(other).has(key)))).toEqual([]);
  });
});

it('allows one wrong letter in short words and two in longer ones, none in the shortest', () => {
  expect(['a', 'al', 'dune', 'alien', '映画', '12', '$$$$'].map(tolerance)).toEqual([0, 0, 1, 2, 0, 0, 0]);
});

it('writes queries in which signs stay harmless', () => {
  expect(lexeme("o'\\b")).toBe("'o''\\\\b'");
  expect(called(wanted("L'été"))).toBe("'=l ete'");
  expect(allWords(wanted('al pacino al'))).toBe("'al' & 'pacino'");
  expect(wordsBegun(wanted('al pac'))).toBe("'al':* & 'pac':*");
  expect(wordsBegun(wanted('@'))).toBe("'@'");
  expect(narrowed("'a'", { sources: ['tmdb'], adult: false }, ["'@t:M'"])).toBe("('a') & '@t:M' & '@s:tmdb' & !'@x'");
});

it('puts near words beside the wanted ones, or gives up', () => {
  const asked = wanted('the godfahter');
  const variants = [{ wanted: 'godfahter', word: 'godfather', distance: 2 }];
  expect(mistyped(asked, variants, 1)).toBeNull();
  expect(mistyped(asked, variants, 2)).toBe("'the' & ('godfahter' | 'godfather')");
});
