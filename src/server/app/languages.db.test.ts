import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

// Titles in the language of whoever asks, through everything that names them.

const db = await testDatabase();
let product: ProductInMemory;
beforeAll(async () => {
  product = await productOn(db);
  await db.query(`insert into title_list (title_id, part, items) values (71562, 'similar-movies',
    '[{"title": "The Godfather", "imdbId": "tt0068646"}]') on conflict (title_id, part) do update set items = excluded.items`);
});
afterAll(() => product.close());

const GODFATHER = '/api/v1/movie/tt0068646';
const told = async (url: string, headers: Record<string, string> = {}) => (await product.get(url, headers)).json().data;
const facade = async (url: string, headers: Record<string, string> = {}) =>
  (await product.app.inject({ url: url.replace('KEY', product.token), headers })).json();

describe('titles in a language', () => {
  it.each([
    GODFATHER,
    `${GODFATHER}?fields=title`,
    '/api/v1/movie/all-in-one?imdbId=tt0068646',
    '/api/v1/movie/tt0071562/similar-movies',
    '/api/v1/movie/search?title=godfather',
    '/api/v1/search?q=godfather',
    '/api/v1/suggest?q=godfather',
    '/api/v1/top',
    '/api/v1/popular?regs=100',
    '/api/v1/find?imdb=tt0068646',
    '/api/v1/name/nm0000199?include=filmographies',
    '/api/v1/name/nm0000199/filmographies',
  ])('%s', async (url) => {
    const plain = JSON.stringify(await told(url));
    expect(plain).toContain('"title":"The Godfather"');
    const de = JSON.stringify(await told(`${url}${url.includes('?') ? '&' : '?'}language=de-AT`));
    expect(de).toContain('"title":"Der Pate"');
    expect(de).not.toContain('"title":"The Godfather"');
  });

  it('of discover have a parameter of their own, since language filters there; a cursor goes on in any language', async () => {
    const url = '/api/v1/discover?person=nm0000199&sort=votes&regs=1';
    const first = await told(`${url}&titleLanguage=it`);
    expect(first.items).toMatchObject([{ title: 'Il padrino' }]);
    expect((await product.get(`${url}&cursor=${first.next}&titleLanguage=de`)).statusCode).toBe(200);
  });

  it('of batches, of seasons and of a series by its place', async () => {
    const headers = { authorization: `Bearer ${product.token}` };
    const payload = { ids: ['tt0068646', 'nm0000199'], fields: ['title', 'name'] };
    const url = '/api/v1/batch?language=fr';
    const batch = await product.app.inject({ method: 'POST', url, headers, payload });
    expect(batch.json().data).toMatchObject([{ data: { title: 'Le Parrain' } }, { data: { name: 'Al Pacino' } }]);
    const [{ imdbId }] = (await told('/api/v1/movie/tt0903747/season/1')).episodes;
    await db.query(
      `insert into aka (title_id, ordering, title, region, language)
      values (substr($1, 3)::bigint, 90, 'Der Einstieg', 'DE', 'de')`,
      [imdbId],
    );
    const season = await told('/api/v1/movie/tt0903747/season/1?language=de');
    expect(season.episodes[0]).toMatchObject({ imdbId, title: 'Der Einstieg' });
    for (const path of ['movie/tt0903747', 'tmdb/movie/1396', 'tmdb/movie/tt0903747'])
      expect((await told(`/api/v1/${path}/season/1/episode/1?language=de`)).title, path).toBe('Der Einstieg');
  });

  it('are in the one that Accept-Language likes best where none is said, kept for each, with what depends on it', async () => {
    const by = (url: string, header: string) => product.get(url, { 'accept-language': header });
    for (const header of ['it;q=0.4, ru', 'fr', 'it;q=0.4, ru', '*']) {
      const answer = await by(GODFATHER, header);
      const [tag, title] = { f: ['fr', 'Le Parrain'], i: ['ru', 'Крёстный отец'], '*': [undefined, 'The Godfather'] }[
        header[0] as 'f'
      ];
      expect([answer.headers['content-language'], answer.json().data.title]).toEqual([tag, title]);
      expect(answer.headers.vary).toContain('Accept-Language');
      const again = await product.get(GODFATHER, {
        'accept-language': header,
        'if-none-match': String(answer.headers.etag),
      });
      expect(again.statusCode).toBe(304);
      const other = await product.get(GODFATHER, {
        'accept-language': 'el',
        'if-none-match': String(answer.headers.etag),
      });
      expect(other.statusCode).toBe(200);
    }
    expect((await by('/api/v1/top', 'fr')).headers.vary).toBe('Accept-Encoding, Accept-Language');
    expect((await by(`${GODFATHER}?language=es`, 'fr')).json().data.title).toBe('El padrino');
  });

  it('are left as they are where the language has none, and a name with a remark is none', async () => {
    for (const language of ['en-US', 'sw'])
      expect((await told(`${GODFATHER}?language=${language}`)).title).toBe('The Godfather');
    expect((await told(`${GODFATHER}?language=de`)).originalTitle).toBe((await told(GODFATHER)).originalTitle);
  });

  it.each(['', 'd', 'deutsch', 'de_DE', 'de-', 'de-1', 'a'.repeat(300)])('%j is no language', async (language) => {
    const answer = await product.get(`${GODFATHER}?language=${language}`);
    expect([answer.statusCode, answer.json().details?.[0]?.field]).toEqual([400, 'language']);
  });

  it('of sources that are not to be published stay where they are', async () => {
    await db.query(`insert into title_origin (title_id, part, source, fetched_at) values (68646, 'akas', 'tmdb', now())
      on conflict (title_id, part) do update set source = excluded.source`);
    await db.query(`update configuration set value1 = 'sample' where key = 'SOURCES_PUBLIC'`);
    const closed = await productOn(db);
    const { title } = (await closed.get(`${GODFATHER}?language=de`)).json().data;
    await closed.close();
    await db.query(`update configuration set value1 = '' where key = 'SOURCES_PUBLIC'`);
    await db.query(`delete from title_origin where title_id = 68646 and part = 'akas'`);
    expect(title).toBe('The Godfather');
  });
});

describe('façades', () => {
  it('of TMDB tell titles in `language`, whatever the header likes, and leave out what cannot be read', async () => {
    const film = '/tmdb/3/movie/tt0068646?api_key=KEY';
    const { title, original_title } = await facade(`${film}&language=de-DE`);
    expect([title, original_title]).toEqual(['Der Pate', 'The Godfather']);
    for (const asked of [film, `${film}&language=de_DE`])
      expect((await facade(asked, { 'accept-language': 'de' })).title).toBe('The Godfather');
    const list = await facade('/tmdb/3/search/movie?api_key=KEY&query=godfather&language=fr-FR');
    expect(JSON.stringify(list.results)).toContain('"title":"Le Parrain"');
    const tv = await facade('/tmdb/3/tv/tt0903747?api_key=KEY&language=pt-BR');
    expect(tv.name).toBe('Breaking Bad: A Química do Mal');
  });

  it('of OMDb do so too, though its clients do not ask for it', async () => {
    const omdb = (query: string) => facade(`/omdb/?apikey=KEY&${query}`, { 'accept-language': 'fr' });
    expect((await omdb('i=tt0068646')).Title).toBe('The Godfather');
    expect((await omdb('i=tt0068646&language=de')).Title).toBe('Der Pate');
    expect((await omdb('t=The+Godfather&Language=it')).Title).toBe('Il padrino');
    expect((await omdb('i=tt0903747&Season=1&language=pt')).Title).toBe('Breaking Bad: A Química do Mal');
    expect(JSON.stringify(await omdb('s=godfather&language=de'))).toContain('"Title":"Der Pate"');
  });
});
