import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { tmdbOn } from './tmdb.fixture.ts';

const db = await testDatabase();
const { product, call, ask, close } = await tmdbOn(db);
afterAll(close);

describe('lists', () => {
  it.each(['0', '501', 'x', '1.5', '-1', '99999999999'])('have no page %s', async (page) => {
    const answer = await call(`movie/popular?page=${page}`);
    expect([answer.statusCode, answer.json().status_code]).toEqual([400, 22]);
  });

  it('go on where the page before ended, in both ways to find titles', async () => {
    for (const path of ['movie/popular?', 'discover/movie?', 'search/movie?query=the&']) {
      const [first, second] = [await ask(`${path}page=1`), await ask(`${path}page=2`)];
      const ids = [...first.results, ...second.results].map(({ id }: { id: number }) => id);
      expect([path, new Set(ids).size]).toEqual([path, ids.length]);
      expect(first.total_results).toBeGreaterThanOrEqual(ids.length);
      expect(first.results).toHaveLength(Math.min(20, first.total_results));
    }
  });

  it('of languages and countries have whatever has a code of its own; where to watch is not known', async () => {
    const languages = await ask('configuration/languages');
    expect(languages).toContainEqual({ iso_639_1: 'tr', english_name: 'Turkish', name: 'Türkçe' });
    const countries = await ask('configuration/countries');
    const codes = new Set(countries.map((one: { iso_3166_1: string }) => one.iso_3166_1));
    expect([...['US', 'FR', 'IN'].filter((code) => codes.has(code)), codes.size]).toEqual([
      'US',
      'FR',
      'IN',
      countries.length,
    ]);
    // The Union, a code of the past, one that is nobody's.
    expect(['EU', 'SU', 'ZZ'].filter((code) => codes.has(code))).toEqual([]);
    for (const of of ['movie', 'tv', 'regions'])
      expect(await ask(`watch/providers/${of}?watch_region=US`)).toEqual({ results: [] });
  });

  it('are searched by words and years, and mix titles with people', async () => {
    expect((await ask('search/movie?query=godfather&year=1974')).results).toMatchObject([
      { title: 'The Godfather Part II' },
    ]);
    expect((await ask('search/tv?query=breaking+bad')).results[0]).toMatchObject({ id: 1396, name: 'Breaking Bad' });
    const [pacino] = (await ask('search/person?query=al+pacino')).results;
    expect(pacino).toMatchObject({ id: 1158, known_for_department: 'Acting', gender: 2 });
    expect(pacino.known_for).toContainEqual(expect.objectContaining({ id: 238, media_type: 'movie' }));
    const kinds = (await ask('search/multi?query=al')).results.map((one: { media_type: string }) => one.media_type);
    expect(new Set(kinds).size).toBeGreaterThan(1);
    expect(await ask('search/movie')).toEqual({ page: 1, results: [], total_pages: 0, total_results: 0 });
  });

  it('are filtered by genres, people and years', async () => {
    const crime = await ask('discover/movie?with_genres=80,18&primary_release_date.lte=1980-05-01&with_people=1158');
    expect(crime.results.map(({ title }: { title: string }) => title)).toContain('The Godfather');
    for (const { genre_ids } of crime.results) expect(genre_ids).toEqual(expect.arrayContaining([80, 18]));
    expect((await ask('discover/movie?with_genres=77')).total_results).toBe(0);
    expect((await ask('discover/movie?with_people=77')).total_results).toBe(0);
    await db.query(`insert into redirect values ('name', 7777, 199)`);
    const [merged, whole] = [
      await ask('discover/movie?with_people=1000007777'),
      await ask('discover/movie?with_people=1158'),
    ];
    expect([merged.total_results > 0, merged]).toEqual([true, whole]);
    const without = await ask('discover/movie?without_genres=80');
    for (const { genre_ids } of without.results) expect(genre_ids).not.toContain(80);
    const rated = (await ask('discover/movie?sort_by=vote_average.asc')).results;
    expect(rated[0].vote_average).toBeLessThanOrEqual(rated.at(-1).vote_average);
  });

  it('find nothing by what no title has a number of, and people in whatever they did', async () => {
    for (const filter of ['with_companies', 'with_keywords', 'with_watch_providers', 'with_networks'])
      for (const what of filter === 'with_networks' ? ['tv'] : ['movie', 'tv'])
        expect([filter, (await ask(`discover/${what}?${filter}=213`)).results]).toEqual([filter, []]);
    expect((await ask('discover/movie?with_companies=')).total_results).toBeGreaterThan(0);
    expect((await ask('discover/movie?with_crew=1000000338')).total_results).toBeGreaterThan(0);
    expect((await ask('discover/movie?with_crew=77')).total_results).toBe(0);
  });

  it('find what other sites name', async () => {
    expect((await ask('find/tt0068646?external_source=imdb_id')).movie_results).toMatchObject([{ id: 238 }]);
    expect((await ask('find/nm0000199?external_source=imdb_id')).person_results).toMatchObject([{ id: 1158 }]);
    expect((await ask('find/81189?external_source=tvdb_id')).tv_results).toMatchObject([{ id: 1396 }]);
    expect((await ask('find/Q47703?external_source=wikidata_id')).movie_results).toMatchObject([{ id: 238 }]);
    expect((await ask('find/tt0959621?external_source=imdb_id')).tv_episode_results).toMatchObject([
      { name: 'Pilot', show_id: 1396, season_number: 1, episode_number: 1 },
    ]);
    for (const odd of ['find/tt9999999?external_source=imdb_id', 'find/x?external_source=toString'])
      expect(await ask(odd)).toMatchObject({ movie_results: [], tv_season_results: [] });
    expect((await call('find/tt0068646')).statusCode).toBe(422);
  });
});

describe('a picture', () => {
  const picture = (path: string) => product.app.inject({ url: `/tmdb/t/p/${path}`, headers: { accept: 'image/webp' } });

  it.each(['w92', 'w154', 'w342', 'h632', 'original', 'w600_and_h900_bestv2'])('comes in the size %s', async (size) => {
    const { poster_path } = await ask('movie/238');
    const answer = await picture(`${size}${poster_path}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('is nothing by another name or in another size', async () => {
    for (const path of [
      'w92/tt9999999.jpg',
      'w92/tt0068646.png',
      'huge/tt0068646.jpg',
      'w0/tt0068646.jpg',
      'w92/..%2Fx.jpg',
    ])
      expect([path, (await picture(path)).statusCode]).toEqual([path, 404]);
  });
});

const HOSTILE = [
  "'",
  '%00',
  '%ff',
  '..%2F..',
  'constructor',
  'constructor.asc',
  '1e9',
  '-1',
  'NaN',
  '__proto__',
  'a'.repeat(999),
  'a'.repeat(2_000),
  '%F0%9F%8E%AC',
];
it('breaks nothing with what nobody would send', async () => {
  const wrong: unknown[] = [];
  for (const value of HOSTILE)
    for (const path of [
      ...[
        'movie/V',
        'tv/V/season/V',
        'find/V?external_source=imdb_id',
        'search/multi?query=V',
        'search/tv?first_air_date_year=V&query=a',
      ],
      ...['movie/238?append_to_response=V', 'discover/movie?with_genres=V&sort_by=V', 'discover/movie?with_people=V'],
      ...[
        'discover/movie?vote_average.gte=V&with_runtime.lte=V&with_origin_country=V',
        'discover/tv?first_air_date.gte=V&page=V',
      ],
    ]) {
      const answer = await call(path.replaceAll('V', value));
      const body = answer.json();
      const isFine = answer.statusCode === 200 || (answer.statusCode < 500 && body.success === false);
      if (!isFine) wrong.push([path, value, answer.statusCode, body]);
    }
  expect(wrong).toEqual([]);
});
