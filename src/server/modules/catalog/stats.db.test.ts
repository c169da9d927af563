import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { keptLog, silentLog } from '#test/support/log.ts';
import { createStats } from './stats.service.ts';
import type { Visibility } from './visibility.ts';

const ALL: Visibility = { imageBase: '', sources: null, adult: false };
const MINUTE = 60_000;

const db = await testDatabase();
const clock = { at: Date.parse('2026-11-21T12:00:00Z') };
const state: { seen: Visibility } = { seen: ALL };
const statsOf = (exactRows = 1_000) =>
  createStats({
    db,
    visibility: () => state.seen,
    now: () => new Date(clock.at),
    log: silentLog,
    exactRows,
  });

const addTitle = (id: number, { adult = false, source = 'sample', poster = 'drawn' as string | null } = {}) =>
  db.query(
    `insert into title (id, type, title, adult, source, poster, fetched_at) values ($1, 'M', 'Film ' || $1::bigint, $2, $3::source_name, $4, now())`,
    [id, adult, source, poster],
  );
const change = (kind: 'movie' | 'name', id: number, action = 'update') =>
  db.query('insert into change (kind, record_id, action) values ($1::record_kind, $2, $3)', [kind, id, action]);
const lastOf = async () => (await statsOf().read()).lastUpdate;

beforeAll(async () => {
  await addTitle(1);
  await addTitle(2, { poster: null });
  await addTitle(3, { adult: true });
  await addTitle(4, { source: 'tmdb' });
  await db.query(`insert into person (id, name, photo, source, fetched_at)
    values (1, 'Ada', 'drawn', 'sample', now()), (2, 'Bo', null, 'sample', now())`);
});
beforeEach(() => {
  state.seen = ALL;
});

describe('what the catalogue holds', () => {
  it('is counted', async () => {
    expect(await statsOf().read()).toEqual({
      titles: 4,
      names: 2,
      images: 4,
      lastUpdate: null,
      sources: ['sample', 'tmdb'],
    });
  });

  it('is what the planner believes where tables are large', async () => {
    await db.query('analyze title, person');
    await addTitle(5);
    expect(await statsOf(1).read()).toMatchObject({ titles: 4, names: 2, images: 4 });
    expect(await statsOf(3).read()).toMatchObject({ titles: 4, names: 2, images: 4 });
    expect(await statsOf().read()).toMatchObject({ titles: 5, names: 2, images: 5 });
    await db.query('delete from title where id = 5');
  });

  it.each([undefined, 1])('counts nothing that may not be shown (%j)', async (exactRows) => {
    await db.query('analyze title, person');
    state.seen = { ...ALL, sources: ['sample'] };
    const { titles, names, images } = await statsOf(exactRows).read();
    expect([titles, names]).toEqual([3, 2]);
    // Of large tables the planner knows how many have a picture, not of which source.
    expect(images).toBe(3);
    state.seen = { ...ALL, sources: ['editor'] };
    expect(await statsOf(exactRows).read()).toMatchObject({ titles: 0, names: 0, images: 0 });
  });

  it.each([undefined, 1])(
    'names the sources that it comes from, also parts of it, and may be shown (%j)',
    async (exactRows) => {
      await db.query(`insert into title_origin (title_id, part, source, fetched_at)
      values (1, 'rating', 'omdb', now()), (2, 'rating', 'omdb', now())`);
      await db.query('analyze title, person, title_origin, person_origin');
      const named = async () => (await statsOf(exactRows).read()).sources;
      // A single row may be one too few for the planner's idea of a large table.
      expect((await named()).filter((source) => source !== 'tmdb')).toEqual(['sample', 'omdb']);
      state.seen = { ...ALL, sources: ['sample', 'editor'] };
      expect(await named()).toEqual(['sample']);
      await db.query('truncate title_origin');
    },
  );

  it('is counted at most once a minute, beside the calls', async () => {
    const stats = statsOf();
    expect((await stats.read()).titles).toBe(4);
    await addTitle(6);
    clock.at += MINUTE - 1;
    await stats.read();
    await stats.idle();
    expect((await stats.read()).titles).toBe(4);
    clock.at += 1;
    expect((await stats.read()).titles).toBe(4);
    await stats.idle();
    expect((await stats.read()).titles).toBe(5);
    await db.query('delete from title where id = 6');
  });

  it('stays as it was while it cannot be counted', async () => {
    let away = false;
    const log = keptLog();
    const stats = createStats({
      db: { query: (query, values) => (away ? Promise.reject(new Error('away')) : db.query(query, values)) },
      visibility: () => ALL,
      now: () => new Date(clock.at),
      log,
    });
    await stats.read();
    away = true;
    clock.at += MINUTE;
    for (const _ of [1, 2, 3]) {
      expect((await stats.read()).titles).toBe(4);
      await stats.idle();
    }
    expect(log.lines).toEqual(['warn the catalogue cannot be counted for now; it is told when it can again']);
    expect((await stats.read()).titles).toBe(4);
    stats.invalidate();
    await expect(stats.read()).rejects.toThrow('away');
    away = false;
    expect((await stats.read()).titles).toBe(4);
  });
});

describe('the last update', () => {
  it('is the newest changed record that is still there', async () => {
    await change('movie', 1);
    await change('name', 2);
    const found = await lastOf();
    expect(found).toMatchObject({ imdbId: 'nm0000002', description: 'Bo' });
    expect(found?.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await change('movie', 99, 'delete');
    expect(await lastOf()).toEqual(found);
  });

  it('names nothing that may not be shown', async () => {
    await change('movie', 1);
    await change('movie', 4);
    await change('movie', 3);
    expect(await lastOf()).toMatchObject({ imdbId: 'tt0000004', description: 'Film 4' });
    state.seen = { ...ALL, sources: ['sample'] };
    expect(await lastOf()).toMatchObject({ imdbId: 'tt0000001' });
    state.seen = { ...ALL, adult: true };
    expect(await lastOf()).toMatchObject({ imdbId: 'tt0000003' });
  });

  it('follows what may be shown once that is told', async () => {
    const stats = statsOf();
    await stats.read();
    state.seen = { ...ALL, sources: ['sample'] };
    expect((await stats.read()).lastUpdate?.imdbId).toBe('tt0000004');
    stats.invalidate();
    expect((await stats.read()).lastUpdate?.imdbId).toBe('tt0000001');
  });
});
