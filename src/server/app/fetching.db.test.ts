import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TMDB_ANSWERS } from '#server/sources/tmdb/answers.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { startService } from '#test/support/fake-service.ts';
import { poster } from '#test/support/pictures.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';
import { testData } from '#test/support/test-data.ts';
import { tmdbFake } from '#test/support/tmdb-fake.ts';

const KEY = 'k3y-that-nobody-sees';
const MILL = {
  ...{
    Title: 'Mill',
    Year: '1931',
    Rated: 'PG',
    Plot: 'Flour.',
    Metascore: '61',
    imdbRating: '7.1',
    imdbVotes: '1,234',
  },
  ...{ imdbID: 'tt0000011', Type: 'movie', Response: 'True' },
};
const tmdb = await startService(
  Object.fromEntries(Object.entries(TMDB_ANSWERS).map(([path, answer]) => [path, JSON.stringify(answer)])),
);
const omdb = await startService({
  [`/?i=tt0000011&plot=short&apikey=${KEY}`]: JSON.stringify(MILL),
  [`/?i=tt0000011&plot=full&apikey=${KEY}`]: JSON.stringify({ ...MILL, Plot: 'Flour is ground.' }),
});

const db = await testDatabase('sample');
const folder = mkdtempSync(join(tmpdir(), 'kinodex-fetching-'));
let product: ProductInMemory;
let session: string;
beforeAll(async () => {
  const jpeg = await poster(100, 150).jpeg().toBuffer();
  product = await productOn(
    db,
    {
      ...{ TMDB_BASE_URL: tmdb.baseUrl, TMDB_TOKEN: 't0ken', OMDB_BASE_URL: omdb.baseUrl, OMDB_KEY: KEY },
      KINODEX_DATA: folder,
    },
    { fetchFile: async () => jpeg },
  );
  session = await product.signIn('editor@example.org', { admin: true });
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
  tmdb.close();
  omdb.close();
});

const call = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, payload?: object) => {
  const answer = await product.app.inject({
    method,
    url: `/api/admin/${path}`,
    ...(payload && { payload }),
    headers: { authorization: `Bearer ${session}` },
  });
  return { ...answer.json(), code: answer.statusCode };
};
const v1 = async (path: string) => (await product.get(`/api/v1/${path}`)).json();
const messagesOf = ({ sources }: { sources: { message: string }[] }) => sources.map(({ message }) => message);

describe('a title of the services', () => {
  it('is shown before it is stored', async () => {
    const { code, data } = await call('GET', 'imdb/tt0000011?preview=1');
    expect(code).toBe(200);
    expect(data).toMatchObject({ preview: true, isNew: true, movie: null, others: { titles: 0, people: 3 } });
    expect(data.changes).toContainEqual(
      expect.objectContaining({ part: 'plot', source: 'omdb', to: 'Flour is ground.' }),
    );
    expect(messagesOf(data)).toEqual([
      'imdb-datasets takes minutes for one record, and is asked only when it is named',
      'tmdb knows it',
      'omdb knows it',
      'wikidata is not set up: WIKIDATA_CONTACT is missing',
      'wikipedia is not set up: WIKIDATA_CONTACT is missing',
      'sample does not know it',
    ]);
    expect(data.sources[1].left).toEqual(['TMDB has no IMDb id for 1 of those credited: Nobody Known']);
    expect((await v1('movie/tt0000011')).reason).toBe('title_unknown');
  });

  it('is stored, and readers, search, the feed and the history have it at once', async () => {
    const { code, data } = await call('GET', 'imdb/tt0000011');
    const image = await product.app.inject({ url: '/api/public/image/tt0000011' });
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(code).toBe(200);
    expect(data).toMatchObject({ preview: false, isNew: true, serieUpdate: null, name: null });
    expect(data.movie).toMatchObject({ imdbId: 'tt0000011', title: 'Mill', rated: 'PG', metascore: 61 });
    expect(data.trailers.map(({ name }: { name: string }) => name)).toContain('Trailer');
    await expect.poll(async () => (await v1('movie/tt0000011')).data?.plot).toBe('Flour is ground.');
    expect((await v1('search?q=moulin')).data).toMatchObject([{ imdbId: 'tt0000011' }]);
    const { data: feed } = await v1('changes?ids=tt0000011');
    expect(feed.items).toMatchObject([{ action: 'create' }]);
    const { data: history } = await call('GET', 'imdb/tt0000011/history');
    expect(history).toMatchObject([{ by: 'editor@example.org', action: 'fetch', part: null }]);
  });

  it('is fetched anew without a change, and from the one source that is named', async () => {
    expect((await call('PUT', 'imdb/tt0000011')).data.changes).toEqual([]);
    const { data } = await call('PUT', 'imdb/tt0000011?origin=omdb');
    expect([messagesOf(data), data.changes]).toEqual([['omdb knows it'], []]);
    expect(await call('PUT', 'imdb/tt0000011?origin=nowhere')).toMatchObject({
      code: 400,
      reason: 'invalid_parameter',
    });
  });

  it('is fetched before its parts are read, where that is asked', async () => {
    const plan = ['movie', 'trailers', 'metadata'].map((data) => ({ data }));
    expect((await call('POST', 'imdb/tt0000021', plan)).code).toBe(404);
    const forced = [{ data: 'movie', extraParams: { forceDownload: true, origin: 'tmdb' } }, ...plan.slice(1)];
    const { data } = await call('POST', 'imdb/tt0000021', forced);
    expect(data.movie).toMatchObject({ imdbId: 'tt0000021', type: 'S', totalSeasons: 1 });
    const { data: update } = await call('POST', 'imdb/tt0000021', [{ data: 'serieUpdate' }]);
    expect(update.serieUpdate).toMatchObject({ imdbId: 'tt0000021', ignore: 0 });
  });
});

it('a person is fetched', async () => {
  const { data } = await call('GET', 'imdb/nm0000001');
  expect(data.name).toMatchObject({ imdbId: 'nm0000001', name: 'Ada Roth', birthdate: '1901-02-03' });
  expect(data).toMatchObject({ movie: null, trailers: null });
});

describe('what cannot be fetched is said', () => {
  it('for an id that nobody knows, that is not there, or that is none', async () => {
    const { code, reason, error, details } = await call('GET', 'imdb/tt0000098');
    expect([code, reason, details.length]).toEqual([404, 'title_unknown', 6]);
    expect(error).toContain('tmdb does not know it');
    expect(await call('PUT', 'imdb/nm0000098')).toMatchObject({ code: 404, reason: 'name_unknown' });
    expect(await call('GET', 'imdb/tt1')).toMatchObject({ code: 400, reason: 'malformed_id' });
  });

  it('where a service fails, without its credential', async () => {
    const refuse = async () => {
      const answer = await call('GET', 'imdb/tt0000097');
      expect(answer).toMatchObject({ code: 503, reason: 'sources_away' });
      expect(answer.error).toContain('tmdb refuses the credentials');
      expect(JSON.stringify(answer)).not.toMatch(/k3y|t0ken/);
    };
    await tmdb.whileAnswering((_, response) => response.writeHead(401).end(), refuse);
  });
});

const recorded = testData('tmdb_php-tmdb');
describe.skipIf(recorded === null)('recorded answers of TMDB', () => {
  it.each([
    ['tt1411250', 'M', 'Riddick'],
    ['tt0944947', 'S', 'Game of Thrones'],
  ])('make a whole record of %s, as its preview says', (id, type, title) =>
    tmdb.whileAnswering(tmdbFake([recorded ?? '']), async () => {
      const { data: preview } = await call('GET', `imdb/${id}?preview=1&origin=tmdb`);
      const { data: stored } = await call('GET', `imdb/${id}?origin=tmdb`);
      expect(stored.changes).toEqual(preview.changes);
      expect(stored.others).toEqual(preview.others);
      expect(stored.movie).toMatchObject({ imdbId: id, type, title });
      expect((await call('PUT', `imdb/${id}?origin=tmdb`)).data.changes).toEqual([]);
      expect((await v1(`movie/${id}/actors?regs=1`)).total).toBeGreaterThan(5);
    }),
  );
});
