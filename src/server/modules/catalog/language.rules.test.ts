import { describe, expect, it } from 'vitest';
import {
  type CalledAs,
  languagesOfRegions,
  namedOf,
  type Own,
  recordsIn,
  titleIn,
  tongueOf,
} from './language.rules.ts';

const aka = (
  title: string,
  region: string | null,
  language: string | null,
  more: Partial<CalledAs> = {},
): CalledAs => ({
  ...{ title, region, language, types: null, attributes: null, ordering: 1 },
  ...more,
});
const namedIn = (value: unknown, own?: Own) => namedOf(recordsIn(value, own));
const SPOKEN = languagesOfRegions();
const chosen = (tag: string, ...akas: readonly CalledAs[]) => titleIn(tongueOf(tag, SPOKEN), akas);

describe('the name of a title in a language', () => {
  it.each([
    ['de', 'AT', 'DE', 'the usual region before another'],
    ['de-AT', 'DE', 'AT', 'the region before the usual one'],
    ['pt', 'PT', 'BR', 'the region most speakers live in'],
    ['pt-PT', 'BR', 'PT', 'the region that is asked for'],
    ['zh-Hant', 'CN', 'TW', 'the region of a script'],
    ['es-419', 'MX', 'ES', 'the usual region where no country is asked for'],
  ])('%s: not that of %s, but of %s: %s', (tag, other, best) => {
    const language = tag.slice(0, 2);
    expect(chosen(tag, aka('other', other, language), aka('best', best, language, { ordering: 2 }))).toBe('best');
    // IMDb mostly leaves the language of a region's own name away.
    expect(chosen(tag, aka('other', other, null), aka('best', best, null, { ordering: 2 }))).toBe('best');
  });

  it('is not taken from a region whose people speak another language, unless it is said to be in this one', () => {
    expect(chosen('fr-CA', aka('English', 'CA', null))).toBeNull();
    expect(chosen('fr-CA', aka('English', 'CA', null), aka('France', 'FR', 'fr'), aka('Canada', 'CA', 'fr'))).toBe(
      'Canada',
    );
    expect(chosen('fr-CA', aka('English', 'CA', null), aka('France', 'FR', null))).toBe('France');
    expect(chosen('de', aka('Tyrkisk', 'DE', 'tr'), aka('Original', null, null))).toBeNull();
  });

  it('is one of the world where the region has none', () => {
    const world = aka('World', 'XWW', 'en');
    expect(chosen('en-GB', world, aka('America', 'US', null))).toBe('World');
    expect(chosen('en-GB', world, aka('Britain', 'GB', null))).toBe('Britain');
  });

  it('is no name with a remark, none that was given up, and none of a disc where there is another', () => {
    expect(chosen('en', aka('The Whole Long Title', 'US', 'en', { attributes: ['complete title'] }))).toBeNull();
    for (const type of ['working', 'alternative', 'festival'])
      expect(chosen('en', aka('Project X', 'US', 'en', { types: [type] })), type).toBeNull();
    const disc = aka('On disc', 'US', 'en', { types: ['dvd'] });
    expect(chosen('en', disc)).toBe('On disc');
    expect(chosen('en', disc, aka('Shown', 'NZ', 'en', { types: ['imdbDisplay'], ordering: 9 }))).toBe('Shown');
  });

  it('is that of a language which is taken for the same, and the first of several', () => {
    expect(chosen('zh', aka('Mandarin', 'CN', 'cmn'))).toBe('Mandarin');
    expect(chosen('nb', aka('Norsk', 'NO', 'no'))).toBe('Norsk');
    expect(chosen('no', aka('Norsk', 'NO', null))).toBe('Norsk');
    expect(chosen('fr', aka('second', 'FR', 'fr', { ordering: 2 }), aka('first', 'FR', 'fr'))).toBe('first');
    expect(chosen('fr')).toBeNull();
  });
});

describe('what names a title in an answer', () => {
  it('stands beside its id, however deep; names of its own are left alone', () => {
    const film = {
      imdbId: 'tt0000001',
      title: 'A',
      akas: [{ title: 'B' }],
      similarMovies: [{ imdbId: 'tt0000002', title: 'C' }],
    };
    const person = {
      imdbId: 'nm0000003',
      title: 'Dr.',
      filmographies: [{ names: [{ title: 'D', imdbId: 'tt0000004' }] }],
    };
    expect(namedIn([film, person]).map(({ key, record }) => [key, record.title])).toEqual([
      [1, 'A'],
      [2, 'C'],
      [4, 'D'],
    ]);
  });

  it('has the id beside its record where that was asked for without one', () => {
    expect(namedIn({ title: 'A', akas: [{ title: 'B' }] }, { kind: 'movie', key: 7 })).toEqual([
      { key: 7, record: expect.objectContaining({ title: 'A' }) },
    ]);
    expect(namedIn([{ id: 'tt0000005', code: 200, data: { title: 'E' } }]).map(({ key }) => key)).toEqual([5]);
    expect(namedIn([{ id: 'nm0000005', data: { title: 'E' } }, { id: 'tt0000005', data: null }, null, 'text'])).toEqual(
      [],
    );
  });
});
