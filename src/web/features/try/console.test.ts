import { describe, expect, it } from 'vitest';
import { apiPath, idIn, readyCall, searchIn, tryPath } from './samples.ts';
import { barOf, CLAIM_MS, percentile, serverMs, shortMs } from './timing.ts';

describe('what is asked for', () => {
  it.each([
    ['tt0068646', 'tt0068646'],
    [' NM0000199 ', 'nm0000199'],
    ['https://www.imdb.com/title/tt0068646/?ref_=x', 'tt0068646'],
    ['tt68646', null],
    ['tt00686460000', null],
    ['tt0068646/../../admin', null],
    ['', null],
  ])('finds the id in %o', (text, id) => expect(idIn(text)).toBe(id));

  it.each([
    [' The Godf ', 'The Godf'],
    ['2001', '2001'],
    ['M', null],
    ['tt', 'tt'],
    ['tt00', null],
    ['tt0068646', null],
    ['https://www.imdb.com/tit', null],
  ])('searches for %o as %o', (text, searched) => expect(searchIn(text)).toBe(searched));

  it('is one record with the parts that its kind has', () => {
    const parts = ['trivias', 'genres', 'filmographies'];
    expect(apiPath({ imdbId: 'tt0068646', parts })).toBe('/api/v1/movie/tt0068646?include=genres,trivias');
    expect(tryPath({ imdbId: 'nm0000199', parts })).toBe('/api/public/try/nm0000199?include=filmographies,trivias');
    expect(apiPath({ imdbId: 'nm0000199', parts: ['genres'] })).toBe('/api/v1/name/nm0000199');
  });

  it('is ready to be written down, for the client too', () => {
    expect(readyCall({ imdbId: 'tt0068646', parts: ['akas', 'genres'] }, 'https://films.example.org')).toEqual({
      address: 'https://films.example.org/api/v1/movie/tt0068646?include=genres,akas',
      client: { name: 'movie', input: { imdbId: 'tt0068646', include: ['genres', 'akas'] } },
    });
    expect(readyCall({ imdbId: 'nm0000199', parts: ['genres'] }, '').client).toEqual({
      name: 'name',
      input: { imdbId: 'nm0000199' },
    });
  });
});

describe('the time it took', () => {
  it.each([
    ['app;dur=6.12', 6.12],
    ['db;dur=3, app;desc="all of it";dur=7', 7],
    ['cache', null],
  ])('of the server stands in %o', (value, ms) => expect(serverMs([['server-timing', value]])).toBe(ms));

  it('is summed up by nearest rank', () => {
    const calls = Array.from({ length: 20 }, (_, at) => at + 1);
    expect([percentile(calls, 0.5), percentile(calls, 0.95), percentile([7], 0.95), percentile([], 0.5)]).toEqual([
      10,
      19,
      7,
      null,
    ]);
  });

  it('is drawn under the line where it is under 300 ms, and never above the top', () => {
    expect(barOf(41, 50)).toBeLessThan(barOf(CLAIM_MS, 50));
    expect(barOf(900, 900)).toBe(100);
    expect([shortMs(0.01), shortMs(6.12), shortMs(9.97), shortMs(41.4)]).toEqual(['<0.1', '6.1', '10', '41']);
  });
});
