import { beforeEach, describe, expect, it } from 'vitest';
import type { ParsedId } from '#server/kernel/ids.ts';
import type { ToldTitle } from '#server/sources/record.ts';
import { testDatabase } from '#test/support/database.ts';
import { applyRecords } from '../apply.service.ts';
import { exportBundles } from '../editor/bundle.service.ts';
import { ADA, editorOn, HARBOUR, idOf, reasonOf } from '../editor/editor.fixture.ts';
import { fetchingOn, sourceTelling } from './fetch.fixture.ts';

const db = await testDatabase();
const { editor, begin, save } = editorOn(db);
const { fetchingFrom } = fetchingOn(db);
beforeEach(begin);

const MILL = idOf('tt0000900');
const POSTER = 'a'.repeat(64);
const told: ToldTitle = {
  ...{ id: MILL.key, type: 'M', title: 'Mill', plot: 'Flour.', genres: ['Drama'], poster: POSTER },
  credits: [{ role: 0, ordering: 1, person: 77_001, main: true, characters: ['Ann'], job: null, remark: null }],
  lists: { trivias: [{ trivia: 'It was built of ice.' }] },
};
const fetchFrom = (name: 'tmdb' | 'omdb', record: ToldTitle, id: ParsedId = MILL) =>
  fetchingFrom([
    sourceTelling({ name, tell: async () => record, people: [{ id: 77_001, name: 'Ada Roth' }] }).source,
  ]).store(id, { accountId: ADA });

/** A record, with whose those of its parts are that two sources tell differently. */
const stateOf = async (id: ParsedId) => {
  const [bundle] = await exportBundles(db, [id], new Date(0));
  const shown = await editor.show(id);
  return {
    picture: bundle?.picture,
    values: Object.fromEntries(shown.map(({ part, value, locked }) => [part, { value, locked }])),
    sources: shown.flatMap(({ part, source }) => (DIFFERENT.has(part) ? [[part, source]] : [])),
  };
};
const DIFFERENT = new Set(['title', 'plot', 'genres', 'runtime']);
const newest = async (id: ParsedId) => (await editor.history(id, { offset: 0, limit: 1 })).rows[0];
const undo = async (id: ParsedId) => editor.undo((await newest(id))?.id ?? 0, ADA);

describe('undoing a fetch', () => {
  beforeEach(() =>
    db.transaction((tx) =>
      applyRecords(tx, { titles: [{ ...told, plot: 'Old.', poster: 'drawn' }], people: [] }, 'sample'),
    ),
  );

  it('gives all of its parts back to whoever they were of, the picture too, though the record has changed hands', async () => {
    await save({ runtime: 90 }, [], MILL);
    const before = await stateOf(MILL);
    await fetchFrom('tmdb', { ...told, title: 'Moulin', genres: ['Crime'], year: 1931, runtime: 91 });
    const fetched = await stateOf(MILL);
    expect(await newest(MILL)).toMatchObject({
      action: 'fetch',
      before: { title: 'Mill', plot: 'Old.', genres: ['Drama'], year: null, posterUrl: 'drawn' },
      after: { title: 'Moulin', plot: 'Flour.', genres: ['Crime'], year: 1931, posterUrl: POSTER },
    });
    await undo(MILL);
    expect(await stateOf(MILL)).toEqual(before);
    await undo(MILL);
    expect(await stateOf(MILL)).toEqual(fetched);
    await undo(MILL);
    expect(await stateOf(MILL)).toEqual(before);
  });

  it('is refused when a part was changed since, and names it', async () => {
    await fetchFrom('tmdb', { ...told, title: 'Moulin', genres: ['Crime'] });
    const { id = 0 } = (await newest(MILL)) ?? {};
    await save({ plot: 'Ours.', genres: ['Comedy'] }, [], MILL);
    const before = await stateOf(MILL);
    expect(await reasonOf(editor.undo(id, ADA))).toEqual(['changed_meanwhile', 'plot', 'genres']);
    expect(await stateOf(MILL)).toEqual(before);
    // The parts that it has not touched may have changed.
    const { rows } = await editor.history(MILL, { offset: 0, limit: 2 });
    for (const edit of rows) await editor.undo(edit.id, ADA);
    await save({ runtime: 90 }, [], MILL);
    await editor.undo(id, ADA);
  });
});

describe('undoing a fetch that made the record', () => {
  beforeEach(() => fetchFrom('tmdb', told));

  it('takes it away, and that can be undone', async () => {
    const before = await stateOf(MILL);
    await undo(MILL);
    expect(await reasonOf(editor.show(MILL))).toEqual(['title_unknown']);
    const { rows } = await editor.history(MILL, { offset: 0, limit: 9 });
    expect(rows).toMatchObject([
      { action: 'delete', undoOf: rows[1]?.id },
      { action: 'fetch', undoneBy: rows[0]?.id },
    ]);
    expect(await reasonOf(editor.undo(rows[1]?.id ?? 0, ADA))).toEqual(['undone']);
    await undo(MILL);
    expect(await stateOf(MILL)).toEqual(before);
  });

  it('is refused when it is not what it was then', async () => {
    const { id = 0 } = (await newest(MILL)) ?? {};
    await save({ runtime: 90 }, [], MILL);
    expect(await reasonOf(editor.undo(id, ADA))).toEqual(['changed_meanwhile', 'runtime']);
    await editor.remove(MILL, ADA);
    expect(await reasonOf(editor.undo(id, ADA))).toEqual(['title_unknown']);
  });
});

it('an edit is given back to whoever it was of, though the record has changed hands since', async () => {
  await db.transaction((tx) => applyRecords(tx, { titles: [told], people: [] }, 'sample'));
  await save({ plot: 'Ours.' }, [], MILL);
  const { id = 0 } = (await newest(MILL)) ?? {};
  await fetchFrom('tmdb', { ...told, plot: 'Theirs.' });
  await editor.undo(id, ADA);
  expect((await editor.show(MILL, ['plot']))[0]).toMatchObject({ value: 'Flour.', source: 'sample', locked: false });
});

it('a fetch that changes nothing is not in the history', async () => {
  await fetchFrom('omdb', { id: HARBOUR.key }, HARBOUR);
  expect((await editor.history(HARBOUR, { offset: 0, limit: 1 })).total).toBe(0);
});
