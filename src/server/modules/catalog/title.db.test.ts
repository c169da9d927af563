import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { INVENTED } from '#test/support/invented.ts';
import { ALL, recordsOn } from '#test/support/records.ts';
import { applyRecords } from './apply.service.ts';
import { readView, TITLE_SHAPE } from './view.rules.ts';

const db = await testDatabase();
const { state, title, part } = recordsOn(db);
const everything = readView(TITLE_SHAPE, { include: 'all' });

beforeAll(() => db.transaction((tx) => applyRecords(tx, INVENTED, 'bundle')));

describe('a title', () => {
  it('has typed values and null for what is not known', async () => {
    const record = await title('tt0000001');
    expect(record).toMatchObject({
      imdbId: 'tt0000001',
      imdbUrl: 'https://www.imdb.com/title/tt0000001/',
      title: 'The Glass Harbour',
      originalTitle: 'Der gläserne Hafen',
      type: 'M',
      year: 1954,
      endYear: null,
      runtime: 96,
      releaseDate: '1954-05',
      rated: null,
      rating: 8.7,
      votes: 1200,
      metascore: null,
      adult: false,
      plot: null,
      posterUrl: 'http://k/i/tt0000001',
      totalSeasons: null,
      yearSeasons: null,
    });
    expect(record.lastUpdate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect('actors' in record).toBe(false);
  });

  it('carries the parts asked for, and no others', async () => {
    const record = await title('tt0000001', readView(TITLE_SHAPE, { include: 'goofs,similar-movies' }));
    expect(record.goofs).toEqual([{ type: 'CONTINUITY', goof: 'The lamp moves.' }]);
    expect(record.similarMovies).toEqual([{ imdbId: 'tt0000002', title: 'The Long Tide' }]);
    expect('trivias' in record).toBe(false);
    const full = await title('tt0000001', everything);
    for (const part of TITLE_SHAPE.names) expect(Array.isArray(full[TITLE_SHAPE.keys[part]]), part).toBe(true);
  });

  it('is narrowed to fields', async () => {
    expect(await title('tt0000001', readView(TITLE_SHAPE, { fields: 'title,year' }))).toEqual({
      title: 'The Glass Harbour',
      year: 1954,
    });
    const some = await title('tt0000001', readView(TITLE_SHAPE, { fields: 'title,genres' }));
    expect(some).toEqual({ title: 'The Glass Harbour', genres: [{ genre: 'Drama' }, { genre: 'Mystery' }] });
    expect(await title('tt0000001', readView(TITLE_SHAPE, { fields: 'genres' }))).toEqual({
      genres: [{ genre: 'Drama' }, { genre: 'Mystery' }],
    });
  });

  it('of a series counts distinct seasons above 0 and the years of its episodes', async () => {
    expect(await title('tt0000002')).toMatchObject({ totalSeasons: 2, yearSeasons: [2001, 2003], endYear: 2003 });
  });

  it('that is an episode says what it is of, and where it stands there', async () => {
    const series = { imdbId: 'tt0000002', title: 'The Long Tide' };
    expect((await title('tt0000021', everything)).series).toEqual({ ...series, season: 1, episode: 1 });
    expect(await title('tt0000025', readView(TITLE_SHAPE, { fields: 'series' }))).toEqual({
      series: { ...series, season: null, episode: null },
    });
    await db.query(
      `insert into title (id, type, title, source, fetched_at) values (29, 'E', 'Homeless', 'bundle', now())`,
    );
    for (const other of ['tt0000001', 'tt0000002', 'tt0000029']) expect((await title(other)).series, other).toBeNull();
  });

  it('that is an episode names its series only where a list may', async () => {
    const named = async () => (await title('tt0000021')).series;
    await db.query(`update title set adult = true where id = 2`);
    expect(await named()).toEqual({ imdbId: 'tt0000002', title: null, season: 1, episode: 1 });
    state.seen = { ...ALL, adult: true };
    expect(await named()).toMatchObject({ title: 'The Long Tide' });
    await db.query(`update title set adult = false, source = 'omdb' where id = 2`);
    state.seen = { ...ALL, sources: ['bundle'] };
    await db.query(
      `insert into title_origin (title_id, part, source, fetched_at) values (2, 'season', 'bundle', now())`,
    );
    expect(await named()).toMatchObject({ imdbId: 'tt0000002', title: null });
    state.seen = ALL;
    await db.query(`update title set source = 'bundle' where id = 2`);
    expect(await named()).toMatchObject({ title: 'The Long Tide' });
  });

  it('has an address at IMDb where its id can be one of IMDb', async () => {
    await db.query(`insert into title (id, type, title, source, fetched_at) select id, 'M', 'Made', 'editor', now()
      from unnest(array[999999999, 1000000000, 9000000000]) m (id)`);
    expect((await title('tt999999999')).imdbUrl).toBe('https://www.imdb.com/title/tt999999999/');
    for (const made of ['tt1000000000', 'tt9000000000']) expect((await title(made)).imdbUrl, made).toBeNull();
  });

  it('is found by ids of seven digits and more', async () => {
    expect(await title('tt12345678')).toMatchObject({ imdbId: 'tt12345678' });
  });
});

describe('the parts of a title', () => {
  it('say countries and languages with their codes', async () => {
    expect((await part('tt0000001', 'countries')).items).toEqual([
      { country: 'Germany', countryCode: 'DE' },
      { country: 'West Germany', countryCode: 'XWG' },
    ]);
    expect((await part('tt0000001', 'languages')).items).toEqual([{ language: 'German', languageCode: 'de' }]);
  });

  it('tell akas with a comment from the attributes, else the types', async () => {
    const { items } = await part('tt0000001', 'akas');
    expect(items.map((aka: { comment: string }) => aka.comment)).toEqual([
      'imdbDisplay',
      'original',
      'short title, informal',
    ]);
    expect(items[2]).toMatchObject({
      country: 'World-wide',
      countryCode: 'XWW',
      language: 'Castilian',
      languageCode: 'qbp',
      original: false,
      ordering: 3,
    });
    expect(items[1]).toMatchObject({ country: null, countryCode: null, language: null, original: true });
  });

  it('tell where money was made, the country with its code', async () => {
    const sum = { type: 'GROSS', amount: 7, currency: 'EUR', date: null, remarks: null };
    await db.query(`insert into title_list values (1, 'business', $1)`, [
      JSON.stringify([
        { ...sum, country: null, countryCode: 'DE' },
        { ...sum, country: 'Elsewhere', countryCode: null },
      ]),
    ]);
    expect((await part('tt0000001', 'business')).items).toEqual([
      { ...sum, country: 'Germany', countryCode: 'DE' },
      { ...sum, country: 'Elsewhere', countryCode: null },
    ]);
  });

  it('list actors with their characters, main ones on request', async () => {
    const { items, total } = await part('tt0000001', 'actors');
    expect(total).toBe(3);
    expect(items[0]).toEqual({
      name: { imdbId: 'nm0000011', name: 'Mara Lind', photoUrl: 'http://k/i/nm0000011' },
      main: true,
      character: 'Anna / The Stranger',
      characters: ['Anna', 'The Stranger'],
      ordering: 1,
      remark: null,
    });
    expect(items[1]).toMatchObject({ character: null, characters: [] });
    expect((await part('tt0000001', 'actors', { main: true })).total).toBe(1);
    expect((await part('tt0000001', 'actors', { main: false })).total).toBe(2);
  });

  it('list crew by type', async () => {
    expect((await part('tt0000001', 'crew')).items.map((one: { type: string }) => one.type)).toEqual([
      'DIRECTOR',
      'WRITER',
      'THANKS',
    ]);
    expect((await part('tt0000001', 'crew', { role: 2 })).items).toMatchObject([{ type: 'WRITER', job: 'screenplay' }]);
  });

  it('are cut into pages, the one after the last being empty', async () => {
    const second = await part('tt0000001', 'trivias', {}, 20, 20);
    expect([second.total, second.items.length, second.items[0].trivia]).toEqual([45, 20, 'Fact 21']);
    expect(await part('tt0000001', 'trivias', {}, 60, 20)).toEqual({ items: [], total: 45 });
    expect(await part('tt0000003', 'trivias')).toEqual({ items: [], total: 0 });
  });

  it('name adult titles only where they may stand', async () => {
    state.seen = { ...ALL, adult: true };
    expect((await part('tt0000001', 'similar-movies')).items.map((one: { title: string }) => one.title)).toEqual([
      'Behind Doors',
      'The Long Tide',
    ]);
    state.seen = ALL;
    expect((await part('tt0000001', 'similar-movies')).items).toHaveLength(1);
  });

  it('address photos of this product', async () => {
    expect((await part('tt0000001', 'photos')).items).toEqual([
      { url: 'http://k/i/tt0000001?photo=1', width: 1000, height: 667, caption: 'The quay' },
    ]);
  });
});
