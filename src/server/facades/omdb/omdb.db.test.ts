import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OmdbFailed, omdb } from '#contracts/omdb.api.ts';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn, TEST_URL } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
beforeAll(async () => {
  product = await productOn(db);
});
afterAll(() => product?.close());

const ask = (query: string, headers: Record<string, string> = {}) =>
  product.app.inject({ url: `/omdb/?apikey=${product.token}${query}`, headers });
const shape = Compile(omdb.reply);
const mistakesIn = (value: unknown) => (shape.Check(value) ? [] : shape.Errors(value).slice(0, 3));

describe('the embedded catalogue', () => {
  it('is answered in the documented shapes, title by title and season by season', async () => {
    const { rows } = await db.query<{ id: string; seasons: readonly number[] }>(
      `select title_ref(t.id) as id, array(select distinct e.season from episode e where e.series_id = t.id and e.season > 0) as seasons from title t`,
    );
    expect(rows.length).toBeGreaterThan(150);
    const wrong: unknown[] = [];
    for (const { id, seasons } of rows) {
      const record = (await ask(`&i=${id}`)).json();
      if (record.imdbID !== id || mistakesIn(record).length > 0) wrong.push([id, record, mistakesIn(record)]);
      for (const season of seasons) {
        const list = (await ask(`&i=${id}&Season=${season}`)).json();
        if (list.Season !== String(season) || mistakesIn(list).length > 0) wrong.push([id, season, mistakesIn(list)]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is searched in the documented shape, ten titles a page', async () => {
    const first = (await ask('&s=the')).json();
    expect([mistakesIn(first), first.Search.length]).toEqual([[], 10]);
    const second = (await ask('&s=the&page=2')).json();
    expect(mistakesIn(second)).toEqual([]);
    const ids = [...first.Search, ...second.Search].map(({ imdbID }: { imdbID: string }) => imdbID);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Number(first.totalResults)).toBeGreaterThanOrEqual(ids.length);
  });
});

describe('an answer', () => {
  it.each([
    ['&i=tt0068646', '/omdb?'],
    ['&I=tt0068646&PLOT=short&R=JSON', '/omdb/?'],
    ['&i=tt0068646&t=other&type=series&y=1900', '/omdb/?'],
    ['&i=tt000068646&tomatoes=true&v=1&detail=full', '/omdb/?'],
  ])('to %s is the same', async (query, root) => {
    const answer = await product.app.inject({ url: `${root}apikey=${product.token}${query}` });
    expect(answer.json()).toEqual((await ask('&i=tt0068646')).json());
  });

  it('is kept apart by what it is asked in', async () => {
    const types = async (query: string) => (await ask(`&i=tt0068646${query}`)).headers['content-type'];
    for (const _ of [1, 2]) {
      expect(await types('')).toBe('application/json; charset=utf-8');
      expect(await types('&r=xml')).toBe('text/xml; charset=utf-8');
      expect(await types('&callback=done')).toBe('text/javascript; charset=utf-8');
    }
  });

  it('has a picture whose name says that it is a JPEG', async () => {
    const { Poster } = (await ask('&i=tt0068646')).json();
    expect(Poster).toBe(`${TEST_URL}/api/public/image/tt0068646.jpg?w=342`);
    const accept = { accept: 'image/webp' };
    const picture = async (url: string) => (await product.app.inject({ url, headers: accept })).headers['content-type'];
    expect(await picture(Poster.replace(TEST_URL, ''))).toBe('image/jpeg');
    expect(await picture('/api/public/image/tt0068646?w=342')).toBe('image/webp');
    const longer = await product.app.inject({ url: '/api/public/image/tt00068646.jpg?w=92' });
    expect([longer.statusCode, longer.headers.location]).toEqual([308, '/api/public/image/tt0068646.jpg?w=92']);
    for (const name of ['tt0068646.png', 'tt0068646.jpg.jpg', 'tt0068646.JPG'])
      expect((await product.app.inject({ url: `/api/public/image/${name}` })).statusCode).toBe(400);
  });

  it('costs one request, also where it says that nothing was found', async () => {
    const left = async (query: string) => Number((await ask(query)).headers['x-ratelimit-remaining']);
    const before = await left('&i=tt0068646');
    expect(await left('&i=tt9999999')).toBe(before - 1);
    expect(await left('&t=no+such+title')).toBe(before - 2);
    expect(await left('&y=abc&t=x')).toBe(before - 3);
  });
});

const HOSTILE = [
  ...['', ' ', '%', '%zz', '%00', 'a%00b', '%ff%fe', '%ed%a0%80', '%f0%9f%8e%ac', '%E2%80%A8', '%0d%0aX-Evil:%201'],
  ...[
    "'%20or%201=1--",
    '%27%29%3B%20drop%20table%20title%3B--',
    '%5C',
    "%5C'",
    '%22',
    '!%26|()',
    ':*',
    '%26%20%7C',
    '<->',
  ],
  ...[
    '<script>alert(1)</script>',
    ']]>',
    '$%7B7*7%7D',
    '{{7*7}}',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'NaN',
    '-1',
  ],
  ...[
    '1e9',
    '0x10',
    '99999999999999999999',
    '１９９９',
    'tt0068646%00',
    'tt0068646%0a',
    'nm0000199',
    'tt',
    'a'.repeat(199),
  ],
  ...['a'.repeat(5_000), 'the%20'.repeat(33), '%D8%B3'.repeat(60), '映画', 'null', 'undefined', '[object Object]'],
];
const PARAMETERS = ['i', 't', 's', 's=the&page', 't=the&y', 's=the&type', 'i=tt0903747&Season', 'i=tt0068646&callback'];

describe('what nobody would send', () => {
  it.each([
    ...PARAMETERS,
    'i=tt0903747&Season=1&Episode',
    'i=tt0068646&r',
    'i=tt0068646&plot',
    'i[]',
    'i=tt0068646&%00',
  ])('in %s is answered in a documented shape, and breaks nothing', async (parameter) => {
    const wrong: unknown[] = [];
    for (const value of HOSTILE) {
      const answer = await ask(`&${parameter}=${value}`);
      const type = String(answer.headers['content-type']);
      const isFine =
        [200, 401, 429].includes(answer.statusCode) &&
        (type.startsWith('application/json')
          ? mistakesIn(answer.json()).length === 0
          : /^[\w.$]+\(|^<\?xml/.test(answer.body)) &&
        !('x-evil' in answer.headers);
      if (!isFine) wrong.push([value, answer.statusCode, answer.body.slice(0, 200)]);
    }
    expect(wrong).toEqual([]);
  });

  it('by the hundred, twice or nested is answered too', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `&p${at}=${at}`).join('');
    for (const query of [
      many,
      '&i=tt0068646&i=tt0903747',
      '&i=tt0068646&__proto__=x&__proto__[a]=b',
      '&&&==&=&i=tt0068646',
    ]) {
      const answer = await ask(query);
      expect([answer.statusCode, mistakesIn(answer.json())]).toEqual([200, []]);
    }
  });

  it('as a method is told in the form of a failure', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await product.app.inject({ method, url: `/omdb/?apikey=${product.token}&i=tt0068646` });
      expect([answer.statusCode, Compile(OmdbFailed).Check(answer.json())]).toEqual([404, true]);
    }
  });
});

it('has calls in its guide that can be copied', async () => {
  const { description } = (await product.app.inject({ url: '/omdb/openapi.json' })).json().info;
  const calls = [...description.matchAll(/^curl '(\S+)'$/gm)].map(([, url = '']) => url);
  expect(calls.length).toBeGreaterThan(3);
  for (const url of calls) {
    const answer = await product.app.inject({ url: url.replace(TEST_URL, '').replace('TOKEN', product.token) });
    expect([url, answer.json().Response]).toEqual([url, 'True']);
  }
});
