import { describe, expect, it } from 'vitest';
import { distanceOf, neighbourKeys, tolerance, variantsAmong } from './neighbour.rules.ts';

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
