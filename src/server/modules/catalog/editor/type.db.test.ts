import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { contentsOf } from '#test/support/random-import.ts';
import { applyRecords } from '../apply.service.ts';
import { ADA, editorOn, HARBOUR, idOf, reasonOf } from './editor.fixture.ts';

// The type of a title and where episodes stand fit together, whatever editors do.

const db = await testDatabase();
const { editor, begin, shown, save, lastEdit } = editorOn(db);
beforeEach(begin);

const [SERIES, EPISODE] = [idOf('tt0000002'), idOf('tt0000021')];
const place = (season: number, episode: number, series = 'tt0000002') => ({ series, season, episode });

describe('the type of a title', () => {
  it.each([
    ['an episode with a place', EPISODE, 'M', { type: 'M', place: null }],
    ['a series with episodes', SERIES, 'M', { type: 'TVMS' }],
  ])('nothing else is made of %s by its type alone', async (_name, id, type, fitting) => {
    const before = await contentsOf(db);
    expect(await reasonOf(save({ type }, [], id))).toEqual(['invalid_body', 'type']);
    expect(await contentsOf(db)).toEqual(before);
    await save(fitting, [], id);
    expect((await shown('type', id)).value).toBe(fitting.type);
  });

  it('does not come back by Undo while the type forbids it, nor a type that a place or an episode forbids', async () => {
    await save({ type: 'M', place: null }, [], EPISODE);
    const [type = 0, gone = 0] = (await editor.history(EPISODE, { offset: 0, limit: 2 })).rows
      .toSorted((a, b) => Number(b.part === 'type') - Number(a.part === 'type'))
      .map(({ id }) => id);
    expect(await reasonOf(editor.undo(gone, ADA))).toEqual(['changed_meanwhile', 'type']);
    await editor.undo(type, ADA);
    await editor.undo(gone, ADA);
    expect([(await shown('type', EPISODE)).value, (await shown('place', EPISODE)).value]).toEqual(['E', place(1, 1)]);

    await save({ place: null }, [], EPISODE);
    await save({ type: 'M' }, [], EPISODE);
    await save({ type: 'E' }, [], EPISODE);
    const back = await lastEdit(EPISODE);
    await save({ place: place(2, 2) }, [], EPISODE);
    expect(await reasonOf(editor.undo(back, ADA))).toEqual(['changed_meanwhile', 'place']);

    await save({ type: 'S' }, [], HARBOUR);
    const series = await lastEdit(HARBOUR);
    await save({ place: place(3, 3, HARBOUR.canonical) }, [], EPISODE);
    expect(await reasonOf(editor.undo(series, ADA))).toEqual(['changed_meanwhile', 'type']);
    await save({ place: null }, [], EPISODE);
    await editor.undo(series, ADA);
    expect((await shown('type', HARBOUR)).value).toBe('M');
  });

  it('that its source’s own place did not fit is no reason against Undo', async () => {
    const odd = { id: HARBOUR.key, episode: { series: 2, season: 9, number: 9 } };
    await db.transaction((tx) => applyRecords(tx, { titles: [odd], people: [] }, 'imdb-datasets'));
    await save({ plot: 'Mine.', place: null }, [], HARBOUR);
    await editor.undo(await lastEdit(HARBOUR), ADA);
    expect((await shown('place', HARBOUR)).value).toEqual(place(9, 9));
  });
});
