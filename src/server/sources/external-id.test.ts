import { describe, expect, it } from 'vitest';
import { isExternalId, ownId } from './external-id.ts';

describe('ids of other sites', () => {
  it.each([
    ['imdb', 'tt0068646', true, false],
    ['imdb', 'tt10048342', true, false],
    ['imdb', 'nm0000199', false, true],
    ['imdb', 'tt00068646', false, false],
    ['imdb', 'tt68646', false, false],
    ['imdb', 'tt0000000', false, false],
    ['tmdb', '238', true, true],
    ['tmdb', '2147483647', true, true],
    ['tmdb', '2147483648', false, false],
    ['tmdb', '0', false, false],
    ['tmdb', '007', false, false],
    ['tvdb', '1e3', false, false],
    ['tvdb', ' 5', false, false],
    ['wikidata', 'Q47703', true, true],
    ['wikidata', 'Q0', false, false],
    ['wikidata', 'q1', false, false],
    ['wikidata', 'P345', false, false],
  ] as const)('%s %s', (site, id, title, person) => {
    expect([isExternalId('movie', { site, id }), isExternalId('name', { site, id })]).toEqual([title, person]);
  });

  it('are IMDb’s for our own records', () => {
    expect(ownId('movie', 68646)).toEqual({ site: 'imdb', id: 'tt0068646' });
    expect(ownId('name', 10_000_004)).toEqual({ site: 'imdb', id: 'nm10000004' });
  });
});
