import { beforeEach, describe, expect, it } from 'vitest';
import type { Bundle } from '#contracts/bundle.ts';
import type { ParsedId } from '#server/kernel/ids.ts';
import { testDatabase } from '#test/support/database.ts';
import { contentsOf } from '#test/support/random-import.ts';
import { ADA, editorOn, HARBOUR, idOf, reasonOf } from './editor.fixture.ts';

const db = await testDatabase();
const { editor, begin, save } = editorOn(db);
beforeEach(begin);

const SERIES = idOf('tt0000002');
const PERSON = idOf('nm0000012');
const take = async (more: Partial<Bundle>, id: ParsedId = HARBOUR) => {
  const bundle = { ...(await editor.exportRecord(id)), ...more };
  return editor.importRecord(id.kind, Buffer.from(JSON.stringify(bundle)), ADA);
};
const newest = async (id: ParsedId = HARBOUR) => (await editor.history(id, { offset: 0, limit: 1 })).rows[0];
const undo = async (id?: ParsedId) => editor.undo((await newest(id))?.id ?? 0, ADA);
const state = async () => (await contentsOf(db)).filter((line) => !line.startsWith('change'));
const idsOf = async () =>
  (await db.query('select site, space, value, record_id from external_id order by 1, 2, 3')).rows;

describe('an import over a record', () => {
  const fields = async () => ({ ...(await editor.exportRecord(HARBOUR)).fields, plot: 'Of ice.', title: 'Another' });

  it('is noted with what was there before and after, and undone as a whole', async () => {
    await save({ runtime: 90 });
    const before = await state();
    const parts = { ...(await editor.exportRecord(HARBOUR)).parts, keywords: [{ keywords: 'ice' }] };
    expect(await take({ fields: await fields(), parts })).toMatchObject({ changed: true });
    expect(await newest()).toMatchObject({
      action: 'import',
      before: { plot: null, keywords: [] },
      after: { plot: 'Of ice.', keywords: [{ keywords: 'ice' }] },
    });
    const imported = await state();
    await undo();
    expect(await state()).toEqual(before);
    await undo();
    expect(await state()).toEqual(imported);
    await undo();
    expect(await state()).toEqual(before);
  });

  it('is not undone where a part was changed since, which is named', async () => {
    await take({ fields: await fields() });
    const { id = 0 } = (await newest()) ?? {};
    await save({ plot: 'Ours.' });
    expect(await reasonOf(editor.undo(id, ADA))).toEqual(['changed_meanwhile', 'plot']);
  });

  it('that brings only credits of others is noted with its file, and not undone', async () => {
    const bundle = await editor.exportRecord(PERSON);
    await db.query('delete from credit where person_id = 12 and role = 1');
    expect(await take({ credits: bundle.credits ?? [] }, PERSON)).toMatchObject({ changed: true });
    expect(await newest(PERSON)).toMatchObject({ action: 'import', before: null, after: { imdbId: PERSON.canonical } });
    expect(await reasonOf(undo(PERSON))).toEqual(['undone']);
  });
});

describe('an import that makes a record', () => {
  it('takes it away when it is undone, and that can be undone', async () => {
    const bundle = await editor.exportRecord(PERSON);
    await editor.remove(PERSON, ADA);
    const before = await state();
    const file = () => Buffer.from(JSON.stringify(bundle));
    await editor.importRecord('name', file(), ADA);
    expect(await newest(PERSON)).toMatchObject({ action: 'import', before: null, after: { name: bundle.fields.name } });
    const imported = await state();
    await undo(PERSON);
    expect(await state()).toEqual(before);
    await undo(PERSON);
    expect(await state()).toEqual(imported);
    expect(await reasonOf(undo(PERSON))).toEqual(['undone']);
  });

  it('is refused where the record would lack something', async () => {
    const { type: _type, ...fields } = (await editor.exportRecord(HARBOUR)).fields;
    expect(await reasonOf(take({ imdbId: 'tt0000999', fields }))).toEqual(['invalid_body', 'fields.type']);
    expect(await take({ fields })).toMatchObject({ changed: false });
  });
});

describe('ids of other sites', () => {
  const ids = [{ site: 'tmdb', id: '78' }];

  it('are a change where they are new, and none where they are the same', async () => {
    expect(await take({ ids })).toMatchObject({ changed: true });
    expect(await idsOf()).toEqual([
      { site: 'tmdb', space: 'film', value: '78', record_id: HARBOUR.key },
      { site: 'tmdb', space: 'series', value: '77', record_id: SERIES.key },
    ]);
    expect(await newest()).toMatchObject({ action: 'import', after: { ids } });
    expect(await take({ ids })).toMatchObject({ changed: false });
    expect(await take({ ids: [] })).toMatchObject({ changed: false });
    expect((await editor.history(HARBOUR, { offset: 0, limit: 9 })).total).toBe(1);
  });

  it.each([
    ['of a site that is not known', { site: 'foo', id: '1' }],
    ['of what objects have', { site: 'constructor', id: '1' }],
    ['of no form of that site', { site: 'tmdb', id: 'x' }],
    ['that is another record’s own at IMDb', { site: 'imdb', id: SERIES.canonical }],
  ])('%s are refused, naming the field', async (_what, odd) => {
    const before = [await contentsOf(db), await idsOf()];
    expect(await reasonOf(take({ ids: [...ids, odd] }))).toEqual(['invalid_body', 'ids.1']);
    expect([await contentsOf(db), await idsOf()]).toEqual(before);
  });

  it('that are the record’s own at IMDb are nothing new', async () => {
    expect(await take({ ids: [{ site: 'imdb', id: HARBOUR.canonical }] })).toMatchObject({ changed: false });
  });
});
