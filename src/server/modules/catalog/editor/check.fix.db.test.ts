import { beforeEach, expect, it } from 'vitest';
import { readDocumentStates } from '#server/modules/search/document.service.ts';
import { testDatabase } from '#test/support/database.ts';
import { contentsOf } from '#test/support/random-import.ts';
import { createChecks } from './check.service.ts';
import { ADA, editorOn, HARBOUR } from './editor.fixture.ts';

const db = await testDatabase();
const { editor, begin, save, shown } = editorOn(db);
const follow = async () => undefined;
const checks = createChecks({ db, follow, documentsOf: readDocumentStates, refreshDays: {} });
beforeEach(begin);

const history = async () => (await editor.history(HARBOUR, { offset: 0, limit: 9 })).rows;
const state = async () => (await contentsOf(db)).filter((line) => !line.startsWith('change'));
const aka = { countryCode: null, languageCode: null, types: null, attributes: null, original: false };

it('what a fix changes of a locked part is noted, can be undone, and leaves the way to undo the edit', async () => {
  const before = await state();
  await save({ akas: ['Ours', 'Ours', 'Other'].map((title) => ({ ...aka, title })) });
  const edited = await state();
  const { value: akas } = await shown('akas');
  await checks.fixErrors(HARBOUR, ADA);
  const { value: left, locked, by } = await shown('akas');
  expect(left).toHaveLength(2);
  expect({ locked, by }).toEqual({ locked: true, by: 'ada@example.org' });
  const [fix, edit] = await history();
  expect(fix).toMatchObject({ action: 'edit', part: 'akas', before: akas, after: left, accountId: ADA });
  await editor.undo(fix?.id ?? 0, ADA);
  expect(await state()).toEqual(edited);
  await editor.undo(edit?.id ?? 0, ADA);
  expect(await state()).toEqual(before);
});

it('a fix locks nothing', async () => {
  await db.query(`insert into aka select title_id, 900, title, region, language, types, attributes from aka
    where title_id = 1 and ordering = 1`);
  const before = await state();
  await checks.fixErrors(HARBOUR, ADA);
  expect(await shown('akas')).toMatchObject({ source: 'imdb-datasets', locked: false });
  const [fix] = await history();
  await editor.undo(fix?.id ?? 0, ADA);
  expect(await state()).toEqual(before);
});
