import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { tmdbOn } from './tmdb.fixture.ts';

/** What programs that use TMDB ask for, with the parts that they have appended: all of it is answered. */

const { call, close } = await tmdbOn(await testDatabase());
afterAll(close);

const LISTS = [
  ...['genre/movie/list', 'genre/tv/list', 'discover/movie?page=1&sort_by=popularity.desc', 'discover/tv?page=1'],
  ...['movie/upcoming?page=1', 'trending/all/day', 'trending/movie/week', 'trending/tv/day'],
];
const SEARCHES = [
  'search/movie?query=the+godfather&page=1&language=en-US&year=1972&include_adult=false',
  'search/tv?query=breaking+bad&first_air_date_year=2008',
  ...['search/multi?query=pacino', 'search/keyword?query=mafia', 'search/company?query=a', 'search/collection?query=a'],
];
const FIND = ['find/tt0068646?external_source=imdb_id', 'find/81189?external_source=tvdb_id'];
const [FILM, SERIES, PERSON] = ['movie/238', 'tv/1396', 'person/1158'];
const [SEASON, EPISODE] = [`${SERIES}/season/1`, `${SERIES}/season/1/episode/1`];
/** Asked for by a program, and no part of TMDB's, which leaves out what it does not know. */
const NO_PART = { of: PERSON, part: 'videos' };
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  Seerr: [
    ...['configuration/countries', 'configuration/languages', ...FIND, ...SEARCHES, ...LISTS],
    `${FILM}?append_to_response=credits,external_ids,videos,keywords,release_dates,watch/providers`,
    `${SERIES}?append_to_response=aggregate_credits,credits,external_ids,keywords,videos,content_ratings,watch/providers`,
    ...[`${SEASON}?append_to_response=external_ids`, PERSON, `${PERSON}/combined_credits`],
    ...[`${FILM}/recommendations`, `${FILM}/similar`, `${SERIES}/recommendations`, `${SERIES}/similar`],
    ...['certification/movie/list', 'certification/tv/list', 'watch/providers/movie', 'watch/providers/tv'],
    'watch/providers/regions',
  ],
  Kodi: [
    ...['configuration', FIND[0] as string, SEARCHES[0] as string],
    `${FILM}?append_to_response=trailers,images,releases,credits,keywords`,
  ],
  Jellyfin: [
    ...['configuration', ...FIND, ...SEARCHES.slice(0, 2), 'search/person?query=pacino', 'search/collection?query=a'],
    `${FILM}?append_to_response=credits,releases,images,videos,keywords`,
    `${SERIES}?append_to_response=credits,images,external_ids,videos,content_ratings,episode_groups,keywords`,
    `${SEASON}?append_to_response=credits,images,external_ids,videos`,
    `${EPISODE}?append_to_response=credits,images,external_ids,videos`,
    `${PERSON}?append_to_response=movie_credits,tv_credits,images,external_ids`,
    ...[`${FILM}/similar`, `${SERIES}/similar`],
  ],
  MoviePilot: [
    ...[...FIND, ...SEARCHES.slice(0, 3), 'search/person?query=pacino', ...LISTS],
    `${FILM}?append_to_response=videos,trailers,images,casts,translations,keywords,release_dates`,
    `${SERIES}?append_to_response=videos,trailers,images,credits,translations`,
    `${SEASON}?append_to_response=videos,trailers,images,credits,translations`,
    `${EPISODE}?append_to_response=trailers,images,casts,translations`,
    `${PERSON}?append_to_response=videos,images`,
    ...[`${FILM}/recommendations`, `${SERIES}/similar`],
  ],
};

it.each(Object.entries(PROGRAMS))('%s is answered whatever it asks', async (_program, paths) => {
  for (const path of paths) {
    const answer = await call(path);
    expect([path, answer.statusCode]).toEqual([path, 200]);
    const parts = (new URL(path, 'http://tmdb/').searchParams.get('append_to_response') ?? '')
      .split(',')
      .filter(Boolean);
    expect([
      path,
      ...parts.filter(
        (part) => answer.json()[part] === undefined && !(path.startsWith(NO_PART.of) && part === NO_PART.part),
      ),
    ]).toEqual([path]);
  }
});

it('of what the catalogue gives no id of, nothing is there, in the words of TMDB', async () => {
  for (const path of [
    'collection/10',
    'collection/10/images',
    'keyword/1',
    'keyword/1/movies',
    'company/1',
    'network/1',
  ]) {
    const answer = await call(path);
    expect([path, answer.statusCode, answer.json().status_code]).toEqual([path, 404, 34]);
  }
});

it('is known enough for a match that Kodi is sure of', async () => {
  const { results } = (await call(SEARCHES[0] as string)).json();
  expect(results[0]).toMatchObject({ id: 238, popularity: expect.toSatisfy((popularity: number) => popularity > 5) });
});
