import { describe, expect, it } from 'vitest';
import { readDiscover, readPage, readParts } from './ask.rules.ts';
import { widthOf } from './configuration.map.ts';
import { genresFor, genresOf } from './genres.map.ts';
import { creditId, numbersFrom, readNumber, wordNumber } from './numbers.map.ts';
import { dayOf, popularityOf, screenOf } from './values.map.ts';

describe('numbers', () => {
  const known = new Map([['tt0068646', [{ site: 'tmdb', space: 'film', id: '238' }]]]);
  const numbers = numbersFrom(known);

  it("are TMDB's where those are known for this kind, else made of the IMDb id", () => {
    expect(numbers('tt0068646', 'film')).toBe(238);
    expect(numbers('tt0068646', 'series')).toBe(1_000_068_646);
    expect(numbers('nm0000199', 'person')).toBe(1_000_000_199);
  });

  it.each([
    ['238', { tmdbId: '238' }],
    ['00238-the-godfather', { tmdbId: '238' }],
    ['1000000000', { tmdbId: '1000000000' }],
    ['1000068646', { imdbId: 'tt0068646' }],
    ['10000000001', { imdbId: 'tt9000000001' }],
    ['tt0068646', { imdbId: 'tt0068646' }],
    ['nm0000199', null],
    ['0', null],
    ['1.5', null],
    ['', null],
  ])('%s is read back', (text, read) => {
    expect(readNumber(text, 'movie')).toEqual(read);
  });

  it('of credits and words are of their form, and differ', () => {
    const ids = [creditId('tt0068646', 'nm0000199', 0, 1), creditId('tt0068646', 'nm0000199', 1, 1)];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(wordNumber('mafia')).toBe(wordNumber('mafia'));
    expect(wordNumber('mafia')).not.toBe(wordNumber('mafia boss'));
  });
});

it("genres are TMDB's, each once, and none for what it has none", () => {
  const of = (...genres: string[]) => ({ type: 'S' as const, genres: genres.map((genre) => ({ genre })) });
  expect(genresOf(of('Action', 'Adventure', 'Biography'), 'series')).toEqual([
    { id: 10759, name: 'Action & Adventure' },
  ]);
  expect(genresOf({ ...of('Sci-Fi'), type: 'TVM' }, 'film').map(({ id }) => id)).toEqual([878, 10770]);
  expect([genresFor('film').length, genresFor('series').length]).toEqual([19, 16]);
});

it('filters are ours, and null where nothing can fulfil them', () => {
  const ask = (query: Record<string, string>) => readDiscover(query, 'film');
  expect(
    ask({
      with_genres: '80,18',
      without_genres: '27,878',
      'vote_average.gte': '7.5',
      'release_date.lte': '1979-12-31',
    }),
  ).toEqual({
    ...{ type: 'M|TVM|TVS|SH|V', sort: 'popularity', facets: 'type', genre: 'Crime,Drama', genreNot: 'Horror|Sci-Fi' },
    ...{ ratingFrom: 7.5, yearTo: 1979 },
  });
  expect(ask({ with_genres: '10402' })?.genre).toBe('Music|Musical');
  expect(ask({ with_genres: '80|77' })?.genre).toBe('Crime');
  expect([ask({ with_genres: '77' }), ask({ with_genres: '80,77' })]).toEqual([null, null]);
  expect(ask({ sort_by: 'title.asc' })?.sort).toBe('title');
  expect(ask({ sort_by: 'title.desc' })?.sort).toBe('-title');
  expect(ask({ sort_by: 'vote_count.asc' })?.sort).toBe('-votes');
  expect(ask({ sort_by: 'constructor.asc' })?.sort).toBe('-popularity');
});

it("pages and parts are within TMDB's bounds", () => {
  expect([readPage(undefined), readPage('500')]).toEqual([1, 500]);
  for (const page of ['0', '501', 'x', '1.0', '-1']) expect(() => readPage(page)).toThrow('1 to 500');
  expect(readParts('credits,,images,credits,')).toEqual(['credits', 'images']);
  expect(() => readParts(Array.from({ length: 21 }, (_, at) => at).join(','))).toThrow('20');
});

it("values are in TMDB's forms", () => {
  expect([dayOf('1972-03-24'), dayOf('1972-03'), dayOf(null, 1972), dayOf(null)]).toEqual([
    ...['1972-03-24', '1972-03-01', '1972-01-01', ''],
  ]);
  expect([popularityOf(null), popularityOf(200) > 5, popularityOf(100) > 5]).toEqual([0, true, false]);
  expect([screenOf('TVMS'), screenOf('SH'), screenOf('E'), screenOf(null)]).toEqual(['series', 'film', null, 'film']);
  expect(['w92', 'h632', 'original', 'w9999', 'w0', 'huge'].map(widthOf)).toEqual([
    92,
    421,
    undefined,
    780,
    null,
    null,
  ]);
});
