import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { fileText, removeSets, SMALL, writeSet } from '#test/support/imdb-set.ts';
import { silentLog } from '#test/support/log.ts';
import { ADA, editorOn, HARBOUR, idOf, reasonOf } from '../editor/editor.fixture.ts';
import { createPictureEditing } from '../editor/picture.service.ts';
import { fetchingOn, sourceTelling } from '../fetch/fetch.fixture.ts';
import type { AfterMerge } from './hook.ts';
import { createImdbImport, type ImportAsk } from './import.service.ts';

// What editors do while the datasets are imported (decision 0026).

const db = await testDatabase();
afterAll(removeSets);
const { editor, begin, save, shown } = editorOn(db);
const { fetchingFrom } = fetchingOn(db);
const importImdb = (ask: ImportAsk, afterMerge?: AfterMerge) =>
  createImdbImport({ db, log: silentLog, ...(afterMerge && { afterMerge }) }).run(ask);

const NEW = idOf('tt0000900');
const tmdb = sourceTelling({ name: 'tmdb', tell: async () => ({ id: NEW.key, type: 'M', title: 'New' }) }).source;
const fetching = fetchingFrom([tmdb]);
const kept = {
  id: 'a'.repeat(64),
  width: 1,
  height: 1,
  files: {},
  source: 'editor',
  address: null,
  licence: null,
} as const;
const pictures = createPictureEditing({ db, pictures: { keep: async () => kept }, follow: async () => undefined });
const picture = { bytes: Buffer.from('one'), type: '' };

/** Everything that editors do, by what it is. */
const works = async (): Promise<Readonly<Record<string, () => Promise<unknown>>>> => {
  const bundle = Buffer.from(JSON.stringify({ ...(await editor.exportRecord(HARBOUR)), imdbId: 'tt0000901' }));
  const { version } = await shown('plot');
  const { rows } = await editor.history(HARBOUR, { offset: 0, limit: 1 });
  const made = [
    { part: 'title', value: 'Made' },
    { part: 'type', value: 'M' },
  ];
  return {
    'undoing a change': () => editor.undo(rows[0]?.id ?? 0, ADA),
    'an edit': () =>
      editor.save(HARBOUR, { changes: [{ part: 'plot', value: 'Ours.', version }], unlock: [], accountId: ADA }),
    'a fetch': () => fetching.store(NEW, { accountId: ADA }),
    'the import of a bundle': () => editor.importRecord('movie', bundle, ADA),
    'a picture': () => pictures.upload(HARBOUR, picture, ADA),
    'making a title': () => editor.create('movie', made, ADA),
    'a merge': () => editor.merge(idOf('tt0000901'), HARBOUR, ADA),
    'taking a title away': () => editor.remove(NEW, ADA),
  };
};
const contents = async () =>
  (
    await db.query(
      'select (select json_agg(e order by id) from edit e) as edits, (select count(*) from change) as told',
    )
  ).rows;

beforeEach(async () => {
  await begin();
  await save({ simplePlot: 'Before the import.' });
});

describe('while the datasets are imported', () => {
  it('what editors do is refused at once as long as they are merged, changes nothing, and can be sent again', async () => {
    const all = await works();
    const before = await contents();
    const answers: Record<string, unknown> = {};
    await importImdb({ from: writeSet(SMALL) }, async () => {
      for (const [name, work] of Object.entries(all)) answers[name] = await reasonOf(work());
      expect(await contents()).toEqual(before);
      return undefined;
    });
    expect(answers).toEqual(Object.fromEntries(Object.keys(all).map((name) => [name, ['import_running']])));
  });

  it('what editors do goes through as long as the files are read, and is there afterwards', async () => {
    const all = await works();
    const answers: Record<string, unknown> = {};
    const from = writeSet(SMALL);
    // A file that does not come to its end before the editors are done.
    const slow = join(from, 'title.ratings.tsv');
    rmSync(slow);
    execFileSync('mkfifo', [slow]);
    const { promise: reading, resolve } = Promise.withResolvers<void>();
    const imported = importImdb({ from, onProgress: ({ phase }) => phase === 'read' && resolve() });
    await Promise.race([reading, imported]);
    for (const [name, work] of Object.entries(all)) answers[name] = await reasonOf(work());
    await writeFile(slow, fileText('title.ratings', SMALL['title.ratings']));
    await imported;
    expect(answers).toEqual(Object.fromEntries(Object.keys(all).map((name) => [name, 'saved'])));
    const values = (await editor.show(HARBOUR, ['title', 'plot', 'simplePlot'])).map(({ part, value }) => [
      part,
      value,
    ]);
    expect(Object.fromEntries(values)).toEqual({ title: 'Mill', plot: 'Ours.', simplePlot: null });
    expect(await reasonOf(editor.show(NEW))).toEqual(['title_unknown']);
  });
});
