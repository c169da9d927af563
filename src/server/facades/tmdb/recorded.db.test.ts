import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';
import { testData } from '#test/support/test-data.ts';
import { WORKS } from './departments.map.ts';

// The answers here against recorded ones: every key is there, with its type. Values are of other titles.

const folder = testData('.');
const db = await testDatabase('sample');
let product: ProductInMemory;
beforeAll(async () => {
  product = await productOn(db);
  // Lists that the embedded catalogue leaves empty hide what their items are like.
  await db.query(`insert into title_list (title_id, part, items) values (68646, 'similar-movies',
    '[{"title": "The Godfather Part II", "imdbId": "tt0071562"}]') on conflict (title_id, part) do update set items = excluded.items`);
  await db.query(
    `insert into aka (title_id, ordering, title, region, language) values (68646, 950, 'Le Parrain', 'FR', 'fr')`,
  );
});
afterAll(() => product?.close());

const recorded = (name: string): unknown => JSON.parse(readFileSync(join(folder ?? '', name), 'utf8'));
const ask = async (path: string) =>
  (
    await product.app.inject({ url: `/tmdb/3/${path}${path.includes('?') ? '&' : '?'}api_key=${product.token}` })
  ).json();

/** Where recorded answers are older than the form of today. */
const OLDER = [
  /(?:^|\.)popularity$/,
  /\[\]\.vote_average$/,
  /^translations$/,
  /\.iso_3166_1$/,
  /^content_ratings\.id$/,
];
/** By country: what is there depends on the title. */
const BY_COUNTRY = /providers\.results$/;

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const typeOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);

/** What the recorded answer has, and ours has not, or has as something else. */
const lacking = (ours: unknown, theirs: unknown, path = ''): readonly string[] => {
  if (OLDER.some((older) => older.test(path)) || BY_COUNTRY.test(path)) return [];
  if (theirs === null || ours === null) return [];
  if (typeOf(ours) !== typeOf(theirs)) return [`${path} is ${typeOf(ours)}, not ${typeOf(theirs)}`];
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    const [first] = theirs;
    const alike = ours.find((one) => one?.media_type === first?.media_type) ?? ours[0];
    return ours.length === 0 || theirs.length === 0 ? [] : lacking(alike, first, `${path}[]`);
  }
  if (!isObject(ours) || !isObject(theirs)) return [];
  return Object.entries(theirs).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return key in ours
      ? lacking(ours[key], value, at)
      : OLDER.some((older) => older.test(at))
        ? []
        : [`${at} is missing`];
  });
};

const PHP = 'tmdb_php-tmdb';
const SWIFT = 'tmdb_adamayoung/TMDbTests_';
const FILM = 'movie/1000068646';
const PART = (body: unknown): string =>
  Object.entries(body as Json)
    .filter(([, value]) => typeof value === 'object' && value !== null)
    .map(([key]) => key)
    .slice(0, 40)
    .join(',');

describe.skipIf(folder === null)('a recorded answer', () => {
  it.each([
    [`${PHP}/movie/all.json`, FILM],
    [`${PHP}/tv/all.json`, 'tv/1396'],
    [`${PHP}/tv/season/all.json`, 'tv/1396/season/1'],
    [`${PHP}/tv/season/episode/all.json`, 'tv/1396/season/1/episode/1'],
    [`${PHP}/person/get.json`, 'person/1000000199'],
    [`${SWIFT}movie-details-append-response.json`, FILM],
    [`${SWIFT}tv-series-details-append-response.json`, 'tv/1396'],
    [`${SWIFT}tv-season-details-append-response.json`, 'tv/1396/season/1'],
    [`${SWIFT}tv-episode-details-append-response.json`, 'tv/1396/season/1/episode/1'],
    [`${SWIFT}person-details-append-response.json`, 'person/1000000199'],
    [`${SWIFT}movie.json`, FILM],
    [`${SWIFT}tv-series.json`, 'tv/1396'],
    [`${SWIFT}tv-episode.json`, 'tv/1396/season/1/episode/1'],
    [`${SWIFT}person.json`, 'person/1000000199'],
  ])('%s has nothing that ours has not', async (name, path) => {
    const theirs = recorded(name);
    // Twenty parts at a time, as there.
    const parts = PART(theirs).split(',');
    const bodies = await Promise.all(
      [parts.slice(0, 20), parts.slice(20)].map((some) => ask(`${path}?append_to_response=${some.join(',')}`)),
    );
    expect(lacking(Object.assign({}, ...bodies), theirs)).toEqual([]);
  });

  it.each([
    ['find-imdb-id-movie', 'find/tt0068646?external_source=imdb_id'],
    ['trending-all', 'trending/all/day'],
    ['movie-list-item', 'movie/popular', 'results'],
    ['tv-series-list-item', 'tv/popular', 'results'],
    ['person-list-item', 'search/person?query=al+pacino', 'results'],
    ['movie-external-ids', `${FILM}/external_ids`],
    ['tv-series-external-ids', 'tv/1396/external_ids'],
    ['person-external-ids', 'person/1000000199/external_ids'],
    ['movie-keywords', `${FILM}/keywords`],
    ['tv-series-keywords', 'tv/1396/keywords'],
    ['movie-release-dates', `${FILM}/release_dates`],
    ['content-ratings', 'tv/1396/content_ratings'],
    ['video-collection', `${FILM}/videos`],
    ['movie-translation-collection', `${FILM}/translations`],
    ['tv-series-translations', 'tv/1396/translations'],
    ['tv-series-aggregate-credits', 'tv/1396/aggregate_credits'],
    ['tv-series-alternative-titles', 'tv/1396/alternative_titles'],
    ['tv-series-episode-groups', 'tv/1396/episode_groups'],
    ['image-collection', `${FILM}/images`],
    ['person-image-collection', 'person/1000000199/images'],
    ['person-combined-credits', 'person/1000186505/combined_credits'],
    ['person-movie-credits', 'person/1000000199/movie_credits'],
    ['person-tv-series-credits', 'person/1000000199/tv_credits'],
    ['review-pageable-list', `${FILM}/reviews`],
    ['api-configuration', 'configuration'],
    ['configuration-country', 'configuration/countries', '0'],
    ['configuration-language', 'configuration/languages', '0'],
    ['genres-list', 'genre/movie/list'],
    ['movie-pageable-list', 'search/movie?query=the'],
  ])('%s is as ours', async (name = '', path = '', within = '') => {
    const body = await ask(path);
    const [first] = within === '' ? [body] : [body[within]].flat();
    expect(lacking(first, recorded(`${SWIFT}${name}.json`))).toEqual([]);
  });

  it('names departments and jobs as we do', () => {
    const { jobs } = recorded(`${PHP}/jobs/list.json`) as { jobs: { department: string; job_list: string[] }[] };
    const known = new Map(jobs.map(({ department, job_list }) => [department, job_list]));
    const wrong = Object.values(WORKS).filter(({ department, job }) => !known.get(department)?.includes(job));
    // Newer than the list.
    expect(wrong.map(({ job }) => job)).toEqual(['Assistant Director', 'Casting Associate']);
  });

  it.each([
    [400, 'movie/popular?page=0'],
    [401, 'movie/popular?api_key=nonsense'],
  ])('of the failure %i is word for word ours', async (status, path) => {
    const answer = await product.app.inject({
      url: `/tmdb/3/${path}${status === 401 ? '' : `&api_key=${product.token}`}`,
    });
    expect([answer.statusCode, answer.json()]).toEqual([status, recorded(`${SWIFT}error-status-${status}.json`)]);
  });
});
