import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { INVENTED, inventedTitle } from '#test/support/invented.ts';
import { foundIn, NOBODY, recordsOn } from '#test/support/records.ts';
import { applyRecords } from './apply.service.ts';

const db = await testDatabase();
const { records, part } = recordsOn(db);

beforeAll(() => db.transaction((tx) => applyRecords(tx, INVENTED, 'bundle')));

describe('seasons', () => {
  const season = async (set: Parameters<typeof records.season>[1]) =>
    foundIn(await records.season('tt0000002', set, NOBODY));

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
        { episode: 1, season: 1, title: 'One', date: '2001-03-04' },
        { episode: 2, season: 1, date: '2001' },
      ],
    });
    expect(await season({ year: 2003 })).toMatchObject({
      numSeason: null,
      year: 2003,
      episodes: [
        { title: 'Special', season: 0 },
        { title: 'Three', season: 3 },
      ],
    });
    expect(await season({ season: null })).toMatchObject({
      numSeason: null,
      year: null,
      episodes: [{ title: 'Lost', episode: null, season: null, date: null }],
    });
  });

  it('give one episode, also by the TMDB id', async () => {
    expect(foundIn(await records.episode('tt0000002', { season: 0 }, 0, NOBODY))).toMatchObject({
      imdbId: 'tt0000024',
    });
    expect(foundIn(await records.episode('tt0000002', { year: 2003 }, 1, NOBODY))).toMatchObject({
      imdbId: 'tt0000023',
    });
    expect(JSON.parse(await records.tmdbEpisode('77', 1, 2, NOBODY))).toMatchObject({ imdbId: 'tt0000022' });
  });

  it('give the one of the smallest season where those of a year share a number', async () => {
    const once = async () => foundIn(await records.episode('tt0000002', { year: 2003 }, 1, NOBODY));
    expect(await once()).toMatchObject({ imdbId: 'tt0000023', season: 3 });
    await db.transaction((tx) =>
      applyRecords(
        tx,
        {
          titles: [null, 4, 2].map((season, at) =>
            inventedTitle(26 + at, { type: 'E', year: 2003, episode: { series: 2, season, number: 1 } }),
          ),
          people: [],
        },
        'bundle',
      ),
    );
    expect(await once()).toMatchObject({ imdbId: 'tt0000028', season: 2 });
  });

  it('say which of series, season and episode is not there', async () => {
    await expect(records.season('tt0000002', { season: 9 }, NOBODY)).rejects.toMatchObject({
      reason: 'season_unknown',
    });
    await expect(records.episode('tt0000002', { season: 9 }, 1, NOBODY)).rejects.toMatchObject({
      reason: 'season_unknown',
    });
    await expect(records.episode('tt0000002', { season: 1 }, 9, NOBODY)).rejects.toMatchObject({
      reason: 'episode_unknown',
    });
    await expect(records.season('tt0000999', { season: 1 }, NOBODY)).rejects.toMatchObject({ reason: 'title_unknown' });
    await expect(records.tmdbEpisode('78', 1, 1, NOBODY)).rejects.toMatchObject({ reason: 'title_unknown' });
  });
});
