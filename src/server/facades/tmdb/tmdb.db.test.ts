import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, describe, expect, it } from 'vitest';
import { tmdbEpisode, tmdbFilm, tmdbPerson, tmdbSeason, tmdbTv } from '#contracts/tmdb.api.ts';
import { EPISODE_PARTS, FILM_PARTS, SEASON_PARTS, SERIES_PARTS } from '#contracts/tmdb.parts.ts';
import { PERSON_PARTS } from '#contracts/tmdb.person-parts.ts';
import { TMDB } from '#contracts/tmdb.ts';
import { testDatabase } from '#test/support/database.ts';
import { TEST_URL } from '#test/support/product-in-memory.ts';
import { tmdbOn } from './tmdb.fixture.ts';

const db = await testDatabase();
const { product, call, ask, close } = await tmdbOn(db);
afterAll(close);

const checked = (shape: TSchema) => {
  const compiled = Compile(shape);
  return (value: unknown): unknown[] => (compiled.Check(value) ? [] : compiled.Errors(value).slice(0, 3));
};
const all = (parts: object): string => Object.keys(parts).slice(0, 20).join(',');

describe('the embedded catalogue', () => {
  it('is answered in the documented shapes, with every part', async () => {
    const [film, series, season] = [tmdbFilm, tmdbTv, tmdbSeason].map(({ reply }) => checked(reply));
    const { rows } = await db.query<{ id: number; type: string; season: number | null }>(
      `select id, type, (select min(season) from episode e where e.series_id = t.id) as season from title t where type <> 'E'`,
    );
    expect(rows.length).toBeGreaterThan(50);
    const wrong: unknown[] = [];
    for (const { id, type, season: first } of rows) {
      const number = 1_000_000_000 + id;
      const isSeries = type === 'S' || type === 'TVMS';
      const parts = all(isSeries ? SERIES_PARTS : FILM_PARTS);
      const body = await ask(`${isSeries ? 'tv' : 'movie'}/${number}?append_to_response=${parts}`);
      const mistakes = (isSeries ? series : film)?.(body) ?? [];
      const lacking = parts.split(',').filter((name) => !(name in body));
      if (mistakes.length + lacking.length > 0) wrong.push([id, lacking, mistakes]);
      if (first !== null) {
        const mistaken = season?.(await ask(`tv/${number}/season/${first}?append_to_response=${all(SEASON_PARTS)}`));
        if (mistaken?.length !== 0) wrong.push([id, first, mistaken]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has people and episodes in the documented shapes', async () => {
    const [person, episode] = [tmdbPerson, tmdbEpisode].map(({ reply }) => checked(reply));
    const { rows } = await db.query<{ id: number }>('select id from person');
    const wrong: unknown[] = [];
    for (const { id } of rows) {
      const body = await ask(`person/${1_000_000_000 + id}?append_to_response=${all(PERSON_PARTS)}`);
      const mistakes = person?.(body) ?? [];
      if (mistakes.length > 0 || !('combined_credits' in body)) wrong.push([id, mistakes]);
    }
    const one = await ask(`tv/1396/season/1/episode/1?append_to_response=${all(EPISODE_PARTS)}`);
    expect([wrong, episode?.(one)]).toEqual([[], []]);
    expect(one).toMatchObject({ name: 'Pilot', season_number: 1, episode_number: 1, show_id: 1396, id: 1_000_959_621 });
  });

  it('has every list in the documented shape', async () => {
    const wrong: unknown[] = [];
    for (const { path, reply, example } of TMDB.endpoints) {
      const query = new URLSearchParams(example?.query ?? {}).toString();
      const filled = Object.entries(example?.params ?? {}).reduce(
        (text, [name, value]) => text.replace(`:${name}`, value),
        path.replace('/tmdb/3/', ''),
      );
      const mistakes = checked(reply)(await ask(`${filled}?${query}`));
      if (mistakes.length > 0) wrong.push([path, mistakes]);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a number', () => {
  it.each(['238', '1000068646', 'tt0068646', 'tt000068646', '238-the-godfather', '0238'])(
    '%s is the film that it stands for',
    async (id) => {
      expect(await ask(`movie/${id}`)).toMatchObject({ id: 238, imdb_id: 'tt0068646', title: 'The Godfather' });
    },
  );

  it.each([
    ...['movie/1396', 'movie/1000903747', 'tv/238', 'tv/1000068646', 'movie/1000959621', 'tv/1000959621', 'movie/0'],
    ...['movie/abc', 'movie/-1', 'movie/nm0000199', 'person/tt0068646', 'person/238', 'movie/99999999999', 'nothing'],
    ...['tv/1396/season/77', 'tv/1396/season/x', 'tv/1396/season/1/episode/77', 'movie/238/nothing', 'tv/238/season/1'],
    ...['trending/all/year', 'trending/books/day', 'movie/238/constructor', 'movie/238/__proto__'],
  ])('%s is nothing', async (path) => {
    const answer = await call(path);
    expect([answer.statusCode, answer.json().status_code]).toEqual([404, 34]);
  });

  it('of a record that was merged is that of what it has become', async () => {
    await db.query(`insert into redirect values ('movie', 99999998, 68646) on conflict do nothing`);
    expect(await ask('movie/1099999998')).toMatchObject({ id: 238 });
  });
});

describe('a film', () => {
  it('has its parts under the names old and new, and leaves out what is none', async () => {
    const film = await ask('movie/238?append_to_response=credits,casts,external_ids,,constructor,nothing,');
    expect(film.casts).toEqual(film.credits);
    expect(film.external_ids).toMatchObject({ imdb_id: 'tt0068646', wikidata_id: 'Q47703' });
    expect(film.credits.cast.find(({ id }: { id: number }) => id === 1158)).toMatchObject({ name: 'Al Pacino' });
    expect(film.credits.crew).toContainEqual(
      expect.objectContaining({ name: 'Francis Ford Coppola', job: 'Director', department: 'Directing' }),
    );
    expect(Object.hasOwn(film, 'nothing') || Object.hasOwn(film, 'constructor')).toBe(false);
    expect(await ask('movie/238/credits')).toEqual({ id: 238, ...film.credits });
    expect(await ask('movie/238/watch/providers')).toEqual({ id: 238, results: {} });
    expect(await ask('tv/1396/season/1/watch/providers')).toMatchObject({ results: {} });
  });

  it('has whole days, and of a year the first one', async () => {
    expect(await ask('movie/238')).toMatchObject({ release_date: expect.stringMatching(/^1972-\d\d-\d\d$/) });
    await db.query(`update title set release_date = null, year = 1931 where id = 417`);
    const { rows } = await db.query("select 1 from title where id = 417 and type in ('M', 'SH')");
    expect(rows.length).toBe(1);
    expect(await ask('movie/1000000417')).toMatchObject({ release_date: '1931-01-01' });
  });

  it('has the same totals on every page of a part', async () => {
    const [first, second] = [await ask('movie/238/similar'), await ask('movie/238/similar?page=2')];
    expect(first.total_results).toBeGreaterThan(0);
    expect(second).toEqual({ ...first, page: 2, results: [] });
    expect(await ask('movie/238/reviews?page=2')).toMatchObject({ page: 2, total_pages: 0, total_results: 0 });
  });

  it('names its languages in themselves', async () => {
    expect((await ask('movie/238')).spoken_languages).toContainEqual({
      ...{ iso_639_1: 'it', english_name: 'Italian', name: 'Italiano' },
    });
  });

  it('takes at most 20 parts', async () => {
    const parts = Array.from({ length: 21 }, (_, at) => `p${at}`).join(',');
    const answer = await call(`movie/238?append_to_response=${parts}`);
    expect([answer.statusCode, answer.json().status_code]).toEqual([400, 27]);
    expect((await call(`movie/238?append_to_response=${parts.slice(0, -4)}`)).statusCode).toBe(200);
  });
});

it('appends a season to its series', async () => {
  const series = await ask('tv/1396?append_to_response=season/1,season/77,external_ids');
  expect(series['season/1']).toMatchObject({ season_number: 1, name: 'Season 1' });
  expect(series['season/1'].episodes).toEqual((await ask('tv/1396/season/1')).episodes);
  expect([series['season/77'], series.external_ids.tvdb_id]).toEqual([undefined, 81189]);
  expect(series).toMatchObject({ number_of_seasons: 5, number_of_episodes: 62, status: 'Ended', in_production: false });
  expect(series.last_episode_to_air).toMatchObject({ season_number: 5, episode_number: 16 });
});

it('tells how long an episode is wherever it stands', async () => {
  const lengths = async (path: string) => (await ask(path)).episodes.map(({ runtime }: { runtime: number }) => runtime);
  const one = async (path: string): Promise<number> => (await ask(path)).runtime;
  const first = await one('tv/1396/season/1/episode/1');
  expect([first > 0, (await lengths('tv/1396/season/1'))[0]]).toEqual([true, first]);
  const series = await ask('tv/1396');
  expect(series.last_episode_to_air.runtime).toBe(await one('tv/1396/season/5/episode/16'));
});

it('credits somebody with the series of the episodes that name them, and counts those', async () => {
  const { popularity } = await ask('person/1158');
  await db.query(`insert into credit (title_id, person_id, role, ordering, characters)
    select e.title_id, 199, 0, 90, array['Guest ' || e.number] from episode e
      where e.series_id = 903747 and e.season = 1 and e.number <= 3
    union all select e.title_id, 186505, 0, 91, null from episode e where e.series_id = 903747 and e.season = 2`);
  const guest = await ask('person/1158?append_to_response=tv_credits,combined_credits');
  expect(guest.tv_credits.cast).toMatchObject([
    { id: 1396, name: 'Breaking Bad', character: expect.stringMatching(/^Guest [123]$/), episode_count: 3 },
  ]);
  expect(guest.combined_credits.cast).toContainEqual({ ...guest.tv_credits.cast[0], media_type: 'tv' });
  expect(guest.popularity).toBe(popularity);
  const main = (await ask('person/1000186505/tv_credits')).cast.filter(({ id }: { id: number }) => id === 1396);
  expect(main).toMatchObject([{ character: 'Walter White', episode_count: 13 }]);
});

it('has calls in its guide that can be copied', async () => {
  const { description } = (await product.app.inject({ url: '/tmdb/openapi.json' })).json().info;
  const calls = [...description.matchAll(/^curl '(\S+)'$/gm)].map(([, url = '']) => url);
  expect(calls.length).toBeGreaterThan(3);
  for (const url of calls) {
    const answer = await product.app.inject({ url: url.replace(TEST_URL, '').replace('TOKEN', product.token) });
    expect([url, answer.statusCode]).toEqual([url, 200]);
  }
});
