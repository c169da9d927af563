import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, kinodex, type Served, serveProduct } from '#test/support/cli.ts';
import { npmPackages } from '#test/support/scratch.ts';

/** Clients of OMDb as they come from the registry, unchanged but for the address, against a product that runs. */

const packages = await npmPackages({ 'imdb-api': '4.4.1', omdbapi: '4.0.0' });
const load = <Module>(name: string): Module => {
  if (packages === null) throw new Error('nothing is installed');
  return packages.require(name) as Module;
};

/** What the calls below use of `imdb-api`. */
interface Film {
  readonly title: string;
  readonly year: number;
  readonly _yearData: string;
  readonly imdbid: string;
  readonly rating: number;
  readonly votes: string;
  readonly poster: string;
  readonly type: string;
  readonly released?: Date;
  readonly ratings: readonly { readonly source: string; readonly value: string }[];
}
interface Episode extends Film {
  readonly season: number;
  readonly episode: number;
}
interface Series extends Film {
  readonly totalseasons: number;
  readonly episodes: () => Promise<readonly Episode[]>;
}
interface Found {
  readonly results: readonly { readonly title: string; readonly imdbid: string; readonly year: number }[];
  readonly totalresults: number;
  readonly next: () => Promise<Found>;
}
interface ImdbClient {
  readonly get: <Kind extends Film = Film>(wanted: object) => Promise<Kind>;
  readonly search: (wanted: object, page?: number) => Promise<Found>;
}
interface ImdbApi {
  readonly Client: new (options: { apiKey: string; baseURL: string }) => ImdbClient;
}

/** What the calls below use of `omdbapi`. */
type Answer = Readonly<Record<string, unknown>>;
interface OmdbApi {
  readonly get: (wanted: object) => Promise<Answer>;
  readonly search: (wanted: object) => Promise<Readonly<Record<string, Answer>>>;
}

const folder = mkdtempSync(join(tmpdir(), 'kinodex-clients-'));
chmodSync(folder, 0o755);
let product: Served;
let apiKey = '';
let settings: Readonly<Record<string, string>> = {};

const tokenFor = async (email: string, ...more: string[]): Promise<string> =>
  (await kinodex(settings, 'token', 'create', '--email', email, ...more)).stdout.trim();

beforeAll(async () => {
  if (packages === null) return;
  settings = { KINODEX_DATA: folder, PORT: String(await freePort()) };
  product = await serveProduct(settings);
  apiKey = await tokenFor('clients@example.org');
});
afterAll(async () => {
  await product?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(packages === null)('imdb-api', () => {
  const clientWith = (key: string): ImdbClient => {
    const { Client } = load<ImdbApi>('imdb-api');
    return new Client({ apiKey: key, baseURL: `${product.url}/omdb/` });
  };
  const get = <Kind extends Film>(wanted: object) => clientWith(apiKey).get<Kind>(wanted);

  it('gets a film by its id and by its title', async () => {
    const film = await get({ id: 'tt0068646' });
    expect(film).toMatchObject({
      ...{ title: 'The Godfather', year: 1972, rating: 9.2, votes: '2,100,000', type: 'movie', imdbid: 'tt0068646' },
      ratings: [
        { source: 'Internet Movie Database', value: '9.2/10' },
        { source: 'Metacritic', value: '100/100' },
      ],
    });
    expect(film.released?.getFullYear()).toBe(1972);
    expect(await get({ name: 'the godfather', year: 1972, short_plot: true })).toMatchObject({ imdbid: 'tt0068646' });
  });

  it('is shown the poster as a JPEG, whatever it accepts', async () => {
    const { poster } = await get({ id: 'tt0068646' });
    const picture = await fetch(poster, { headers: { Accept: 'image/webp,*/*' } });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(new URL(poster).pathname).toMatch(/\.jpg$/);
    const start = new Uint8Array(await picture.arrayBuffer()).subarray(0, 3);
    expect([...start]).toEqual([0xff, 0xd8, 0xff]);
  });

  it('gets a series and all of its episodes', async () => {
    const series = await get<Series>({ name: 'Breaking Bad' });
    expect(series).toMatchObject({ title: 'Breaking Bad', _yearData: '2008–2013', type: 'series', totalseasons: 5 });
    const episodes = await series.episodes();
    expect(episodes).toHaveLength(62);
    expect(episodes.at(0)).toMatchObject({ title: 'Pilot', season: 1, episode: 1, imdbid: 'tt0959621' });
    expect(new Set(episodes.map(({ season }) => season))).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(await get<Episode>({ id: 'tt0959621' })).toMatchObject({
      title: 'Pilot',
      type: 'episode',
      season: 1,
      episode: 1,
    });
  });

  it('searches, page by page', async () => {
    const { results, totalresults } = await clientWith(apiKey).search({ name: 'godfather' });
    expect(results.map(({ imdbid }) => imdbid)).toEqual(['tt0068646', 'tt0071562']);
    expect(totalresults).toBe(2);
    const many = await clientWith(apiKey).search({ name: 'the', reqtype: 'movie' });
    expect(many.results).toHaveLength(10);
    const next = await many.next();
    const ids = [...many.results, ...next.results].map(({ imdbid }) => imdbid);
    expect(new Set(ids).size).toBe(10 + next.results.length);
    expect((await clientWith(apiKey).search({ name: 'godfather', year: 1974 })).results).toMatchObject([
      { year: 1974 },
    ]);
  });

  it('is told what cannot be found, and that a key is none', async () => {
    await expect(get({ id: 'tt9999999' })).rejects.toMatchObject({ message: 'Incorrect IMDb ID.: tt9999999' });
    await expect(get({ name: 'no such title' })).rejects.toMatchObject({ message: 'Movie not found!: no such title' });
    await expect(clientWith(apiKey).search({ name: 'no such title' })).rejects.toMatchObject({
      message: expect.stringContaining('Movie not found!'),
    });
    await expect(clientWith('nonsense').get({ id: 'tt0068646' })).rejects.toMatchObject({ response: { status: 401 } });
  });
});

describe.skipIf(packages === null)('omdbapi', () => {
  const clientWith = (key: string): OmdbApi => {
    // It reads its address from a file of its own.
    load<{ url: string }>('omdbapi/config.json').url = `${product.url}/omdb/?`;
    const Client = load<new (key: string) => OmdbApi>('omdbapi');
    return new Client(key);
  };
  const get = (wanted: object): Promise<Answer> => clientWith(apiKey).get(wanted);

  it('gets a film by its id and by its title', async () => {
    expect(await get({ id: 'tt0068646', plot: 'full', tomatoes: true })).toMatchObject({
      ...{ title: 'The Godfather', year: '1972', imdbrating: '9.2', type: 'movie', dvd: null },
      genre: { 0: 'Crime', 1: 'Drama' },
    });
    expect(await get({ title: 'the godfather', year: 1972, type: 'movie' })).toMatchObject({ imdbid: 'tt0068646' });
  });

  it('gets a series, a season and an episode', async () => {
    expect(await get({ title: 'Breaking Bad', type: 'series' })).toMatchObject({
      totalseasons: '5',
      year: '2008–2013',
    });
    const { episodes, season } = await get({ id: 'tt0903747', season: 1 });
    expect([season, Object.values(episodes as object).length]).toEqual(['1', 7]);
    expect(await get({ title: 'Breaking Bad', season: 1, episode: 2 })).toMatchObject({
      ...{ title: "Cat's in the Bag...", season: '1', episode: '2', seriesid: 'tt0903747', type: 'episode' },
    });
  });

  it('searches', async () => {
    const found = await clientWith(apiKey).search({ search: 'godfather', type: 'movie', page: 1 });
    expect(Object.values(found).map(({ title }) => title)).toEqual(['The Godfather', 'The Godfather Part II']);
  });

  it('is told what cannot be found, that a key is none, and that the day is used up', async () => {
    await expect(get({ id: 'tt9999999' })).rejects.toThrow('Incorrect IMDb ID.');
    await expect(get({ title: 'Breaking Bad', season: 99 })).rejects.toThrow('Series or season not found!');
    await expect(get({ title: 'Breaking Bad', season: 1, episode: 99 })).rejects.toThrow(
      'Series or episode not found!',
    );
    await expect(clientWith(apiKey).search({ search: 'no such title' })).rejects.toThrow('Movie not found!');
    await expect(clientWith('nonsense').get({ id: 'tt0068646' })).rejects.toMatchObject({
      response: { statusCode: 401, body: '{"Response":"False","Error":"Invalid API key!"}' },
    });
    const poor = clientWith(await tokenFor('poor@example.org', '--requests', '1'));
    expect(await poor.get({ id: 'tt0068646' })).toMatchObject({ title: 'The Godfather' });
    await expect(poor.get({ id: 'tt0068646' })).rejects.toMatchObject({
      response: { statusCode: 401, body: '{"Response":"False","Error":"Request limit reached!"}' },
    });
  });
});
