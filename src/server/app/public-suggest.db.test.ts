import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Single } from '#contracts/envelope.ts';
import { publicSuggest, type Suggested } from '#contracts/public.api.ts';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

type Suggestions = readonly Suggested[];

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
  return (path: string) => product.app.inject({ url: `/api/public/${path}`, remoteAddress });
};

describe('suggestions for visitors', () => {
  const suggested = async (q: string) =>
    (await visitor()(`suggest?q=${encodeURIComponent(q)}`)).json<{ data: Suggestions }>().data;

  it('name titles and people that begin like this, at most 8, and no more than is needed to try them', async () => {
    const answer = await visitor()('suggest?q=godf');
    expect([answer.statusCode, [...Compile(Single(publicSuggest.reply)).Errors(answer.json())]]).toEqual([200, []]);
    const [first] = answer.json<{ data: Suggestions }>().data;
    expect(first).toEqual({ imdbId: 'tt0068646', description: 'The Godfather', year: 1972 });
    expect(await suggested('Gary Sini')).toContainEqual({
      imdbId: 'nm0000641',
      description: 'Gary Sinise',
      year: 1955,
    });
    expect(await suggested('the')).toHaveLength(8);
    expect(await suggested('zzzzqqqq')).toEqual([]);
  });

  it('find what the carousels do not hold, and it can be tried', async () => {
    const carousel = (await visitor()('movie-carousel')).json<{ data: Suggestions }>().data;
    const held = new Set(carousel.map(({ imdbId }) => imdbId));
    const { rows } = await db.query<{ id: string; title: string }>(
      'select title_ref(id) as id, title from title order by id',
    );
    const other = rows.find(({ id }) => !held.has(id));
    expect((await suggested(other?.title ?? '')).map(({ imdbId }) => imdbId)).toContain(other?.id);
  });

  it.each([
    'suggest',
    'suggest?q=',
    'suggest?q=%20',
    `suggest?q=${'x'.repeat(201)}`,
    'suggest?q=a&regs=20',
    'suggest?q=a&q=b',
  ])('take one text of bounded length: %s', async (path) => {
    const answer = await visitor()(path);
    expect([answer.statusCode, answer.json().reason]).toEqual([400, 'invalid_parameter']);
  });

  it('leave out what may not be published, which cannot be tried either', async () => {
    const publish = (sources: string) =>
      db.query(`update configuration set value1 = $1 where key = 'SOURCES_PUBLIC'`, [sources]);
    const { rows } = await db.query<{ value1: string }>(
      `select value1 from configuration where key = 'SOURCES_PUBLIC'`,
    );
    await publish('tmdb');
    await expect.poll(() => suggested('godf')).toEqual([]);
    expect((await visitor()('try/tt0068646')).statusCode).toBe(404);
    await publish(rows[0]?.value1 ?? '');
    await expect.poll(() => suggested('godf')).not.toEqual([]);
  });

  it('are held up after 120 calls a minute, and leave the tries alone', async () => {
    const get = visitor();
    const codes: number[] = [];
    for (let call = 0; call < 121; call += 1) codes.push((await get('suggest?q=godf')).statusCode);
    expect([codes.slice(0, 120).every((code) => code === 200), codes[120]]).toEqual([true, 429]);
    expect((await get('try/tt0068646')).statusCode).toBe(200);
  });
});
