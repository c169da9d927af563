import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointShape } from '#contracts/endpoint.ts';
import { Single } from '#contracts/envelope.ts';
import * as api from '#contracts/public.api.ts';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';
import { isMeasured, MOMENTARY_EXAMPLES } from './public.routes.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
beforeAll(async () => {
  product = await productOn(db);
});
afterAll(() => product.close());

let visitors = 0;
/** A visitor from an address of its own. */
const visitor = () => {
  const remoteAddress = `198.51.100.${++visitors}`;
  return (path: string, headers: Record<string, string> = {}) =>
    product.app.inject({ url: `/api/public/${path}`, headers, remoteAddress });
};
const dataOf = async <T>(path: string): Promise<T> => (await visitor()(path)).json<{ data: T }>().data;
const problems = (shape: EndpointShape, answer: unknown) => [...Compile(Single(shape.reply)).Errors(answer)];

type Images = readonly api.CarouselImage[];

describe('the public site', () => {
  it.each([
    [api.movieCarousel, 'movie-carousel'],
    [api.nameCarousel, 'name-carousel'],
    [api.features, 'features'],
    [api.stats, 'stats'],
    [api.latency, 'latency'],
  ] as const)('$name answers in the documented shape, without a token', async (shape, path) => {
    const answer = await visitor()(path);
    expect(answer.statusCode).toBe(200);
    expect(problems(shape, answer.json())).toEqual([]);
    expect(answer.headers['server-timing']).toMatch(/^app;dur=/);
  });

  it('documents moving figures by examples of the right shape', () => {
    for (const shape of [api.stats, api.latency]) expect(problems(shape, MOMENTARY_EXAMPLES[shape.name])).toEqual([]);
  });

  it.each(['movie-carousel', 'name-carousel'])('shows 20 pictures in %s, each of which is there', async (path) => {
    const images = await dataOf<Images>(path);
    expect(images).toHaveLength(20);
    const get = visitor();
    for (const { imdbId } of images.slice(0, 2)) expect((await get(`image/${imdbId}?w=92`)).statusCode).toBe(200);
  });

  it('shows a browser a page where nothing is, and tells programs in the envelope', async () => {
    const asked = (url: string, accept: string) => product.app.inject({ url, headers: { accept } });
    const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const shown = await asked('/nowhere/at%20all?a=<b>', BROWSER);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(shown.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
    expect(shown.body).toContain('There is nothing at this address');
    for (const [url, accept] of [
      ['/nowhere', '*/*'],
      ['/nowhere', 'application/json'],
      ['/api/nowhere', BROWSER],
      ['/api', BROWSER],
    ] as const) {
      const told = await asked(url, accept);
      expect([told.statusCode, told.json().reason], `${url} ${accept}`).toEqual([404, 'address_unknown']);
    }
  });

  it.each(['movie-carousel', 'name-carousel', 'features', 'stats'])('tells who has %s already: 304', async (path) => {
    const get = visitor();
    const first = await get(path);
    const again = await get(path, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('counts what the catalogue holds', async () => {
    const { rows } =
      await db.query(`select (select count(*) from title) as titles, (select count(*) from person) as names,
      (select count(*) from title where poster is not null) + (select count(*) from person where photo is not null) as images`);
    expect(await dataOf('stats')).toMatchObject({
      ...rows[0],
      notices: [],
      contactEmail: 'contact@kinodex.local',
      clientVersion: '1.0.73',
    });
  });

  it('shows other products and another contact as soon as a setting has changed', async () => {
    expect(await dataOf<readonly api.Feature[]>('features')).toHaveLength(3);
    await db.query(`update product set active = false where name = 'Pro'`);
    await db.query(`update configuration set value1 = ' mail@films.example ' where key = 'FRONT_CONTACT_EMAIL'`);
    await expect.poll(() => dataOf('stats')).toMatchObject({ contactEmail: 'mail@films.example' });
    expect((await dataOf<readonly api.Feature[]>('features')).map(({ name }) => name)).toEqual(['Free', 'Basic']);
  });

  it('measures the answers of the data API', async () => {
    const before = await dataOf<{ count: number }>('latency');
    for (let call = 0; call < 20; call += 1) await product.get('/api/v1/genres');
    await product.app.inject('/api/v1/health');
    await product.app.inject({ method: 'OPTIONS', url: '/api/v1/genres' });
    const answer = await visitor()('latency');
    expect(answer.json().data).toMatchObject({ count: before.count + 20, p50: expect.any(Number), under300: 1 });
    expect(answer.headers['cache-control']).toBe('public, max-age=10');
  });

  it('lets others keep its pictures, but not those that a token is counted for', async () => {
    const kept = async (answer: ReturnType<ReturnType<typeof visitor>>) => (await answer).headers['cache-control'];
    expect(await kept(visitor()('image/tt0068646'))).toMatch(/^public, max-age=60,/);
    expect(await kept(product.get('/api/v1/image/tt0068646'))).toMatch(/^private, max-age=60,/);
  });
});

describe('what is measured', () => {
  const measured = (path: string, code = 200, tokenId: number | null = 1) =>
    isMeasured({ request: { method: 'GET' }, path, code, tokenId } as never);
  it('is the data API and what is tried of it, but for what went wrong here', () => {
    expect(['/api/v1/movie/:imdbId', '/api/public/try/:imdbId'].map((path) => measured(path))).toEqual([true, true]);
    expect(['/api/public/stats', '/api/user/token'].some((path) => measured(path))).toBe(false);
    expect([304, 404, 500, 503].map((code) => measured('/api/v1/movie/:imdbId', code))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('is no refusal: nobody makes the figures better by being turned away', () => {
    expect(measured('/api/v1/movie/:imdbId', 401, null)).toBe(false);
    expect(measured('/api/v1/health', 200, null)).toBe(false);
    expect(measured('/api/v1/movie/:imdbId', 429)).toBe(false);
    expect([400, 404, 429].some((code) => measured('/api/public/try/:imdbId', code, null))).toBe(false);
    expect(measured('/api/public/try/:imdbId', 200, null)).toBe(true);
  });
});

describe('trying the data API', () => {
  it.each([
    ['movie', 'movie-carousel', 'genres,actors'],
    ['name', 'name-carousel', 'all'],
  ])('answers what v1/%s answers', async (kind, path, include) => {
    const get = visitor();
    for (const { imdbId } of (await dataOf<Images>(path)).slice(0, 5)) {
      const [tried, real] = [
        await get(`try/${imdbId}?include=${include}`),
        await product.get(`/api/v1/${kind}/${imdbId}?include=${include}`),
      ];
      expect(tried.statusCode).toBe(200);
      expect(tried.body).toBe(real.body);
      expect(tried.headers.etag).toBe(real.headers.etag);
    }
  });

  it('answers for any record of the catalogue, and wants no others', async () => {
    const get = visitor();
    const held = new Set((await dataOf<Images>('movie-carousel')).map(({ imdbId }) => imdbId));
    const { rows } = await db.query<{ id: string }>('select title_ref(id) as id from title order by id');
    const other = rows.find(({ id }) => !held.has(id))?.id ?? '';
    expect((await get(`try/${other}`)).body).toBe((await product.get(`/api/v1/movie/${other}`)).body);
    for (const [id, reason] of [
      ['tt9999999', 'title_unknown'],
      ['nm9999999', 'name_unknown'],
    ]) {
      const answer = await get(`try/${id}`);
      expect([answer.statusCode, answer.json().reason]).toEqual([404, reason]);
    }
    // Whoever has a token is heard after them: what is wanted is written in the order in which it was asked for.
    await product.get('/api/v1/movie/tt9999998');
    const wanted = () => db.query<{ id: string }>('select imdb_id as id from manual_update order by 1');
    await expect.poll(async () => (await wanted()).rows.length).toBe(1);
    expect((await wanted()).rows).toEqual([{ id: 'tt9999998' }]);
  });

  it('refuses what v1 refuses, and knows the longer form of an id', async () => {
    const get = visitor();
    expect((await get('try/tt12')).json().reason).toBe('malformed_id');
    expect((await get('try/tt0000000')).json().reason).toBe('malformed_id');
    expect((await get('try/tt0068646?include=nothing')).json().reason).toBe('invalid_parameter');
    expect((await get('try/tt0068646?x=1')).json().reason).toBe('invalid_parameter');
    const longer = await get('try/tt000068646?include=genres');
    expect([longer.statusCode, longer.headers.location]).toEqual([308, '/api/public/try/tt0068646?include=genres']);
    expect(longer.headers['cache-control']).toBe('private, no-cache');
  });

  it('is held up after 30 calls a minute, those answered with 304 counted', async () => {
    const get = visitor();
    const { etag } = (await get('try/tt0068646')).headers;
    for (let call = 1; call < 30; call += 1)
      expect((await get('try/tt0068646', { 'if-none-match': String(etag) })).statusCode).toBe(304);
    const refused = await get('try/tt0068646', { 'if-none-match': String(etag) });
    expect([refused.statusCode, refused.json().reason]).toEqual([429, 'too_many_tries']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await get('stats')).statusCode).toBe(200);
    expect((await visitor()('try/tt0068646')).statusCode).toBe(200);
  });
});
