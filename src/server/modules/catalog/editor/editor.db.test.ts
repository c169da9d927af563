import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { contentsOf } from '#test/support/random-import.ts';
import { randomRuns } from '#test/support/runs.ts';
import { applyRecords } from '../apply.service.ts';
import { ADA, editorOn, HARBOUR, idOf, reasonOf } from './editor.fixture.ts';
import { readOrigins } from './parts.store.ts';

const db = await testDatabase();
const { editor, followed, begin, shown, save, feed } = editorOn(db);
beforeEach(begin);

const AKA = { title: '', countryCode: null, languageCode: null, types: null, attributes: null, original: false };

describe('what is edited', () => {
  it('is told with its moments as everywhere', async () => {
    await db.query(`update title set fetched_at = '2026-11-29T01:04:30.340981+00:00'`);
    const [title, plot] = [await shown('title'), (await save({ plot: 'Mine.' }))[0]];
    expect(title.fetched).toBe('2026-11-29T01:04:30.340Z');
    expect((await readOrigins(db, 'movie', HARBOUR.key))?.record.fetched).toBe(title.fetched);
    expect(plot?.fetched).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('is asked for by names that there are', async () => {
    for (const names of [['foo'], ['title', 'foo'], ['photoUrl'], ['']])
      expect(await reasonOf(editor.show(HARBOUR, names))).toEqual(['invalid_parameter', 'parts']);
    expect((await editor.show(HARBOUR, ['posterUrl', 'title'])).map(({ part }) => part)).toEqual([
      'title',
      'posterUrl',
    ]);
  });

  it('has no spaces around its texts, and none instead of them', async () => {
    await save({ title: ' Mine\n', akas: [{ ...AKA, title: ' Meins ', types: [' working '] }] });
    expect((await shown('title')).value).toBe('Mine');
    expect((await shown('akas')).value).toEqual([{ ...AKA, title: 'Meins', types: ['working'], ordering: 1 }]);
    const { total } = await editor.history(HARBOUR, { offset: 0, limit: 1 });
    await save({ title: 'Mine ' });
    expect((await editor.history(HARBOUR, { offset: 0, limit: 1 })).total).toBe(total);
    const someone = idOf('nm0000011');
    expect(await reasonOf(save({ name: ' ' }, [], someone))).toEqual(['invalid_body', 'name']);
    const nicknames = [{ nickname: ' ' }];
    expect(await reasonOf(save({ nicknames }, [], someone))).toEqual(['invalid_body', 'nicknames.0.nickname']);
    const made = [
      { part: 'title', value: ' ' },
      { part: 'type', value: 'M' },
    ];
    expect(await reasonOf(editor.create('movie', made, ADA))).toEqual(['invalid_body', 'title']);
  });
});

describe('an edit', () => {
  it('is locked, told to the feed and to what follows, and noted with what was there before', async () => {
    const before = await shown('title');
    const [title, trivias] = await save({ title: 'Mine', trivias: [{ trivia: 'It was built of ice.' }] });
    expect(title).toMatchObject({ value: 'Mine', source: 'editor', locked: true });
    expect(trivias).toMatchObject({ locked: true });
    expect(await feed()).toEqual([['movie', 1, 'update', null]]);
    expect(followed).toEqual([[{ id: 1, action: 'update' }]]);
    const { rows, total } = await editor.history(HARBOUR, { offset: 0, limit: 10 });
    expect(total).toBe(2);
    expect(rows.map(({ by, action, part, before: old, after }) => ({ by, action, part, old, after }))).toEqual([
      {
        by: 'ada@example.org',
        action: 'edit',
        part: 'trivias',
        old: expect.any(Array),
        after: [{ trivia: 'It was built of ice.' }],
      },
      { by: 'ada@example.org', action: 'edit', part: 'title', old: before.value, after: 'Mine' },
    ]);
  });

  it('of a part that somebody else has changed is refused, and nothing of it is saved', async () => {
    const [mine, plot] = [await shown('title'), await shown('plot')];
    await save({ title: 'Theirs' });
    const both = [
      { part: 'plot', value: 'Mine.', version: plot.version },
      { part: 'title', value: 'Mine', version: mine.version },
    ];
    expect(await reasonOf(editor.save(HARBOUR, { changes: both, unlock: [], accountId: ADA }))).toEqual([
      'changed_meanwhile',
      'title',
    ]);
    expect((await shown('plot')).value).toBe(plot.value);
    expect((await shown('title')).value).toBe('Theirs');
  });

  it('that changes nothing is not noted', async () => {
    await save({ title: (await shown('title')).value });
    expect((await editor.history(HARBOUR, { offset: 0, limit: 10 })).total).toBe(0);
  });

  it.each([
    [{ title: '' }, 'title'],
    [{ title: '  ' }, 'title'],
    [{ akas: [{ ...AKA, title: '\u00a0' }] }, 'akas.0.title'],
    [{ year: 'soon' }, 'year'],
    [{ goofs: [{ type: 'plot', goof: 'x', more: 1 }] }, 'goofs.0.more'],
    [{ actors: [{ imdbId: 'nm0999999', main: true, characters: [], remark: null }] }, 'actors.0.imdbId'],
    [
      { trailers: [{ name: 'x', trailersQualities: [{ quality: 1, urlVideo: 'javascript:alert(1)' }] }] },
      'trailers.0.trailersQualities.0.urlVideo',
    ],
  ])('of %j is refused, naming the field', async (values, field) => {
    const before = await contentsOf(db);
    const changes = await Promise.all(
      Object.entries(values).map(async ([part, value]) => ({ part, value, version: (await shown(part)).version })),
    );
    expect(await reasonOf(editor.save(HARBOUR, { changes, unlock: [], accountId: null }))).toEqual([
      'invalid_body',
      field,
    ]);
    expect(await contentsOf(db)).toEqual(before);
  });

  it('of a part that is none, or twice of one, is refused', async () => {
    const twice = [
      { part: 'title', value: 'a', version: '' },
      { part: 'title', value: 'b', version: '' },
    ];
    const none = [{ part: '__proto__', value: 'a', version: '' }];
    for (const [changes, field] of [
      [twice, 'title'],
      [none, '__proto__'],
    ] as const)
      expect(await reasonOf(editor.save(HARBOUR, { changes, unlock: [], accountId: null }))).toEqual([
        'invalid_body',
        field,
      ]);
    const nowhere = editor.save(HARBOUR, { changes: [], unlock: ['nope'], accountId: null });
    expect(await reasonOf(nowhere)).toEqual(['invalid_body', 'unlock']);
  });

  it('makes the people whom it names', async () => {
    await save({ crew: [{ type: 'DIRECTOR', imdbId: 'nm0999999', name: 'Nobody Yet', job: null }] });
    expect((await shown('name', idOf('nm0999999'))).value).toBe('Nobody Yet');
    expect((await shown('crew')).value).toEqual([
      { type: 'DIRECTOR', imdbId: 'nm0999999', name: 'Nobody Yet', job: null, main: false, remark: null, ordering: 1 },
    ]);
  });

  it('gives a part free again, and then sources write there', async () => {
    await save({ plot: 'Mine.' });
    await save({}, ['plot', 'title']);
    expect(await shown('plot')).toMatchObject({ source: 'editor', locked: false });
    await db.transaction((tx) => applyRecords(tx, { titles: [{ id: 1, plot: 'Theirs.' }], people: [] }, 'omdb'));
    expect(await shown('plot')).toMatchObject({ value: 'Theirs.', source: 'omdb' });
    const { rows } = await editor.history(HARBOUR, { offset: 0, limit: 10 });
    expect(rows.map(({ action, part }) => [action, part])).toEqual([
      ['unlock', 'plot'],
      ['edit', 'plot'],
    ]);
  });
});

describe('undo', () => {
  it('of any edits, the last one first, leaves the record and its origins as they were', async () => {
    const values = fc.oneof(
      fc.record({ title: fc.constantFrom('A', 'B', 'C') }),
      fc.record({ plot: fc.constantFrom(null, 'One.', 'Two.') }),
      fc.record({ genres: fc.constantFrom([], ['Drama'], ['Crime', 'Drama']) }),
      fc.record({ rating: fc.constantFrom(null, 6.1, 8.7) }),
      fc.record({ keywords: fc.constantFrom([], [{ keywords: 'harbour' }]) }),
      fc.record({
        actors: fc.constantFrom([], [{ imdbId: 'nm0000011', main: true, characters: ['X'], remark: null }]),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 6 }), async (steps) => {
        const before = await contentsOf(db);
        for (const step of steps) await save(step);
        const { rows } = await editor.history(HARBOUR, { offset: 0, limit: 50 });
        for (const { id, undoneBy, undoOf } of rows) if (!undoneBy && !undoOf) await editor.undo(id, ADA);
        const told = (line: string) => !line.startsWith('change');
        expect((await contentsOf(db)).filter(told)).toEqual(before.filter(told));
        await db.query('truncate edit');
      }),
      { numRuns: randomRuns(25) },
    );
  });

  it('is refused twice, where the part has changed since, and of what is not there', async () => {
    await save({ title: 'One' });
    await save({ title: 'Two' });
    const { rows } = await editor.history(HARBOUR, { offset: 0, limit: 10 });
    const [two, one] = rows.map(({ id }) => id);
    expect(await reasonOf(editor.undo(one ?? 0, ADA))).toEqual(['changed_meanwhile', 'title']);
    await editor.undo(two ?? 0, ADA);
    expect(await reasonOf(editor.undo(two ?? 0, ADA))).toEqual(['undone']);
    expect(await reasonOf(editor.undo(999_999, ADA))).toEqual(['edit_unknown']);
    expect((await shown('title')).value).toBe('One');
  });

  it('brings a deleted record back whole, with its locks', async () => {
    await save({ plot: 'Mine.' });
    const before = (await contentsOf(db)).filter((line) => !line.startsWith('change'));
    await editor.remove(HARBOUR, ADA);
    expect(await reasonOf(editor.show(HARBOUR))).toEqual(['title_unknown']);
    const { rows } = await editor.history(HARBOUR, { offset: 0, limit: 1 });
    await editor.undo(rows[0]?.id ?? 0, ADA);
    expect((await contentsOf(db)).filter((line) => !line.startsWith('change'))).toEqual(before);
    expect((await feed()).map((row) => row[2])).toEqual(['update', 'delete', 'create']);
  });
});
