import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imdbId } from '#server/kernel/ids.ts';
import { passedOn } from '#server/sources/licences.ts';
import { readSample } from '#server/sources/sample/read.ts';
import { testDatabase } from '#test/support/database.ts';
import { inventedPerson, inventedTitle } from '#test/support/invented.ts';
import { applyRecords } from '../apply.service.ts';
import { readDump } from './dump.fixture.ts';
import { type DumpOptions, type DumpProgress, dumpCatalogue } from './dump.service.ts';
import { keepMoment } from './dump.store.ts';

const db = await testDatabase();
const sample = readSample();
const OWN = 9_000_001;
const STRANGE = 9_000_002;
const SERIES = 9_000_003;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const PLOT = {
  ...{ plot: 'Eis.', languageCode: 'de', page: 'Eis (Film)', revision: 240_000_001, shortened: true },
  ...{ pageUrl: 'https://de.wikipedia.example/wiki/Eis', licence: 'CC BY-SA 4.0' },
};
const LISTS = {
  plots: [PLOT],
  quotes: [{ imdbId: null, quote: 'Line one\nand "two" \\ \u0001', type: null }],
  awards: [{ award: 'Prize', year: 1944, category: null, outcome: 'WON', names: ['A', 'B'] }],
  business: [
    {
      type: 'GROSS',
      amount: 9_007_199_254_740_991,
      currency: 'EUR',
      countryCode: null,
      date: '1944-05-17',
      remarks: null,
    },
    { type: 'BUDGET', amount: 1, currency: 'EUR', countryCode: null, date: '1944', remarks: null },
  ],
  trailers: [{ name: 'One', trailersQualities: [{ quality: 720, urlVideo: 'https://films.example/1' }] }],
};

beforeAll(async () => {
  await db.transaction((tx) => applyRecords(tx, sample, 'sample'));
  const own = inventedTitle(OWN, {
    title: 'Café Ω',
    rating: 8.7,
    votes: 12,
    releaseDate: '1943-05-17',
    plot: 'A plot.',
    genres: ['Drama', 'War'],
    lists: LISTS,
  });
  const strange = inventedTitle(STRANGE, {
    title: 'Of others',
    plot: 'Theirs.',
    lists: { goofs: [{ type: 'A', goof: 'B' }] },
  });
  const episode = { series: SERIES, season: 1, number: 2 };
  await db.transaction((tx) =>
    applyRecords(tx, { titles: [own, inventedTitle(SERIES, { type: 'S' })], people: [] }, 'wikidata'),
  );
  await db.transaction((tx) =>
    applyRecords(
      tx,
      { titles: [strange, inventedTitle(9_000_004, { type: 'E', episode })], people: [inventedPerson(9_000_001)] },
      'imdb-datasets',
    ),
  );
});

const folderOf = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kinodex-dump-'));
  folders.push(folder);
  return folder;
};
const dump = async (given: Partial<DumpOptions> = {}) => {
  const options = { db, folder: folderOf(), now: () => new Date(0), version: '1.2.3', ...given };
  await dumpCatalogue(options);
  return readDump(options.folder);
};

describe('a dump', () => {
  it('is every record and every row, a file a part, and a manifest that tells of each', async () => {
    const told: DumpProgress[] = [];
    const { manifest, rowsOf } = await dump({ onProgress: (one) => told.push(one) });
    const { rows } =
      await db.query(`select (select count(*)::int from title) as titles, (select count(*)::int from person) as people,
      (select count(*)::int from aka) as akas, (select count(*)::int from credit) as credits,
      (select count(*)::int from episode) as episodes, (select count(*)::int from external_id) as ids,
      (select sum(jsonb_array_length(items))::int from title_list where part = 'quotes') as quotes,
      (select 'c' || max(id) from change) as since`);
    const { since, ...counted } = rows[0] ?? {};
    expect({
      titles: rowsOf('titles').length,
      people: rowsOf('people').length,
      akas: rowsOf('title-akas').length,
      credits: rowsOf('title-actors').length + rowsOf('title-crew').length,
      episodes: rowsOf('title-season').length,
      ids: rowsOf('title-ids').length + rowsOf('person-ids').length,
      quotes: rowsOf('title-quotes').length,
    }).toEqual(counted);
    expect(manifest).toMatchObject({
      format: 'kinodex-dump/1',
      version: '1.2.3',
      exported: '1970-01-01T00:00:00.000Z',
      changes: { since },
      includesRestricted: true,
      leftOut: [],
      licences: [
        { source: 'sample', name: 'MIT', passingOn: true },
        { source: 'imdb-datasets', notice: expect.stringContaining('IMDb'), passingOn: false },
        { source: 'wikidata', name: 'CC0 1.0' },
      ],
    });
    const all = manifest.files.reduce((sum, file) => sum + file.rows, 0);
    expect(told.at(-1)).toMatchObject({ allDone: all, total: all });
    expect(told.every(({ done, all }) => done <= all)).toBe(true);
  });

  it('has the types of its columns in Parquet, and the same values as JSON lines', async () => {
    const { rowsOf } = await dump({ format: 'parquet' });
    const lines = await dump({ gzip: false });
    const own = (part: string, from = rowsOf) =>
      from(part).filter((row) => (row.titleId ?? row.imdbId) === imdbId('movie', OWN));
    expect(own('titles')[0]).toMatchObject({
      title: 'Café Ω',
      rating: 8.7,
      votes: 12,
      adult: false,
      releaseDate: '1943-05-17',
      releaseDateDay: new Date('1943-05-17'),
      genres: ['Drama', 'War'],
      countries: [],
      metascore: null,
      insertDate: expect.any(Date),
      source: 'wikidata',
    });
    expect(own('title-quotes')[0]).toMatchObject({ ordering: 1, ...LISTS.quotes[0] });
    expect(own('title-plots')).toMatchObject([{ ...PLOT, revision: 240_000_001n }]);
    expect(own('title-awards')[0]).toMatchObject({ year: 1944n, names: ['A', 'B'] });
    expect(own('title-business')).toMatchObject([
      { amount: 9_007_199_254_740_991n, date: '1944-05-17', dateDay: new Date('1944-05-17') },
      { amount: 1n, date: '1944', dateDay: null },
    ]);
    expect(own('title-trailers')[0]).toMatchObject(LISTS.trailers[0] ?? {});
    const plain = (row: object): unknown =>
      JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? Number(value) : (value ?? null))));
    for (const { part } of lines.manifest.files) {
      const dated = (row: object): object =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [
            key,
            typeof value === 'string' && (key.endsWith('Day') || /^(insertDate|lastUpdate)$/.test(key))
              ? new Date(value).toISOString()
              : value,
          ]),
        );
      expect(rowsOf(part).map(plain), part).toEqual(lines.rowsOf(part).map(dated));
    }
  });

  it('has none of what may not be passed on: records, parts, fields and episodes', async () => {
    await db.query(
      `insert into title_origin (title_id, part, source, fetched_at)
        select $1, part, 'tmdb', now() from unnest('{plot,quotes,title}'::text[]) part`,
      [OWN],
    );
    try {
      const { manifest, rowsOf } = await dump({ sources: passedOn(null) });
      expect(manifest).toMatchObject({
        includesRestricted: false,
        leftOut: ['imdb-datasets', 'tmdb'],
        licences: [{ source: 'sample' }, { source: 'wikidata' }],
      });
      const of = (part: string, key: number) =>
        rowsOf(part).filter((row) => (row.titleId ?? row.imdbId) === imdbId('movie', key));
      expect(of('titles', OWN)).toMatchObject([{ title: 'Café Ω', plot: null, genres: ['Drama', 'War'] }]);
      expect(['title-quotes', 'title-awards'].map((part) => of(part, OWN).length)).toEqual([0, 1]);
      expect([of('titles', STRANGE), of('title-goofs', STRANGE), of('title-season', SERIES)]).toEqual([[], [], []]);
      expect(rowsOf('people').some((row) => row.imdbId === imdbId('name', 9_000_001))).toBe(false);
      expect(passedOn(['imdb-datasets', 'sample', 'editor'])).toEqual(['sample', 'editor']);
    } finally {
      await db.query('delete from title_origin where title_id = $1', [OWN]);
    }
  });

  it('is of the parts that are asked for, of which each is known', async () => {
    const { manifest } = await dump({ parts: ['people', 'titles'], format: 'parquet' });
    expect(manifest.files.map(({ name }) => name)).toEqual(['titles.parquet', 'people.parquet']);
    await expect(dump({ parts: ['films'] })).rejects.toThrow(`There is no part 'films'; the parts are titles,`);
  });
});

describe('a dump that does not come to its end', () => {
  it('is not ended by the database, however slow its disk is', async () => {
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout'];
    const { rows } = await db.transaction(async (tx) => {
      await keepMoment(tx);
      return tx.query<{ limit: string }>('select current_setting(n) as limit from unnest($1::text[]) n', [names]);
    });
    expect(rows.map(({ limit }) => limit)).toEqual(['0', '0']);
  });

  it('leaves nothing, and before its end has only names that no reader takes for a file of it', async () => {
    const folder = folderOf();
    const stop = new AbortController();
    const seen = new Set<string>();
    const ended = dump({
      folder,
      signal: stop.signal,
      onProgress: ({ file }) => {
        for (const name of readdirSync(folder)) seen.add(name);
        if (file.startsWith('person')) stop.abort(new Error('stopped'));
      },
    });
    await expect(ended).rejects.toThrow('aborted');
    expect([...seen].filter((name) => !name.endsWith('.part'))).toEqual([]);
    expect(seen.size).toBeGreaterThan(5);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says in one line that the disk is full', async () => {
    const folder = folderOf();
    const plant = (): void => {
      if (!readdirSync(folder).includes('people.jsonl.part'))
        symlinkSync('/dev/full', join(folder, 'people.jsonl.part'));
    };
    const full = dump({ folder, gzip: false, parts: ['titles', 'people'], onProgress: plant });
    await expect(full).rejects.toThrow(`The disk of ${folder} is full; make room there.`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes room for the next one, which goes into no folder that holds anything else', async () => {
    const folder = folderOf();
    writeFileSync(join(folder, 'titles.jsonl.gz.part'), 'half');
    await dump({ folder, parts: ['titles'] });
    await expect(dump({ folder })).rejects.toThrow(`${folder} holds something already (manifest.json)`);
  });
});
