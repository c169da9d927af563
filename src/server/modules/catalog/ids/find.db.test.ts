import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
beforeAll(async () => {
  product = await productOn(db);
  await db.query(`insert into external_id (site, space, kind, value, record_id, by_map) values
    ('tmdb', 'film', 'movie', '1396', 68646, true), ('tmdb', 'person', 'name', '1396', 199, true),
    ('wikidata', 'item', 'movie', 'Q47703', 68646, true), ('tvdb', 'series', 'movie', '81189', 903747, true),
    ('tmdb', 'film', 'movie', '4040', 99999999, true)`);
  await db.query(`insert into redirect values ('movie', 99999998, 68646)`);
});
afterAll(() => product?.close());

const find = async (query: string) => (await product.get(`/api/v1/find?${query}`)).json();
const idsIn = ({ data }: { data: { titles: { imdbId: string }[]; people: { imdbId: string }[] } }) =>
  [...data.titles, ...data.people].map(({ imdbId }) => imdbId).toSorted();

it('finds whatever has a number, with all that is known of it elsewhere', async () => {
  const found = await find('tmdb=1396');
  expect(idsIn(found)).toEqual(['nm0000199', 'tt0068646', 'tt0903747']);
  const film = found.data.titles.find(({ imdbId }: { imdbId: string }) => imdbId === 'tt0068646');
  expect(film).toEqual({
    ...{ imdbId: 'tt0068646', title: 'The Godfather', year: 1972, type: 'M' },
    posterUrl: expect.stringContaining('/image/tt0068646'),
    series: null,
    ids: [
      { site: 'tmdb', of: 'film', id: '1396' },
      { site: 'wikidata', of: null, id: 'Q47703' },
    ],
  });
  expect(found.data.people).toEqual([
    {
      ...{ imdbId: 'nm0000199', name: 'Al Pacino', photoUrl: expect.stringContaining('nm0000199') },
      ids: [{ site: 'tmdb', of: 'person', id: '1396' }],
    },
  ]);
});

it('says what an episode is of', async () => {
  const [episode] = (await find('imdb=tt0959621')).data.titles;
  expect(episode.series).toEqual({ imdbId: 'tt0903747', title: 'Breaking Bad', season: 1, episode: 1 });
});

it.each([
  ['wikidata=Q47703', ['tt0068646']],
  ['tvdb=81189', ['tt0903747']],
  ['imdb=tt0068646', ['tt0068646']],
  ['imdb=tt000068646', ['tt0068646']],
  ['imdb=nm0000199', ['nm0000199']],
  ['imdb=tt99999998', ['tt0068646']],
  ['imdb=tt7777777', []],
  ['tmdb=4040', []],
  ['tmdb=5', []],
])('%s finds %j', async (query, ids) => {
  const found = await find(query);
  expect([found.code, idsIn(found)]).toEqual([200, ids]);
});

it.each([
  ['', 'imdb'],
  ['imdb=tt0068646&tmdb=1', 'tmdb'],
  ['imdb=tt1', 'imdb'],
  ['tmdb=0', 'tmdb'],
  ['tvdb=x', 'tvdb'],
  ['wikidata=47703', 'wikidata'],
])('%s is refused, and says what is wrong', async (query, field) => {
  expect(await find(query)).toMatchObject({ code: 400, reason: 'invalid_parameter', details: [{ field }] });
});

it('tells administrators how many records have an id', async () => {
  const session = await product.signIn('ids@example.org', { admin: true });
  const answer = await product.app.inject({
    url: '/api/admin/external-ids',
    headers: { authorization: `Bearer ${session}` },
  });
  const { data } = answer.json();
  expect(data.map(({ site }: { site: string }) => site)).toEqual(['tmdb', 'tvdb', 'wikidata']);
  const { rows } = await db.query<{ n: number }>(
    `select count(distinct record_id)::int as n from external_id where site = 'tmdb' and kind = 'movie'`,
  );
  expect(data[0]).toMatchObject({ titles: rows[0]?.n, people: 1 });
});
