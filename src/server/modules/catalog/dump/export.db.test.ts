import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readSample } from '#server/sources/sample/read.ts';
import { testDatabase } from '#test/support/database.ts';
import { runContext } from '#test/support/run-context.ts';
import { applyRecords } from '../apply.service.ts';
import { readDump } from './dump.fixture.ts';
import { exportCatalogue } from './export.service.ts';
import { exportTask } from './export.tasks.ts';

const db = await testDatabase();
const sample = readSample();
const SERIES = sample.titles.find(({ type }) => type === 'S')?.id ?? 0;

let dataFolder = '';
let minute = 0;
let published: readonly string[] | null = null;
const task = () =>
  exportTask({
    dataFolder,
    published: () => published,
    exportAll: (ask, context) =>
      exportCatalogue(
        { ...ask, db, version: '1.2.3', now: () => new Date(Date.UTC(2026, 0, 1, 0, minute)) },
        dataFolder,
        context,
      ),
  });

beforeAll(() => db.transaction((tx) => applyRecords(tx, sample, 'sample')));
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'kinodex-export-'));
  folders.push(dataFolder);
  published = null;
  minute = 0;
});

const exportsIn = (folder = 'exports'): string[] => readdirSync(join(dataFolder, folder)).sort();

const read = (...path: string[]) => readDump(join(dataFolder, ...path));

it('writes everything that may be passed on, and tells how far it is', async () => {
  const { context, told, lines } = runContext();
  await task().run({}, context);
  expect(exportsIn()).toEqual(['2026-01-01T00-00-00.000Z']);
  const { manifest, rowsOf } = await read('exports', '2026-01-01T00-00-00.000Z');
  expect(manifest).toMatchObject({ version: '1.2.3', includesRestricted: false, licences: [{ source: 'sample' }] });
  const { rows } = await db.query(
    'select (select count(*)::int from title) as titles, (select count(*)::int from person) as people',
  );
  expect({ titles: rowsOf('titles').length, people: rowsOf('people').length }).toEqual(rows[0]);
  const total = manifest.files.reduce((sum, file) => sum + file.rows, 0);
  expect(told.at(-1)).toEqual([total, total]);
  expect(lines.at(-1)).toBe(`Written to ${join(dataFolder, 'exports', '2026-01-01T00-00-00.000Z')}.`);
});

it('writes plain files, elsewhere in the data folder, and keeps so many', async () => {
  for (minute = 1; minute <= 3; minute += 1)
    await task().run({ gzip: false, to: 'weekly/films', keep: 2 }, runContext().context);
  expect(exportsIn('weekly/films')).toEqual(['2026-01-01T00-02-00.000Z', '2026-01-01T00-03-00.000Z']);
  const { manifest } = await read('weekly/films', '2026-01-01T00-03-00.000Z');
  expect(manifest.files[0]?.name).toBe('titles.jsonl');
});

it('writes nowhere else, and into nothing of the product', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'kinodex-outside-'));
  folders.push(outside);
  symlinkSync(outside, join(dataFolder, 'away'));
  for (const to of ['..', '../other', '/tmp', '.', 'postgres/base', 'images'])
    expect(() => task().run({ to }, runContext().context)).toThrow('has to be a folder of its own in the data folder');
  await expect(task().run({ to: 'away' }, runContext().context)).rejects.toThrow('leads out of the data folder');
  expect(readdirSync(outside)).toEqual([]);
});

it('leaves out what is of sources that are not published or not to be passed on, unless all is asked for', async () => {
  await db.query(`update title set source = 'wikidata' where id = $1`, [SERIES]);
  await db.query(`update person set source = 'tmdb' where id = $1`, [sample.people[0]?.id]);
  try {
    published = ['sample', 'tmdb', 'editor'];
    const { context, lines } = runContext();
    await task().run({ format: 'parquet' }, context);
    expect(lines).toContain('Left out, by their terms or SOURCES_PUBLIC: tmdb, wikidata.');
    const { manifest, rowsOf } = await read('exports', '2026-01-01T00-00-00.000Z');
    expect(manifest).toMatchObject({ leftOut: ['tmdb', 'wikidata'], licences: [{ source: 'sample' }] });
    expect([rowsOf('titles').length, rowsOf('people').length]).toEqual([
      sample.titles.length - 1,
      sample.people.length - 1,
    ]);

    minute = 1;
    await task().run({ sources: 'all' }, runContext().context);
    const whole = await read('exports', '2026-01-01T00-01-00.000Z');
    expect(whole.manifest).toMatchObject({ includesRestricted: true, leftOut: [] });
    expect(whole.rowsOf('titles')).toHaveLength(sample.titles.length);
  } finally {
    await db.query(`update title set source = 'sample' where id = $1`, [SERIES]);
    await db.query(`update person set source = 'sample'`);
  }
});

it('is of one moment, whatever is written meanwhile', async () => {
  let changing: Promise<unknown> | undefined;
  const { context } = runContext((done) => {
    if (done > 0) changing ??= db.query(`update person set name = 'Otherwise'`);
  });
  const before = (await db.query(`select name from person order by id limit 3`)).rows.map(({ name }) => name);
  await task().run(
    {},
    {
      ...context,
      progress: (...told) => {
        context.progress(...told);
      },
    },
  );
  await changing;
  const { rowsOf } = await read('exports', '2026-01-01T00-00-00.000Z');
  expect(
    rowsOf('people')
      .slice(0, 3)
      .map(({ name }) => name),
  ).toEqual(before);
  expect((await db.query(`select 1 from person where name <> 'Otherwise'`)).rows).toEqual([]);
});

it('that is ended in the midst leaves nothing, and what a killed one has left goes with the next', async () => {
  const { context } = runContext((done, stop) => {
    if (done > 0) stop.abort(new Error('stopped'));
  });
  await expect(task().run({}, context)).rejects.toThrow('stopped');
  expect(exportsIn()).toEqual([]);
  const left = join(dataFolder, 'exports', '.2025-12-31T00-00-00.000Z.part');
  mkdirSync(left);
  writeFileSync(join(left, 'titles.jsonl.gz.part'), 'half');
  await task().run({ keep: 1 }, runContext().context);
  expect([existsSync(left), exportsIn()]).toEqual([false, ['2026-01-01T00-00-00.000Z']]);
});
