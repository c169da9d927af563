import { expect, it } from 'vitest';
import {
  allWords,
  called,
  calledMistyped,
  lastBegun,
  lexeme,
  mistyped,
  narrowed,
  wanted,
  within,
  wordsBegun,
} from './words.rules.ts';

const COMMON = { of: () => 1, isWide: () => true, areFew: () => false };

it('writes queries in which signs stay harmless', () => {
  expect(lexeme("o'\\b")).toBe("'o''\\\\b'");
  expect(called(wanted("L'été"))).toBe("'=l ete'");
  expect(allWords(wanted('al pacino al'), COMMON).queries).toEqual(["'al' & 'pacino'"]);
});

it('asks the index for beginnings, or looks at them in the few documents of other words', () => {
  expect(wordsBegun(wanted('al pac'), COMMON)).toEqual({ queries: ["'al':* & 'pac':*"], sieve: null });
  expect(wordsBegun(wanted('@'), COMMON)).toEqual({ queries: ["'@'"], sieve: null });
  const rare = {
    ...COMMON,
    isWide: (beginning: string) => beginning === 'part',
    areFew: (words: readonly string[]) => words.includes('godfather'),
  };
  expect(lastBegun(wanted('the godfather pa'), rare)).toEqual({ queries: ["'the' & 'godfather'"], sieve: "'pa':*" });
  expect(wordsBegun(wanted('al godfather pa'), rare)).toEqual({ queries: ["'godfather'"], sieve: "'al':* & 'pa':*" });
  expect(lastBegun(wanted('the godfather pa'), COMMON).sieve).toBeNull();
  expect(lastBegun(wanted('the godfather par'), rare).sieve).toBe("'par':*");
  expect(lastBegun(wanted('the godfather part'), rare).sieve).toBe("'part':*");
  expect(lastBegun(wanted('the father part'), rare).sieve).toBeNull();
  expect(lastBegun(wanted('part'), { ...rare, areFew: () => true }).sieve).toBeNull();
  expect(lastBegun(wanted('the godfather parti'), rare)).toEqual({
    queries: ["'the'", "'godfather'", "'parti':*"],
    sieve: null,
  });
  expect(wordsBegun(wanted('al godfather parti'), rare).sieve).toBe("'al':* & 'parti':*");
});

it('leaves out what may not be shown', () => {
  const scope = { sources: ['tmdb'], adult: false };
  expect(narrowed("'a' | 'b'", scope)).toBe("('a' | 'b') & '@s:tmdb' & !'@x'");
  expect(within(scope, ["'@t:M'"])).toBe("'@t:M' & '@s:tmdb' & !'@x'");
  expect(within({ sources: null, adult: true })).toBe("!'='");
});

it('puts near words beside the wanted ones, or gives up', () => {
  const asked = wanted('the godfahter');
  const variants = [{ wanted: 'godfahter', word: 'godfather', distance: 1 }];
  expect([mistyped(asked, [], COMMON), calledMistyped(asked, [])]).toEqual([null, null]);
  expect(mistyped(asked, variants, COMMON)).toEqual({ queries: ["'the'", "('godfahter' | 'godfather')"], sieve: null });
  expect(calledMistyped(asked, variants)).toBe("'=the godfather'");
});

it('asks for the rarest of more than two words first, then for the next one, then for all others', () => {
  const asked = wanted('one two three four five');
  const counts: Record<string, number> = { one: 5, two: 2, three: 4, four: 2, for: 1, five: 1 };
  const commonness = { ...COMMON, of: (word: string) => counts[word] ?? 0 };
  expect(allWords(asked, commonness).queries).toEqual(["'five'", "'two'", "'four' & 'three' & 'one'"]);
  const variants = [{ wanted: 'four', word: 'for', distance: 1 }];
  expect(mistyped(asked, variants, commonness)?.queries).toEqual([
    "'five'",
    "'two'",
    "('four' | 'for') & 'three' & 'one'",
  ]);
  expect(lastBegun(asked, commonness)).toEqual({
    queries: ["'two'", "'four'", "'three' & 'one' & 'five':*"],
    sieve: null,
  });
  const sieved = { ...commonness, isWide: () => true, areFew: () => true };
  expect(lastBegun(asked, sieved)).toEqual({ queries: ["'two'", "'four'", "'three' & 'one'"], sieve: "'five':*" });
});

it('takes a joining word at the first or last place for a sign in names that have all other words', () => {
  const name = wanted('and tom jerry');
  const sign = "('and' | ('=and tom jerry' | '=tom jerry'))";
  expect(allWords(name, COMMON).queries).toEqual([sign, "'tom'", "'jerry'"]);
  expect(mistyped(name, [{ wanted: 'tom', word: 'tim', distance: 1 }], COMMON)?.queries).toEqual([
    "('and' | ('=and tim jerry' | '=tim jerry'))",
    "'jerry'",
    "('tom' | 'tim')",
  ]);
  expect(allWords(wanted('tom and jerry'), COMMON).queries).toEqual(["'tom' & 'jerry'"]);
  expect(allWords(wanted('and'), COMMON).queries).toEqual(["'and'"]);
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
