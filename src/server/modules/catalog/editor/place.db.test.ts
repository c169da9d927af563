import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ParsedId } from '#server/kernel/ids.ts';
import type { ToldTitle } from '#server/sources/record.ts';
import type { SourceName } from '#server/sources/source.ts';
import { testDatabase } from '#test/support/database.ts';
import { inventedTitle } from '#test/support/invented.ts';
import { contentsOf } from '#test/support/random-import.ts';
import { applyRecords } from '../apply.service.ts';
import { fetchingOn, sourceTelling } from '../fetch/fetch.fixture.ts';
import { ADA, editorOn, HARBOUR, idOf, reasonOf } from './editor.fixture.ts';
import { readOrigins } from './parts.store.ts';

// Where an episode stands is edited with it, and its series' list is its sources' all the same.

const db = await testDatabase();
const { editor, begin, shown, save, lastEdit } = editorOn(db);
const { fetchingFrom } = fetchingOn(db);
beforeEach(begin);

const [SERIES, EPISODE] = [idOf('tt0000002'), idOf('tt0000021')];
const OTHER = 31;
const place = (season: number, episode: number | null, series = 'tt0000002') => ({ series, season, episode });
const apply = (titles: ToldTitle[], source: SourceName = 'imdb-datasets') =>
  db.transaction((tx) => applyRecords(tx, { titles, people: [] }, source));
const told = (id: number, season: number, number: number, series = 2) =>
  inventedTitle(id, { type: 'E', episode: { series, season, number } });
const placeNow = async () => (await shown('place', EPISODE)).value;
const origins = async () =>
  (await db.query('select title_id, part, source, locked from title_origin order by 1, 2')).rows;

describe('the place of an episode that an editor has changed', () => {
  it('is locked with its editor, and nothing else is', async () => {
    const [answer] = await save({ place: place(4, 7) }, [], EPISODE);
    expect(answer).toMatchObject({ value: place(4, 7), source: 'editor', locked: true, by: 'ada@example.org' });
    expect(await origins()).toEqual([{ title_id: 21, part: 'place', source: 'editor', locked: true }]);
    await save({ title: 'Mine' }, [], EPISODE);
    expect(await shown('place', EPISODE)).toMatchObject({ source: 'editor', locked: true });
  });

  it('is no source’s, and the series goes on hearing of its other episodes', async () => {
    await save({ place: place(4, 7) }, [], EPISODE);
    await apply([told(21, 1, 1), told(22, 1, 9), told(OTHER, 4, 8), inventedTitle(2, { type: 'S' })]);
    expect(await placeNow()).toEqual(place(4, 7));
    const { rows } = await db.query('select season, number from episode where title_id in (22, 31) order by title_id');
    expect(rows).toEqual([
      { season: 1, number: 9 },
      { season: 4, number: 8 },
    ]);
    await apply([inventedTitle(21, { type: 'E' })]);
    expect(await placeNow()).toEqual(place(4, 7));
  });

  it('does not keep a bundle of the series from bringing an episode', async () => {
    await db.query(`update title set source = 'sample'`);
    await save({ place: place(4, 7) }, [], EPISODE);
    const bundle = await editor.exportRecord(SERIES);
    const more = { ...bundle.episodes?.[0], imdbId: 'tt0000031', place: { season: 5, episode: 1 } };
    const episodes = [...(bundle.episodes ?? []), more];
    await editor.importRecord('movie', Buffer.from(JSON.stringify({ ...bundle, episodes })), ADA);
    expect((await shown('place', idOf('tt0000031'))).value).toEqual(place(5, 1));
    expect(await placeNow()).toEqual(place(4, 7));
  });

  it('is told to be locked when a source says otherwise', async () => {
    await save({ place: place(4, 7) }, [], EPISODE);
    const { source } = sourceTelling({ name: 'tmdb', tell: async () => told(21, 1, 1) });
    const { sources } = await fetchingFrom([source]).store(EPISODE, { accountId: ADA });
    expect(sources).toMatchObject([{ locked: ['place'] }]);
  });

  it('goes back to the source by Unlock, which stands in the history', async () => {
    await save({ place: place(4, 7) }, [], EPISODE);
    const [free] = await save({}, ['place'], EPISODE);
    expect(free).toMatchObject({ value: place(4, 7), source: 'editor', locked: false, by: null });
    await apply([{ id: 21, title: 'One again' }]);
    expect(await shown('place', EPISODE)).toMatchObject({ value: place(4, 7), source: 'editor' });
    await apply([told(21, 1, 1)]);
    expect(await shown('place', EPISODE)).toMatchObject({ value: place(1, 1), source: 'imdb-datasets', locked: false });
    expect(await origins()).toEqual([]);
    const { rows } = await editor.history(EPISODE, { offset: 0, limit: 10 });
    expect(rows.map(({ action, part }) => [action, part])).toEqual([
      ['unlock', 'place'],
      ['edit', 'place'],
    ]);
  });

  it('goes back from a series that editors have made, too', async () => {
    const made = await editor.create(
      'movie',
      [
        { part: 'title', value: 'Made' },
        { part: 'type', value: 'S' },
      ],
      ADA,
    );
    await save({ place: place(1, 1, made) }, [], EPISODE);
    await apply([told(21, 1, 1)]);
    expect(await placeNow()).toEqual(place(1, 1, made));
    await save({}, ['place'], EPISODE);
    await apply([told(21, 1, 1)]);
    expect(await placeNow()).toEqual(place(1, 1));
  });

  it('is as it was after Undo, without a lock, and locked again when that is undone', async () => {
    const before = (await contentsOf(db)).filter((line) => !line.startsWith('change'));
    await save({ place: place(4, 7) }, [], EPISODE);
    await editor.undo(await lastEdit(EPISODE), ADA);
    expect((await contentsOf(db)).filter((line) => !line.startsWith('change'))).toEqual(before);
    await editor.undo(await lastEdit(EPISODE), ADA);
    expect(await shown('place', EPISODE)).toMatchObject({ value: place(4, 7), source: 'editor', locked: true });
  });

  it.each([
    ['deleted', () => editor.remove(SERIES, ADA)],
    ['merged', () => editor.merge(SERIES, HARBOUR, ADA)],
  ])('comes back, locked, with a series that was %s', async (_name, take) => {
    const [, made = ''] = [
      await save({ place: place(4, 7) }, [], EPISODE),
      await editor.create(
        'movie',
        Object.entries({ title: 'Made', type: 'E', place: place(4, 9) }).map(([part, value]) => ({ part, value })),
        ADA,
      ),
    ];
    const before = (await contentsOf(db)).filter((line) => !line.startsWith('change'));
    await take();
    expect(await placeNow()).not.toEqual(place(4, 7));
    await editor.undo(await lastEdit(SERIES), ADA);
    expect((await contentsOf(db)).filter((line) => !line.startsWith('change'))).toEqual(before);
    expect((await shown('place', idOf(made))).value).toEqual(place(4, 9));
  });

  it('of a title that is taken out of its series is locked as well', async () => {
    await save({ place: null }, [], EPISODE);
    await apply([told(21, 1, 1)]);
    expect(await shown('place', EPISODE)).toMatchObject({ value: null, locked: true });
    await save({}, ['place'], EPISODE);
    await apply([told(21, 1, 1)]);
    expect(await placeNow()).toEqual(place(1, 1));
  });
});

describe('a place that no episode can have', () => {
  it.each([
    ['of a film', HARBOUR, place(1, 1), 'place'],
    ['in itself', EPISODE, place(1, 1, 'tt0000021'), 'place.series'],
    ['in a film', EPISODE, place(1, 1, 'tt0000001'), 'place.series'],
    ['in another episode', EPISODE, place(1, 1, 'tt0000022'), 'place.series'],
    ['in what is not there', EPISODE, place(1, 1, 'tt0999999'), 'place.series'],
  ])('%s is refused', async (_name, id, value, field) => {
    const before = await contentsOf(db);
    expect(await reasonOf(save({ place: value }, [], id))).toEqual(['invalid_body', field]);
    expect(await contentsOf(db)).toEqual(before);
  });

  it('is refused of a record that is made, too', async () => {
    const making = (type: string, series: string) =>
      editor.create(
        'movie',
        Object.entries({ title: 'Made', type, place: place(1, 1, series) }).map(([part, value]) => ({ part, value })),
        ADA,
      );
    expect(await reasonOf(making('M', 'tt0000002'))).toEqual(['invalid_body', 'place']);
    expect(await reasonOf(making('E', 'tt0000001'))).toEqual(['invalid_body', 'place.series']);
    await making('E', 'tt0000002');
  });

  it('is one where the type is changed with it; a number that another episode has is none', async () => {
    expect(await reasonOf(save({ type: 'M', place: place(4, 7) }, [], EPISODE))).toEqual(['invalid_body', 'place']);
    await save({ place: place(1, 2) }, [], EPISODE);
    await save({ type: 'E', place: place(1, 2) });
  });

  it('comes from a source or a bundle all the same, and is edited around', async () => {
    await db.query(`update title set source = 'sample'`);
    await apply([{ id: 1, episode: { series: 3, season: 1, number: 1 } }], 'sample');
    const bundle = Buffer.from(JSON.stringify(await editor.exportRecord(HARBOUR)));
    await editor.remove(HARBOUR, ADA);
    await editor.importRecord('movie', bundle, ADA);
    await save({ plot: 'Mine.' });
    expect((await shown('place')).value).toEqual(place(1, 1, 'tt0000003'));
  });
});

describe('an installation from before', () => {
  const migration = readFileSync(
    join(import.meta.dirname, '../../../../../migrations/0103-places-of-their-own.sql'),
    'utf8',
  );

  it('has its edited places locked and the lists of their series free', async () => {
    const [undone, twice, gone] = ['tt0000022', 'tt0000023', 'tt0000024'].map(idOf) as [ParsedId, ParsedId, ParsedId];
    await apply([told(gone.key, 1, 4)]);
    await save({ place: place(4, 7) }, [], EPISODE);
    await save({ place: place(4, 8) }, [], undone);
    await editor.undo(await lastEdit(undone), ADA);
    for (const episode of [9, 10]) await save({ place: place(4, episode) }, [], twice);
    await editor.undo(await lastEdit(twice), ADA);
    await save({ place: place(4, 11) }, [], gone);
    for (const one of [gone, idOf('tt0000003')]) await editor.remove(one, ADA);
    const [check] = (
      await db.query<{ name: string }>(`select conname as name from pg_constraint
        where conrelid = 'title_origin'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%season%'`)
    ).rows;
    await db.query(`alter table title_origin drop constraint ${check?.name}; truncate title_origin;
      insert into title_origin select id, 'season', 'editor', now(), true from unnest(array[2, 21, 22, 23]) id;
      insert into title_origin values (21, 'place', 'sample', now(), false)`);
    await db.query(`update edit set origin = '{"season": {"source": "editor", "locked": true}, "plot": {"locked": true}}'
      where action = 'delete'`);
    await db.transaction((tx) => tx.query(migration));
    expect(await origins()).toEqual([
      { title_id: 21, part: 'place', source: 'editor', locked: true },
      { title_id: 23, part: 'place', source: 'editor', locked: true },
    ]);
    const { rows } = await db.query(`select origin from edit where action = 'delete' order by id`);
    expect(rows).toEqual([
      { origin: { place: { source: 'editor', locked: true }, plot: { locked: true } } },
      { origin: { plot: { locked: true } } },
    ]);
    expect(await readOrigins(db, 'movie', SERIES.key)).toMatchObject({ parts: {} });
  });
});
