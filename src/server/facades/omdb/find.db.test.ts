import { beforeAll, describe, expect, it } from 'vitest';
import { jsonText } from '#server/kernel/json.ts';
import { createRecords } from '#server/modules/catalog/record.service.ts';
import { addTitles, rebuildAll, SEEN } from '#server/modules/search/search.fixture.ts';
import { createSearch } from '#server/modules/search/search.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { NOBODY } from '#test/support/records.ts';
import type { Narrowed } from './ask.rules.ts';
import { createFind } from './find.service.ts';
import { seasonOf } from './lists.map.ts';
import { titleOf } from './title.map.ts';

const db = await testDatabase();
let statements = 0;
let seen = SEEN;
const counted: Database = {
  ...db,
  query: (query, values) => {
    statements += 1;
    return db.query(query, values);
  },
};
const wanted: string[] = [];
const visibility = () => seen;
const records = createRecords({ db: counted, visibility, onWanted: (id) => wanted.push(id) });
const find = createFind({ records, search: createSearch({ db: counted, visibility }) });

const SERIES = 20;
beforeAll(async () => {
  await addTitles(db, [
    { id: 1, title: 'The Lantern', year: 1990, votes: 500, rating: 7 },
    { id: 2, title: 'The Lantern', year: 2005, votes: 90, rating: 6 },
    { id: 3, title: 'La lanterne', akas: ['The Lantern'], year: 1970, votes: 9_000 },
    { id: 4, title: 'The Lantern', type: 'VG', year: 2011, votes: 40 },
    { id: 5, title: 'The Lantern', type: 'E', year: 2012, votes: 9_999_999 },
    { id: 6, title: 'Lantern Bearers of the North', type: 'SH', year: 2015, votes: 70 },
    { id: 7, title: 'Lantern Nights', year: 2016, votes: 8, adult: true },
    { id: 8, title: 'The Closed Lantern', year: 2017, votes: 8, source: 'tmdb' },
    { id: SERIES, title: 'The Lantern', type: 'S', year: 2001, votes: 60 },
    { id: 21, title: 'First Light', type: 'E', year: 2001, released: '2001-05-06', votes: 1_234, rating: 8 },
    { id: 22, title: 'Second Light', type: 'E', year: 2001, released: '2001-05' },
    { id: 23, title: 'Nowhere', type: 'E' },
    { id: 24, title: 'A Special', type: 'E' },
  ]);
  await db.query(`insert into episode (title_id, series_id, season, number, year) values
    (21, 20, 1, 1, 2001), (22, 20, 1, 2, 2001), (23, 20, 2, null, null), (24, 20, 0, 1, null)`);
  await db.query(`update title set end_year = 2009 where id = ${SERIES}`);
  await db.query(`insert into redirect (kind, source_id, target_id) values ('movie', 99, 1), ('movie', 98, ${SERIES})`);
  await rebuildAll(db);
});

const any: Narrowed = { type: undefined, year: undefined };
const byTitle = async (title: string, more: Partial<Narrowed> = {}) =>
  titleOf(await find.title({ title, ...any, ...more }, NOBODY), false);
const refused = (text: string) => expect.objectContaining({ message: text });

describe('a title by its id', () => {
  it('is one statement, and leaves no wish', async () => {
    statements = 0;
    expect(titleOf(await find.title({ id: 'tt0000001' }, NOBODY), false)).toMatchObject({ Title: 'The Lantern' });
    expect([statements, wanted]).toEqual([1, []]);
  });

  it('is answered as the one that it was merged into', async () => {
    expect(await find.title({ id: 'tt0000099' }, NOBODY)).toMatchObject({ imdbId: 'tt0000001' });
    expect((await find.season({ id: 'tt0000098' }, 1, NOBODY)).series.imdbId).toBe('tt0000020');
  });

  it('is answered where it is adult', async () => {
    expect(await find.title({ id: 'tt0000007' }, NOBODY)).toMatchObject({ title: 'Lantern Nights' });
  });

  it('that is not there is told, and leaves a wish', async () => {
    await expect(find.title({ id: 'tt0000777' }, NOBODY)).rejects.toMatchObject({ reason: 'title_unknown' });
    expect(wanted).toEqual(['tt0000777']);
  });

  it('of an episode says where it stands, in one statement', async () => {
    statements = 0;
    const episode = titleOf(await find.title({ id: 'tt0000021' }, NOBODY), false);
    expect(episode).toMatchObject({ Season: '1', Episode: '1', seriesID: 'tt0000020', imdbVotes: '1234' });
    expect(statements).toBe(1);
    expect(titleOf(await find.title({ id: 'tt0000005' }, NOBODY), false)).toMatchObject({
      Season: 'N/A',
      seriesID: 'N/A',
    });
  });
});

describe('the best match of a title', () => {
  it.each([
    ['the lantern', {}, 'tt0000001'],
    ['THE LÁNTERN', {}, 'tt0000001'],
    ['the lantern', { year: 2005 }, 'tt0000002'],
    ['the lantern', { year: 1970 }, 'tt0000003'],
    ['the lantern', { type: 'game' }, 'tt0000004'],
    ['the lantern', { type: 'series' }, 'tt0000020'],
    ['the lantern', { type: 'episode' }, 'tt0000005'],
    ['the lantern', { type: 'movie', year: 2005 }, 'tt0000002'],
    ['la lanterne', {}, 'tt0000003'],
    ['lantern bearers', {}, 'tt0000006'],
    ['lantern bear', {}, 'tt0000006'],
  ] as const)('%s %j is %s', async (title, more, id) => expect((await byTitle(title, more)).imdbID).toBe(id));

  it.each([
    ['lantren bearers', {}, 'Movie not found!'],
    ['no such words', {}, 'Movie not found!'],
    ['the lantern', { year: 1800 }, 'Movie not found!'],
    ['the lantern', { type: 'series', year: 1800 }, 'Series not found!'],
    ['lantern nights', {}, 'Movie not found!'],
    ['!?', {}, 'Movie not found!'],
  ] as const)('%s %j is none', async (title, more, text) => {
    await expect(byTitle(title, more)).rejects.toThrow(refused(text));
  });

  it('is none of a source that is not published', async () => {
    seen = { ...SEEN, sources: ['sample', 'editor'] };
    await expect(byTitle('the closed lantern')).rejects.toThrow(refused('Movie not found!'));
    seen = SEEN;
    expect((await byTitle('the closed lantern')).imdbID).toBe('tt0000008');
  });
});

describe('a season', () => {
  it('of a series by its id is one statement', async () => {
    statements = 0;
    const { series, season } = await find.season({ id: 'tt0000020' }, 1, NOBODY);
    expect(statements).toBe(1);
    expect(seasonOf(series, season)).toEqual({
      Title: 'The Lantern',
      Season: '1',
      totalSeasons: '2',
      Episodes: [
        { Title: 'First Light', Released: '2001-05-06', Episode: '1', imdbRating: '8.0', imdbID: 'tt0000021' },
        { Title: 'Second Light', Released: 'N/A', Episode: '2', imdbRating: 'N/A', imdbID: 'tt0000022' },
      ],
      Response: 'True',
    });
  });

  it('is of the series of that title, whatever type is asked for', async () => {
    const named = { title: 'the lantern', ...any };
    for (const type of [undefined, 'episode', 'movie'] as const)
      expect((await find.season({ ...named, type }, 0, NOBODY)).season.episodes[0]).toMatchObject({
        title: 'A Special',
      });
    const { series, season } = await find.season(named, 2, NOBODY);
    expect(season.episodes).toMatchObject([{ title: 'Nowhere', episode: null }]);
    expect(seasonOf(series, season).Episodes).toEqual([]);
  });

  it('that is not there is told', async () => {
    const none = refused('Series or season not found!');
    await expect(find.season({ id: 'tt0000020' }, 3, NOBODY)).rejects.toThrow(none);
    await expect(find.season({ id: 'tt0000001' }, 1, NOBODY)).rejects.toThrow(none);
    await expect(find.season({ title: 'no such words', ...any }, 1, NOBODY)).rejects.toThrow(none);
    await expect(find.season({ id: 'tt0000778' }, 1, NOBODY)).rejects.toMatchObject({ reason: 'title_unknown' });
  });

  it('has its episodes one by one', async () => {
    expect(await find.episode({ title: 'the lantern', ...any, type: 'episode' }, 1, 2, NOBODY)).toMatchObject({
      title: 'Second Light',
      series: { imdbId: 'tt0000020', season: 1, episode: 2 },
    });
    const none = refused('Series or episode not found!');
    for (const [season, episode] of [
      [1, 3],
      [2, 1],
      [9, 1],
    ] as const)
      await expect(find.episode({ id: 'tt0000020' }, season, episode, NOBODY)).rejects.toThrow(none);
  });
});

describe('a search', () => {
  const idsOf = async (words: string, more: Partial<Narrowed> = {}, page = 1) =>
    (await find.list(words, page, { ...any, ...more }, NOBODY)).hits.map(({ imdbId }) => imdbId).toSorted();

  it('finds all but episodes and adult titles, with the years of series', async () => {
    const { hits, total } = await find.list('lantern', 1, any, NOBODY);
    expect(total).toBe(7);
    expect(hits.map(({ imdbId }) => imdbId).toSorted()).toEqual(
      ['1', '2', '3', '4', '6', '8', '20'].map((id) => `tt${id.padStart(7, '0')}`),
    );
    expect(hits.find(({ imdbId }) => imdbId === 'tt0000020')).toMatchObject({ year: 2001, endYear: 2009 });
    seen = { ...SEEN, adult: true };
    expect(await idsOf('lantern nights')).toEqual(['tt0000007']);
    seen = SEEN;
  });

  it('is narrowed by type and year, and forgives typos', async () => {
    expect(await idsOf('lantern', { type: 'series' })).toEqual(['tt0000020']);
    expect(await idsOf('lantern', { type: 'movie', year: 2015 })).toEqual(['tt0000006']);
    expect(await idsOf('lantern', { type: 'episode' })).toEqual(['tt0000005']);
    expect(await idsOf('lantren bearers')).toEqual(['tt0000006']);
  });

  it('that finds nothing, or ends before the page, is told', async () => {
    const none = refused('Movie not found!');
    await expect(find.list('no such words', 1, any, NOBODY)).rejects.toThrow(none);
    await expect(find.list('lantern', 2, any, NOBODY)).rejects.toThrow(none);
    await expect(find.list('lantern', 999_999, any, NOBODY)).rejects.toThrow(none);
  });

  it('that goes on beyond what is counted is told so', async () => {
    const endless = createFind({ records, search: { titles: async () => ({ json: jsonText('[]'), total: 10_001 }) } });
    await expect(endless.list('the', 1_001, any, NOBODY)).rejects.toThrow(refused('Too many results.'));
    await expect(endless.list('the', 1_000, any, NOBODY)).rejects.toThrow(refused('Movie not found!'));
  });
});
