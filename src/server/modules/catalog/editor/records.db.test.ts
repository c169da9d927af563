import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { inventedPerson, inventedTitle } from '#test/support/invented.ts';
import { contentsOf } from '#test/support/random-import.ts';
import { applyRecords } from '../apply.service.ts';
import { ADA, editorOn, FIRST, HARBOUR, idOf, reasonOf } from './editor.fixture.ts';

const db = await testDatabase();
const { editor, begin, shown, feed } = editorOn(db);
beforeEach(begin);

describe('records of editors', () => {
  it('get ids that IMDb does not give, one after the other, and never one that was used', async () => {
    const named = (value: string) => [
      { part: 'title', value },
      { part: 'type', value: 'M' },
    ];
    expect(await editor.create('movie', named('First'), ADA)).toBe('tt9000000000');
    expect(await editor.create('movie', named('Second'), ADA)).toBe('tt9000000001');
    await editor.remove(idOf('tt9000000001'), ADA);
    expect(await editor.create('movie', named('Third'), ADA)).toBe('tt9000000002');
    expect(await editor.create('name', [{ part: 'name', value: 'Somebody' }], ADA)).toBe('nm9000000000');
    expect(await reasonOf(editor.create('movie', [{ part: 'title', value: 'No type' }], ADA))).toEqual([
      'invalid_body',
      'type',
    ]);
    await db.transaction((tx) =>
      applyRecords(tx, { titles: [inventedTitle(FIRST, { title: 'Theirs' })], people: [] }, 'imdb-datasets'),
    );
    expect((await shown('title', idOf('tt9000000000'))).value).toBe('First');
  });

  it('are merged: the id leads on, credits and episodes go along, and the feed tells where', async () => {
    await db.transaction((tx) => applyRecords(tx, { titles: [], people: [inventedPerson(13)] }, 'tmdb'));
    await db.query('truncate change');
    const credits = async () =>
      (await db.query('select title_id, role from credit where person_id in (11, 13) order by 1, 2')).rows;
    const before = await credits();
    await editor.merge(idOf('nm0000011'), idOf('nm0000013'), ADA);
    expect(await credits()).toEqual(before);
    expect(await reasonOf(editor.show(idOf('nm0000011')))).toEqual(['name_unknown']);
    expect((await feed()).at(-1)).toEqual(['name', 11, 'merge', 13]);
    const redirects = await db.query('select kind, source_id, target_id from redirect');
    expect(redirects.rows).toEqual([{ kind: 'name', source_id: 11, target_id: 13 }]);
    await editor.split(idOf('nm0000011'));
    expect((await db.query('select 1 from redirect')).rows).toEqual([]);
    const same = editor.merge(HARBOUR, HARBOUR, ADA);
    expect(await reasonOf(same)).toEqual(['invalid_body', 'into']);
    expect(await reasonOf(editor.merge(HARBOUR, idOf('tt0999999'), ADA))).toEqual(['title_unknown', 'into']);
  });
});

describe('an id that is no record', () => {
  const GIVEN_UP = idOf('tt0990001');

  it('is led to one, the last one that was named, and the feed tells where', async () => {
    await db.query('truncate change');
    const other = idOf('tt0990002');
    await editor.redirect(GIVEN_UP, HARBOUR);
    expect((await feed()).at(-1)).toEqual(['movie', GIVEN_UP.key, 'merge', HARBOUR.key]);
    const led = async () => (await db.query('select source_id, target_id from redirect order by 1')).rows;
    expect(await led()).toEqual([{ source_id: GIVEN_UP.key, target_id: HARBOUR.key }]);
    await db.transaction((tx) => applyRecords(tx, { titles: [inventedTitle(other.key)], people: [] }, 'tmdb'));
    await editor.redirect(GIVEN_UP, other);
    expect(await led()).toEqual([{ source_id: GIVEN_UP.key, target_id: other.key }]);
    const told = await feed();
    await editor.redirect(GIVEN_UP, other);
    expect(await feed()).toEqual(told);
    await editor.split(GIVEN_UP);
    expect(await led()).toEqual([]);
    expect((await feed()).slice(told.length)).toEqual([['movie', GIVEN_UP.key, 'delete', null]]);
    expect(await reasonOf(editor.split(GIVEN_UP))).toEqual(['title_unknown']);
  });

  it('stays led where somebody has led it since a merge, until that is taken back', async () => {
    const gone = idOf('tt0990003');
    const titles = [GIVEN_UP, gone].map(({ key }) => inventedTitle(key));
    await db.transaction((tx) => applyRecords(tx, { titles, people: [] }, 'tmdb'));
    await editor.merge(gone, GIVEN_UP, ADA);
    const [{ id = 0 } = {}] = (await editor.history(gone, { offset: 0, limit: 1 })).rows;
    await editor.redirect(gone, HARBOUR);
    expect(await reasonOf(editor.undo(id, ADA))).toEqual(['record_merged']);
    // That of the merge goes on to where its own target went.
    await editor.redirect(gone, GIVEN_UP);
    await editor.merge(GIVEN_UP, HARBOUR, ADA);
    await editor.undo(id, ADA);
    expect((await shown('title', gone)).value).toBe(inventedTitle(gone.key).title);
  });

  it('goes with the record that it leads to, which the feed tells as well', async () => {
    await editor.redirect(GIVEN_UP, HARBOUR);
    await db.query('truncate change');
    await editor.remove(HARBOUR, ADA);
    const gone = (await feed()).filter((row) => (row as unknown[])[2] === 'delete');
    expect(gone).toEqual([HARBOUR, GIVEN_UP].map(({ key }) => ['movie', key, 'delete', null]).toSorted());
    expect((await db.query('select 1 from redirect')).rows).toEqual([]);
  });

  it('is none where it is a record, and leads to nothing else', async () => {
    const other = idOf('tt0990002');
    await db.transaction((tx) => applyRecords(tx, { titles: [inventedTitle(other.key)], people: [] }, 'tmdb'));
    expect(await reasonOf(editor.redirect(HARBOUR, other))).toEqual(['invalid_body', 'imdbId']);
    expect(await reasonOf(editor.redirect(GIVEN_UP, GIVEN_UP))).toEqual(['invalid_body', 'to']);
    expect(await reasonOf(editor.redirect(GIVEN_UP, idOf('tt0999999')))).toEqual(['title_unknown', 'to']);
    expect((await db.query('select 1 from redirect')).rows).toEqual([]);
  });
});

it('an id that leads to another record is told so, whatever is done with it', async () => {
  const other = idOf('tt0000002');
  await editor.merge(HARBOUR, other, ADA);
  const done = [
    editor.show(HARBOUR),
    editor.save(HARBOUR, { changes: [], unlock: [], accountId: ADA }),
    editor.remove(HARBOUR, ADA),
    editor.merge(HARBOUR, other, ADA),
    editor.merge(other, HARBOUR, ADA),
    editor.exportRecord(HARBOUR),
  ];
  const told = 'There is no movie tt0000001 in the catalogue: this id leads to tt0000002.';
  for (const result of await Promise.allSettled(done))
    expect(result).toMatchObject({ reason: { reason: 'title_unknown', message: told } });
});

describe('a bundle', () => {
  const text = async () => JSON.stringify(await editor.exportRecord(HARBOUR));
  it.each([
    ['no JSON', () => '\u001f\u008b\u0008', 'invalid_body', ''],
    ['an empty object', () => '{}', 'invalid_body', 'format'],
    ['another format', (all: string) => all.replace('bundle/1', 'bundle/2'), 'invalid_body', 'format'],
    ['a wrong type', (all: string) => all.replace('"year":1954', '"year":"1954"'), 'invalid_body', 'fields.year'],
    [
      'a key that is more than a name',
      (all: string) => all.replace('"fields":{', '"fields":{"__proto__":{"a":1},'),
      'invalid_body',
      'fields.__proto__',
    ],
    ['deep nesting', () => '['.repeat(300_000), 'invalid_body', ''],
    [
      'the id of a person',
      (all: string) => all.replace('"imdbId":"tt0000001"', '"imdbId":"nm0000001"'),
      'invalid_body',
      'imdbId',
    ],
  ])('with %s is refused and changes nothing', async (_name, spoil, reason, field) => {
    const spoilt = Buffer.from(spoil(await text()));
    const before = await contentsOf(db);
    expect(await reasonOf(editor.importRecord('movie', spoilt, ADA))).toEqual(expect.arrayContaining([reason, field]));
    expect(await contentsOf(db)).toEqual(before);
  });

  it('of another record than the one that was named is refused', async () => {
    expect(await reasonOf(editor.importRecord('movie', Buffer.from(await text()), ADA, 'tt0000002'))).toEqual([
      'invalid_body',
      'imdbId',
    ]);
  });

  it('of a record that was merged away is refused', async () => {
    const bundle = Buffer.from(await text());
    await editor.merge(HARBOUR, idOf('tt0000002'), ADA);
    expect(await reasonOf(editor.importRecord('movie', bundle, ADA))).toEqual(['record_merged']);
  });
});
