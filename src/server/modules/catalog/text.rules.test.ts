import { describe, expect, it } from 'vitest';
import { languagesOfRegions, recordsIn, tongueOf } from './language.rules.ts';
import { describedOf, tellText, textIn } from './text.rules.ts';

const SPOKEN = languagesOfRegions();
const inTag = (tag: string) => tongueOf(tag, SPOKEN);
const text = (languageCode: string) => ({ languageCode, plot: languageCode });
const chosen = (tag: string, ...codes: readonly string[]) => textIn(inTag(tag), codes.map(text))?.languageCode ?? null;

describe('the text in a language', () => {
  it.each([
    ['de', ['fr', 'de'], 'de'],
    ['pt-BR', ['pt-PT', 'pt', 'pt-BR'], 'pt-BR'],
    ['de-CH', ['de-AT', 'de'], 'de'],
    ['de', ['de-AT'], 'de-AT'],
    ['nb', ['no'], 'no'],
    ['de', ['en', 'fr'], null],
  ])('of %s among %j is %s', (tag, codes, best) => {
    expect(chosen(tag, ...codes)).toBe(best);
    expect(chosen(tag, ...codes.toReversed())).toBe(best);
  });
});

describe('an answer', () => {
  const answer = () => [
    { imdbId: 'tt0000001', plot: 'Ice.' },
    { imdbId: 'tt0000002', plot: null, season: { episodes: [{ imdbId: 'tt0000003', plot: 'Snow.' }] } },
    { imdbId: 'nm0000004', biography: 'Born.', plot: 'not a plot' },
    { imdbId: 'tt0000005', title: 'without a text' },
    { plot: 'of nobody' },
  ];
  const keys = (tag: string) => describedOf(recordsIn(answer()), inTag(tag)).map(({ key }) => key);

  it('has texts beside the ids of their records, and keeps those that are English for who reads English', () => {
    expect(keys('de')).toEqual([1, 2, 3, 4]);
    expect(keys('en-GB')).toEqual([2]);
  });

  it('says beside a told text where it comes from', () => {
    const value = { plot: 'Ice.' };
    const [own] = recordsIn(value, { kind: 'movie', key: 1 });
    if (own) tellText(own, { languageCode: 'de', plot: 'Eis.', page: 'Eis', revision: 7 });
    expect(value).toEqual({ plot: 'Eis.', plotFrom: { languageCode: 'de', page: 'Eis', revision: 7 } });
  });
});
