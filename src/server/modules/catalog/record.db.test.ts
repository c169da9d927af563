import { beforeAll, describe, expect, it } from 'vitest';
import { NAME_PART_NAMES } from '#contracts/people.ts';
import { testDatabase } from '#test/support/database.ts';
import { INVENTED } from '#test/support/invented.ts';
import { createRecords } from './record.service.ts';
import { addRecords } from './record.write.ts';
import { NAME_SHAPE, readView, TITLE_SHAPE } from './view.rules.ts';
import type { Visibility } from './visibility.ts';

const db = await testDatabase();
const all: Visibility = { imageBase: 'http://k/i/', sources: null, adult: false };
let seen = all;
const wanted: string[] = [];
const records = createRecords({ db, visibility: () => seen, onWanted: (id) => wanted.push(id) });
const asker = { accountId: null };
const everything = readView(TITLE_SHAPE, { include: 'all' });
const plain = readView(TITLE_SHAPE, {});

beforeAll(() => db.transaction((tx) => addRecords(tx, INVENTED, 'bundle')));

const parse = <T>(result: { found: T } | { movedTo: string }) => {
  if ('movedTo' in result) throw new Error(`moved to ${result.movedTo}`);
  const { found } = result as { found: T };
  const text = typeof found === 'string' ? found : (found as { json: string }).json;
  return JSON.parse(text);
};
const title = async (id: string, view = plain) => parse(await records.title(id, view, asker));
const part = async (id: string, name: Parameters<typeof records.titlePart>[1], filter = {}, offset = 0, limit = 20) => {
  const result = await records.titlePart(id, name, { offset, limit }, filter, asker);
  return { items: parse(result), total: 'found' in result ? result.found.total : 0 };
};

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
    seen = { ...all, adult: true };
    expect((await part('tt0000001', 'similar-movies')).items.map((one: { title: string }) => one.title)).toEqual([
      'Behind Doors',
      'The Long Tide',
    ]);
    seen = all;
    expect((await part('tt0000001', 'similar-movies')).items).toHaveLength(1);
  });

  it('address photos of this product', async () => {
    expect((await part('tt0000001', 'photos')).items).toEqual([
      { url: 'http://k/i/tt0000001?photo=1', width: 1000, height: 667, caption: 'The quay' },
    ]);
  });
});

describe('seasons', () => {
  const season = async (set: Parameters<typeof records.season>[1]) =>
    parse(await records.season('tt0000002', set, asker));

  it('stand in order, those without a number last', async () => {
    const { items, total } = await part('tt0000002', 'season');
    expect(items.map((one: { numSeason: number }) => one.numSeason)).toEqual([0, 1, 3, null]);
    expect(total).toBe(4);
    expect((await part('tt0000002', 'season', {}, 1, 1)).items[0].episodes).toHaveLength(2);
  });

  it('are answered by number, by year and unknown', async () => {
    expect(await season({ season: 1 })).toMatchObject({
      numSeason: 1,
      year: 2001,
      episodes: [
        { episode: 1, title: 'One', date: '2001-03-04' },
        { episode: 2, date: '2001' },
      ],
    });
    expect(await season({ year: 2003 })).toMatchObject({
      numSeason: null,
      year: 2003,
      episodes: [{ title: 'Special' }, { title: 'Three' }],
    });
    expect(await season({ season: null })).toMatchObject({
      numSeason: null,
      year: null,
      episodes: [{ title: 'Lost', episode: null, date: null }],
    });
  });

  it('give one episode, also by the TMDB id', async () => {
    expect(parse(await records.episode('tt0000002', { season: 0 }, 0, asker))).toMatchObject({ imdbId: 'tt0000024' });
    expect(parse(await records.episode('tt0000002', { year: 2003 }, 1, asker))).toMatchObject({ imdbId: 'tt0000023' });
    expect(JSON.parse(await records.tmdbEpisode('77', 1, 2))).toMatchObject({ imdbId: 'tt0000022' });
  });

  it('say which of series, season and episode is not there', async () => {
    await expect(records.season('tt0000002', { season: 9 }, asker)).rejects.toMatchObject({ reason: 'season_unknown' });
    await expect(records.episode('tt0000002', { season: 9 }, 1, asker)).rejects.toMatchObject({
      reason: 'season_unknown',
    });
    await expect(records.episode('tt0000002', { season: 1 }, 9, asker)).rejects.toMatchObject({
      reason: 'episode_unknown',
    });
    await expect(records.season('tt0000999', { season: 1 }, asker)).rejects.toMatchObject({ reason: 'title_unknown' });
    await expect(records.tmdbEpisode('78', 1, 1)).rejects.toMatchObject({ reason: 'title_unknown' });
  });
});

describe('a person', () => {
  it('has typed values, the star sign from the day and the sex from the profession', async () => {
    const view = readView(NAME_SHAPE, { include: 'all' });
    const record = parse(await records.name('nm0000011', view, asker));
    expect(record).toMatchObject({
      name: 'Mara Lind',
      birthdate: '1920-03-21',
      dateOfDead: '1999',
      height: 170,
      starSign: 'Aries',
      actorActress: 'actress',
      professions: ['actress', 'writer'],
      knownFor: ['tt0000001'],
      nicknames: [{ nickname: 'Mo' }],
      photoUrl: 'http://k/i/nm0000011',
    });
    expect(record.filmographies.map((one: { section: string }) => one.section)).toEqual(['Actress', 'Writer']);
    expect(record.filmographies[1].filmographiesNames).toEqual([
      { title: 'The Glass Harbour', imdbId: 'tt0000001', year: 1954, remarks: 'screenplay' },
    ]);
    for (const part of NAME_PART_NAMES) expect(Array.isArray(record[NAME_SHAPE.keys[part]]), part).toBe(true);
    expect(parse(await records.name('nm0000012', readView(NAME_SHAPE, {}), asker))).toMatchObject({
      starSign: null,
      actorActress: null,
      photoUrl: null,
    });
  });

  it('has pages of parts', async () => {
    for (const part of NAME_PART_NAMES) {
      const result = await records.namePart('nm0000011', part, { offset: 0, limit: 5 }, asker);
      expect('found' in result && result.found.total, part).toBe(
        { filmographies: 2, nicknames: 1, marriages: 1 }[part as string] ?? 0,
      );
    }
  });
});

describe('ids', () => {
  it('that are padded longer have moved to the usual form', async () => {
    expect(await records.title('tt000000001', plain, asker)).toEqual({ movedTo: 'tt0000001' });
    expect(await records.name('nm00000011', readView(NAME_SHAPE, {}), asker)).toEqual({ movedTo: 'nm0000011' });
  });

  it('that were merged have moved', async () => {
    await db.query(`insert into redirect (kind, source_id, target_id) values ('movie', 500, 1), ('name', 500, 11)`);
    expect(await records.title('tt0000500', plain, asker)).toEqual({ movedTo: 'tt0000001' });
    expect(await records.titlePart('tt0000500', 'akas', { offset: 0, limit: 1 }, {}, asker)).toEqual({
      movedTo: 'tt0000001',
    });
    expect(await records.namePart('nm0000500', 'quotes', { offset: 0, limit: 1 }, asker)).toEqual({
      movedTo: 'nm0000011',
    });
  });

  it('of the wrong kind or form are refused, unknown ones are remembered', async () => {
    for (const id of ['nm0000001', 'tt1', 'tt0000000', 'tt12345678901', '']) {
      await expect(records.title(id, plain, asker), id).rejects.toMatchObject({ reason: 'malformed_id' });
    }
    wanted.length = 0;
    await expect(records.title('tt0000777', plain, asker)).rejects.toMatchObject({
      reason: 'title_unknown',
      status: 404,
    });
    expect(wanted).toEqual(['tt0000777']);
  });
});

describe('a batch', () => {
  it('answers titles, people and episodes in the order asked, each with its code', async () => {
    const ids = ['nm0000012', 'tt0000021', 'nonsense', 'tt0000500', 'tt0000888', 'tt0000001', 'tt0000001'];
    const items = JSON.parse(
      await records.batch({ ids, fields: ['title', 'name'], include: ['genres', 'nicknames'] }, asker),
    );
    expect(items.map((item: { id: string; code: number }) => [item.id, item.code])).toEqual(
      ids.map((id, at) => [id, [200, 200, 400, 308, 404, 200, 200][at]]),
    );
    expect(items[0].data).toEqual({ name: 'Jan Holt', nicknames: [] });
    expect(items[1].data).toEqual({ title: 'One', genres: [] });
    expect(items[3]).toMatchObject({ data: null, redirectTo: 'tt0000001' });
    expect(items[2]).toMatchObject({ data: null, reason: 'malformed_id' });
  });
});

describe('sources that are not published', () => {
  it('take their records, parts and fields with them', async () => {
    await db.query(
      `insert into title_origin (title_id, part, source, fetched_at) values (1, 'goofs', 'omdb', now()), (1, 'rating', 'omdb', now())`,
    );
    seen = { ...all, sources: ['bundle', 'editor'] };
    const record = await title('tt0000001', everything);
    expect([record.rating, record.goofs, record.title]).toEqual([null, [], 'The Glass Harbour']);
    expect(await part('tt0000001', 'goofs')).toEqual({ items: [], total: 0 });
    seen = { ...all, sources: ['tmdb'] };
    await expect(records.title('tt0000001', plain, asker)).rejects.toMatchObject({ reason: 'title_unknown' });
    await expect(records.name('nm0000011', readView(NAME_SHAPE, {}), asker)).rejects.toMatchObject({
      reason: 'name_unknown',
    });
    await expect(records.season('tt0000002', { season: 1 }, asker)).rejects.toMatchObject({ reason: 'title_unknown' });
    seen = all;
  });
});
