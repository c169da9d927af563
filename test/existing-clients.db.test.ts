import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

/** Calls as clients of other services make them. */

const db = await testDatabase('sample');
let product: ProductInMemory;
beforeAll(async () => {
  product = await productOn(db);
});
afterAll(() => product?.close());

const SERIES = '/api/v1/movie/tt0903747/season';

it.each([
  SERIES,
  `${SERIES}/1`,
  `${SERIES}/year/2008`,
  `${SERIES}/1/episode/1`,
  `${SERIES}/year/2008/episode/1`,
  '/api/v1/tmdb/movie/1396/season/1/episode/1',
])('%s takes a page and a language', async (url) => {
  const plain = (await product.get(url)).json();
  expect(plain.code).toBe(200);
  expect((await product.get(`${url}?page=1&language=en-US`)).json().data).toEqual(plain.data);
});

it('an episode by its series is found with the id of TMDB and with that of IMDb', async () => {
  const url = '/api/v1/tmdb/movie/ID/season/1/episode/1';
  const by = (id: string) => product.get(url.replace('ID', id));
  const ofImdb = (await by('tt0903747')).json();
  expect(ofImdb).toMatchObject({ code: 200, data: (await by('1396')).json().data });
  const padded = await by('tt00903747');
  expect([padded.statusCode, padded.headers.location]).toEqual([308, url.replace('ID', 'tt0903747')]);
  expect((await by('tt9999999')).json()).toMatchObject({ code: 404, reason: 'title_unknown' });
  expect((await by('nm0000001')).json()).toMatchObject({ code: 400, reason: 'malformed_id' });
});
