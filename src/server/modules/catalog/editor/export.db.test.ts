import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Bundle } from '#contracts/bundle.ts';
import type { RecordKind } from '#server/kernel/ids.ts';
import { readSample } from '#server/sources/sample/read.ts';
import { testDatabase } from '#test/support/database.ts';
import { runContext } from '#test/support/run-context.ts';
import { applyRecords } from '../apply.service.ts';
import { readBundle } from './bundle.rules.ts';
import type { DumpFile } from './dump.service.ts';
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

/** What an export holds, each file looked at against its manifest and each line read as a bundle. */
const read = (...path: string[]) => {
  const folder = join(dataFolder, ...path);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    readonly sources: string[] | null;
    readonly licences: { readonly source: string }[];
    readonly files: DumpFile[];
  };
  expect(readdirSync(folder).sort()).toEqual([...manifest.files.map(({ name }) => name), 'manifest.json'].sort());
  const bundles = (kind: RecordKind): Bundle[] => {
    const [file] = manifest.files.filter((one) => one.kind === kind);
    if (!file) throw new Error(`no file of ${kind}`);
    const bytes = readFileSync(join(folder, file.name));
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([file.bytes, file.sha256]);
    const text = (file.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    const lines = text.split('\n').filter((line) => line !== '');
    expect(lines).toHaveLength(file.records);
    return lines.map((line) => readBundle(kind, line));
  };
  return { manifest, titles: bundles('movie'), people: bundles('name') };
};

it('writes every record as a line that can be read back, and tells how far it is', async () => {
  const { context, told, lines } = runContext();
  await task().run({}, context);
  expect(exportsIn()).toEqual(['2026-01-01T00-00-00.000Z']);
  const { manifest, titles, people } = read('exports', '2026-01-01T00-00-00.000Z');
  expect(manifest).toMatchObject({
    format: 'kinodex-bundle/1',
    version: '1.2.3',
    sources: null,
    licences: [{ source: 'sample' }],
  });
  const { rows } = await db.query(
    'select (select count(*)::int from title) as titles, (select count(*)::int from person) as people',
  );
  expect({ titles: titles.length, people: people.length }).toEqual(rows[0]);
  const total = titles.length + people.length;
  expect(told.at(-1)).toEqual([total, total]);
  expect(lines.at(-1)).toBe(`Written to ${join(dataFolder, 'exports', '2026-01-01T00-00-00.000Z')}.`);
});

it('writes plain files, elsewhere in the data folder, and keeps so many', async () => {
  for (minute = 1; minute <= 3; minute += 1)
    await task().run({ gzip: false, to: 'weekly/films', keep: 2 }, runContext().context);
  expect(exportsIn('weekly/films')).toEqual(['2026-01-01T00-02-00.000Z', '2026-01-01T00-03-00.000Z']);
  const { manifest } = read('weekly/films', '2026-01-01T00-03-00.000Z');
  expect(manifest.files.map(({ name }) => name)).toEqual(['titles.jsonl', 'people.jsonl']);
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

it('leaves out what is of sources that are not published, unless all is asked for', async () => {
  const [first] = sample.titles;
  const id = first?.id ?? 0;
  await db.query(`update title set source = 'tmdb' where id = $1`, [SERIES]);
  await db.query(
    `insert into title_origin (title_id, part, source, fetched_at) select $1, part, 'omdb', now() from unnest('{plot,actors,title}'::text[]) part`,
    [id],
  );
  try {
    published = ['sample', 'editor'];
    await task().run({}, runContext().context);
    const { manifest, titles, people } = read('exports', '2026-01-01T00-00-00.000Z');
    expect(manifest).toMatchObject({ sources: published, licences: [{ source: 'sample' }] });
    const keyed = new Map(titles.map((one) => [Number(one.imdbId.slice(2)), one]));
    expect([keyed.has(SERIES), keyed.has(id)]).toEqual([false, true]);
    const shown = keyed.get(id);
    expect(shown?.fields).toMatchObject({ title: first?.title });
    expect(['plot' in (shown?.fields ?? {}), 'actors' in (shown?.parts ?? {}), 'crew' in (shown?.parts ?? {})]).toEqual(
      [false, false, true],
    );
    const acted = people
      .flatMap(({ credits = [] }) => credits)
      .filter(({ imdbId, type }) => Number(imdbId.slice(2)) === id && type === 'ACTOR');
    expect(acted).toEqual([]);

    minute = 1;
    await task().run({ sources: 'all' }, runContext().context);
    const whole = read('exports', '2026-01-01T00-01-00.000Z');
    expect(whole.titles).toHaveLength(titles.length + 1);
    expect(whole.manifest.licences.map(({ source }) => source)).toEqual(['sample', 'tmdb', 'omdb']);
  } finally {
    await db.query(`update title set source = 'sample' where id = $1`, [SERIES]);
    await db.query('delete from title_origin where title_id = $1', [id]);
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
  const { people } = read('exports', '2026-01-01T00-00-00.000Z');
  expect(people.slice(0, 3).map(({ fields }) => fields.name)).toEqual(before);
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
