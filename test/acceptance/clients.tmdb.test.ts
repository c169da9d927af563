import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, kinodex, type Served, serveProduct } from '#test/support/cli.ts';
import { PATIENCE } from '#test/support/patience.ts';
import { debianPython, npmPackages } from '#test/support/scratch.ts';
import type { FetchLike, MovieDbClient, Plotwist, TmdbTs } from './clients.tmdb.types.ts';

/** Clients of TMDB as they come from the registry, unchanged but for the address, against a product that runs. */

const packages = await npmPackages({ 'moviedb-promise': '4.0.8', 'tmdb-ts': '2.3.0', '@plotwist_app/tmdb': '0.2.5' });
const hasPython = spawnSync('python3', ['--version']).status === 0 && spawnSync('apt-get', ['--version']).status === 0;
const REQUESTS = ['requests', 'urllib3', 'idna', 'certifi', 'chardet', 'six'].map((name) => `python3-${name}`);
const python = hasPython ? await debianPython('python3-tmdbsimple', ...REQUESTS) : null;

const folder = mkdtempSync(join(tmpdir(), 'kinodex-tmdb-clients-'));
chmodSync(folder, 0o755);
let product: Served;
let token = '';
beforeAll(async () => {
  if (packages === null && python === null) return;
  const settings = { KINODEX_DATA: folder, PORT: String(await freePort()) };
  product = await serveProduct(settings);
  token = (await kinodex(settings, 'token', 'create', '--email', 'clients@example.org')).stdout.trim();
});
afterAll(async () => {
  await product?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const GODFATHER = 1_000_068_646;
const PACINO = 1_000_000_199;

describe.skipIf(packages === null)('moviedb-promise', () => {
  const clientWith = (key: string): MovieDbClient => {
    if (packages === null) throw new Error('nothing is installed');
    const { MovieDb } = packages.require('moviedb-promise') as {
      MovieDb: new (key: string, base: string) => MovieDbClient;
    };
    return new MovieDb(key, `${product.url}/tmdb/3/`);
  };

  it('gets a film with its parts, by both ids, and its picture where the configuration says', async () => {
    const client = clientWith(token);
    const film = await client.movieInfo({ id: GODFATHER, append_to_response: 'credits,external_ids,videos' });
    expect(film).toMatchObject({ id: GODFATHER, title: 'The Godfather', external_ids: { imdb_id: 'tt0068646' } });
    expect(film.credits.cast.map(({ name }) => name)).toContain('Al Pacino');
    expect(await client.movieInfo({ id: 'tt0068646' })).toMatchObject({ id: GODFATHER });
    expect((await client.movieCredits({ id: GODFATHER })).cast).toEqual(film.credits.cast);
    expect(await client.movieWatchProviders({ id: GODFATHER })).toMatchObject({ results: {} });
    const { images } = await client.configuration();
    const picture = await fetch(`${images.base_url}w342${film.poster_path}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('gets a series, a season, an episode and a person', async () => {
    const client = clientWith(token);
    expect(await client.tvInfo({ id: 1396 })).toMatchObject({ name: 'Breaking Bad', number_of_seasons: 5 });
    expect((await client.seasonInfo({ id: 1396, season_number: 1 })).episodes).toHaveLength(7);
    const episode = await client.episodeInfo({ id: 1396, season_number: 1, episode_number: 1 });
    expect(episode).toMatchObject({ name: 'Pilot', episode_number: 1 });
    expect(await client.personInfo({ id: PACINO })).toMatchObject({ name: 'Al Pacino', imdb_id: 'nm0000199' });
    const { cast } = await client.personCombinedCredits({ id: PACINO });
    expect(cast.map(({ id }) => id)).toContain(GODFATHER);
  });

  it('finds, searches, filters and lists', async () => {
    const client = clientWith(token);
    const { movie_results } = await client.find({ id: 'tt0068646', external_source: 'imdb_id' });
    expect(movie_results).toMatchObject([{ id: GODFATHER }]);
    expect((await client.searchMovie({ query: 'godfather', year: 1972 })).results).toMatchObject([{ id: GODFATHER }]);
    expect((await client.searchMulti({ query: 'al pacino' })).results[0]).toMatchObject({ media_type: 'person' });
    const crime = await client.discoverMovie({ with_genres: '80', 'vote_count.gte': 1000 });
    expect(crime.results.map(({ id }) => id)).toContain(GODFATHER);
    for (const list of [client.moviePopular({ page: 1 }), client.trending({ media_type: 'all', time_window: 'day' })])
      expect((await list).results.length).toBeGreaterThan(5);
    expect(await client.upcomingMovies({})).toMatchObject({ page: 1 });
    expect((await client.genreMovieList()).genres).toContainEqual({ id: 80, name: 'Crime' });
  });

  it('is told what is not there, and that a key is none', async () => {
    const told = { response: { status: 404, data: { success: false, status_code: 34 } } };
    await expect(clientWith(token).movieInfo({ id: 5 })).rejects.toMatchObject(told);
    const refused = { response: { status: 401, data: { status_code: 7 } } };
    await expect(clientWith('nonsense').movieInfo({ id: GODFATHER })).rejects.toMatchObject(refused);
  });
});

describe.skipIf(packages === null)('tmdb-ts', () => {
  const client = async (): Promise<TmdbTs> => {
    if (packages === null) throw new Error('nothing is installed');
    const { TMDB } = await packages.load<{ TMDB: new (token: string, options: { fetch: FetchLike }) => TmdbTs }>(
      'tmdb-ts',
    );
    const elsewhere: FetchLike = (input, init) =>
      fetch(
        String(input instanceof Request ? input.url : input).replace(
          'https://api.themoviedb.org/',
          `${product.url}/tmdb/`,
        ),
        init,
      );
    return new TMDB(token, { fetch: elsewhere });
  };

  it('gets and finds', async () => {
    const { movies, tvShows, search } = await client();
    expect(await movies.details(GODFATHER, ['credits', 'images'])).toMatchObject({
      ...{ title: 'The Godfather', release_date: expect.stringMatching(/^1972-/) },
      images: { posters: [{ file_path: '/tt0068646.jpg' }] },
    });
    expect(await tvShows.details(1396)).toMatchObject({ name: 'Breaking Bad', status: 'Ended' });
    expect((await search.movies({ query: 'godfather' })).total_results).toBe(2);
    expect((await search.people({ query: 'al pacino' })).results[0]).toMatchObject({ id: PACINO });
  });

  it('is told what is not there', async () => {
    const { movies } = await client();
    await expect(movies.details(5)).rejects.toMatchObject({ status_code: 34 });
  });
});

describe.skipIf(packages === null)('@plotwist_app/tmdb', () => {
  const EN = 'en-US';
  const clientWith = (key: string): Plotwist => {
    if (packages === null) throw new Error('nothing is installed');
    const { TMDB } = packages.require('@plotwist_app/tmdb') as {
      TMDB: (token: string, options: { baseURL: string }) => Plotwist;
    };
    return TMDB(key, { baseURL: `${product.url}/tmdb/3` });
  };

  it('gets records and what belongs to them', async () => {
    const client = clientWith(token);
    expect(await client.movies.details(GODFATHER, EN)).toMatchObject({ title: 'The Godfather', runtime: 175 });
    expect((await client.credits('movie', GODFATHER, EN)).cast.map(({ name }) => name)).toContain('Al Pacino');
    expect(await client.images('movie', GODFATHER)).toMatchObject({ posters: [{ file_path: '/tt0068646.jpg' }] });
    expect(await client.videos('movie', GODFATHER)).toMatchObject({ results: expect.any(Array) });
    for (const of of ['movie', 'tv'] as const)
      expect(await client.keywords(of, of === 'tv' ? 1396 : GODFATHER)).toEqual(expect.any(Array));
    expect(await client.watchProviders.item('movie', GODFATHER)).toMatchObject({ results: {} });
    expect(await client.tv.details(1396, EN)).toMatchObject({ name: 'Breaking Bad' });
    expect(await client.season.details(1396, 1, EN)).toMatchObject({ season_number: 1 });
    expect(await client.season.watchProviders(1396, 1)).toMatchObject({ results: {} });
    expect(await client.episodes.credits(1396, 1, 1)).toMatchObject({ cast: expect.any(Array) });
    expect(await client.person.details(PACINO, EN)).toMatchObject({ name: 'Al Pacino' });
    expect((await client.person.combinedCredits(PACINO, EN)).cast.map(({ id }) => id)).toContain(GODFATHER);
  });

  it('searches, filters and lists', async () => {
    const client = clientWith(token);
    expect((await client.search.multi('al pacino', EN)).results[0]).toMatchObject({ media_type: 'person' });
    const filtered = await client.movies.discover({ language: EN, page: 1, filters: { with_genres: '80' } });
    expect(filtered.results.map(({ id }) => id)).toContain(GODFATHER);
    for (const of of [client.movies, client.tv])
      expect((await of.list({ list: 'popular', language: EN, page: 1 })).results.length).toBeGreaterThan(1);
    expect(await client.movies.related(GODFATHER, 'recommendations', EN)).toMatchObject({ page: 1 });
    for (const of of ['movie', 'tv'] as const)
      expect(await client.watchProviders.list(of, { language: EN })).toEqual([]);
    expect(await client.watchProviders.regions({ language: EN })).toEqual([]);
    expect(await client.languages()).toContainEqual({ iso_639_1: 'tr', english_name: 'Turkish', name: 'Türkçe' });
    expect(await client.genres('movie', EN)).toMatchObject({ genres: expect.any(Array) });
  });

  it('is told what is not there', () =>
    expect(clientWith(token).movies.details(5, EN)).rejects.toMatchObject({ response: { status: 404 } }));
});

// Its addresses are an attribute of each object, which is the one thing that is changed.
const SIMPLE = `
import json, sys, requests, tmdbsimple as tmdb
tmdb.API_KEY, base = sys.argv[1:3]
def at(one):
    one.base_uri = base
    return one
film = at(tmdb.Movies(1000068646))
info = film.info(append_to_response='credits,external_ids')
search = at(tmdb.Search())
search.movie(query='godfather', year=1972)
try:
    at(tmdb.Movies(5)).info()
except requests.HTTPError as error:
    missing = error.response.json()['status_code']
print(json.dumps({
    'film': [film.title, info['external_ids']['imdb_id'], 'Al Pacino' in [one['name'] for one in info['credits']['cast']]],
    'parts': [sorted(film.credits()), film.release_dates()['id'], film.alternative_titles()['id']],
    'series': at(tmdb.TV(1396)).info()['name'],
    'season': len(at(tmdb.TV_Seasons(1396, 1)).info()['episodes']),
    'episode': at(tmdb.TV_Episodes(1396, 1, 1)).info()['name'],
    'person': [at(tmdb.People(1000000199)).info()['name'], len(at(tmdb.People(1000000199)).movie_credits()['cast']) > 0],
    'find': [one['id'] for one in at(tmdb.Find('tt0068646')).info(external_source='imdb_id')['movie_results']],
    'search': [one['id'] for one in search.results],
    'discover': 1000068646 in [one['id'] for one in at(tmdb.Discover()).movie(with_genres='80')['results']],
    'lists': [at(tmdb.Movies()).popular()['page'], at(tmdb.TV()).top_rated()['page'], at(tmdb.Trending('all', 'day')).info()['page']],
    'genres': {'id': 80, 'name': 'Crime'} in at(tmdb.Genres()).movie_list()['genres'],
    'images': at(tmdb.Configuration()).info()['images']['base_url'],
    'missing': missing,
}))`;

it.skipIf(python === null)(
  'tmdbsimple of Debian gets, finds, searches, lists, and is told what is not there',
  async () => {
    const args = ['-c', SIMPLE, token, `${product.url}/tmdb/3`];
    const { stdout } = await promisify(execFile)('python3', args, {
      env: { PATH: process.env.PATH ?? '', PYTHONPATH: python ?? '' },
      timeout: PATIENCE,
    });
    expect(JSON.parse(stdout)).toEqual({
      film: ['The Godfather', 'tt0068646', true],
      parts: [['cast', 'crew', 'id'], GODFATHER, GODFATHER],
      series: 'Breaking Bad',
      season: 7,
      episode: 'Pilot',
      person: ['Al Pacino', true],
      find: [GODFATHER],
      search: [GODFATHER],
      discover: true,
      lists: [1, 1, 1],
      genres: true,
      images: expect.stringMatching(/\/tmdb\/t\/p\/$/),
      missing: 34,
    });
  },
);
