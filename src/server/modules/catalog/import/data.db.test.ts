import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crewRole } from '#contracts/crew.ts';
import { TYPE_OF } from '#server/sources/imdb-datasets/files.ts';
import { readSample } from '#server/sources/sample/read.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { testData } from '#test/support/test-data.ts';
import { applyRecords } from '../apply.service.ts';
import { createImdbImport } from './import.service.ts';

const db = await testDatabase();
const { run } = createImdbImport({ db, log: silentLog });
const FOLDERS = ['imdb_tsv_500', 'imdb_tsv_pimdb_fixture', 'imdb_tsv_top_titles_series'].map((name) => testData(name));
const [first, second, third] = FOLDERS;

type Row = Readonly<Record<string, string | null>>;

/** The rows of a file as they stand there; null for \N. Native quoting only. */
const rowsOf = (folder: string, file: string): Row[] => {
  const [header = '', ...lines] = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
  const names = header.split('\t');
  return lines.map((line) =>
    Object.fromEntries(line.split('\t').map((cell, i) => [names[i], cell === '\\N' ? null : cell])),
  );
};

const keyOf = (id: string | null | undefined): number => Number(id?.slice(2));
const numberOf = (cell: string | null | undefined): number | null => (cell == null ? null : Number(cell));
const listOf = (cell: string | null | undefined): string[] => (cell ? cell.split(',') : []);

/** Two hundred of the rows, spread over all of them. */
const some = <T>(rows: readonly T[]): T[] => rows.filter((_, i) => i % Math.ceil(rows.length / 200) === 0);

const read = async (text: string, values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await db.query(text, values)).rows;
const byId = async (text: string, ids: readonly number[]): Promise<Map<number, Record<string, unknown>>> =>
  new Map((await read(text, [ids])).map((row) => [Number(row.id), row]));

const every = <T>(rows: readonly T[]): readonly T[] => rows;

const compareTitles = async (folder: string, pick: typeof every = some): Promise<void> => {
  const rows = pick(rowsOf(folder, 'title.basics.tsv'));
  const found = await byId(
    'select * from title where id = any($1)',
    rows.map((row) => keyOf(row.tconst)),
  );
  const ratings = new Map(rowsOf(folder, 'title.ratings.tsv').map((row) => [row.tconst, row]));
  for (const row of rows) {
    const rated = ratings.get(row.tconst ?? null);
    expect(found.get(keyOf(row.tconst))).toMatchObject({
      type: TYPE_OF[row.titleType ?? ''],
      title: row.primaryTitle,
      original_title: row.originalTitle,
      adult: row.isAdult === '1',
      year: numberOf(row.startYear),
      end_year: numberOf(row.endYear),
      runtime: numberOf(row.runtimeMinutes),
      genres: listOf(row.genres),
      rating: numberOf(rated?.averageRating),
      votes: numberOf(rated?.numVotes),
      source: 'imdb-datasets',
    });
  }
};

const comparePeople = async (folder: string, pick: typeof every = some): Promise<void> => {
  const rows = pick(rowsOf(folder, 'name.basics.tsv'));
  const found = await byId(
    'select * from person where id = any($1)',
    rows.map((row) => keyOf(row.nconst)),
  );
  for (const row of rows)
    expect(found.get(keyOf(row.nconst))).toMatchObject({
      name: row.primaryName,
      birth_date: row.birthYear?.padStart(4, '0') ?? null,
      death_date: row.deathYear?.padStart(4, '0') ?? null,
      professions: listOf(row.primaryProfession),
      known_for: listOf(row.knownForTitles).map(keyOf),
    });
};

const compareAkas = async (folder: string): Promise<void> => {
  for (const row of some(rowsOf(folder, 'title.akas.tsv')))
    expect(
      await read('select * from aka where title_id = $1 and ordering = $2', [keyOf(row.titleId), row.ordering]),
    ).toEqual([
      {
        title_id: keyOf(row.titleId),
        ordering: Number(row.ordering),
        title: row.title,
        region: row.region,
        language: row.language,
        types: row.types?.split('\u0002') ?? null,
        attributes: row.attributes?.split('\u0002') ?? null,
        original: row.isOriginalTitle === '1',
      },
    ]);
};

const compareEpisodes = async (folder: string): Promise<void> => {
  const rows = some(rowsOf(folder, 'title.episode.tsv'));
  const known = await byId(
    'select id from title where id = any($1)',
    rows.map((row) => keyOf(row.parentTconst)),
  );
  for (const row of rows)
    expect(
      await read('select series_id, season, number from episode where title_id = $1', [keyOf(row.tconst)]),
    ).toEqual(
      known.has(keyOf(row.parentTconst))
        ? [
            {
              series_id: keyOf(row.parentTconst),
              season: numberOf(row.seasonNumber),
              number: numberOf(row.episodeNumber),
            },
          ]
        : [],
    );
};

const roleOf = (category: string | null | undefined): number => {
  const name = (category ?? '').toUpperCase();
  return ['ACTOR', 'ACTRESS', 'SELF', 'ARCHIVE_FOOTAGE'].includes(name)
    ? 0
    : crewRole(name as Parameters<typeof crewRole>[0]);
};

const comparePrincipals = async (folder: string, file: string): Promise<void> => {
  const people = new Set(rowsOf(folder, 'name.basics.tsv').map((row) => row.nconst));
  for (const row of some(rowsOf(folder, file)).filter((each) => people.has(each.nconst ?? null)))
    expect(
      await read(
        'select role, person_id, main, characters, job, remark from credit where title_id = $1 and ordering = $2',
        [keyOf(row.tconst), row.ordering],
      ),
    ).toEqual([
      {
        role: roleOf(row.category),
        person_id: keyOf(row.nconst),
        main: true,
        characters: row.characters ? JSON.parse(row.characters) : null,
        job: row.job,
        remark: row.category === 'archive_footage' ? 'archive footage' : null,
      },
    ]);
};

const compareCrew = async (folder: string): Promise<void> => {
  const people = new Set(rowsOf(folder, 'name.basics.tsv').map((row) => row.nconst));
  for (const row of some(rowsOf(folder, 'title.crew.tsv')))
    for (const [role, cell] of [
      [1, row.directors],
      [2, row.writers],
    ] as const) {
      const found = await read('select distinct person_id from credit where title_id = $1 and role = $2', [
        keyOf(row.tconst),
        role,
      ]);
      const wanted = listOf(cell)
        .filter((id) => people.has(id))
        .map(keyOf);
      expect(found.map((each) => each.person_id)).toEqual(expect.arrayContaining(wanted));
    }
};

const credits = () => read('select * from credit order by title_id, role, ordering', []);

describe.skipIf(!first || !second || !third)('the real datasets', () => {
  it('give every column as it stands in the files, one folder after the other', async () => {
    for (const folder of [first, second, third]) {
      if (!folder) throw new Error('the folder is gone');
      const report = await run({ from: folder });
      for (const file of report.files) expect(file.skipped).toBe(0);
      await compareTitles(folder);
      await comparePeople(folder);
      await compareEpisodes(folder);
      if (folder === third) continue;
      await compareAkas(folder);
      await comparePrincipals(
        folder,
        folder === first ? 'title.principals.imdb-native-quoting.tsv' : 'title.principals.tsv',
      );
      await compareCrew(folder);
    }
  });

  it('give the same credits in both quotings', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinodex-native-'));
    try {
      cpSync(first ?? '', folder, { recursive: true });
      await run({ from: folder, verify: true });
      const before = await credits();
      expect(before.length).toBeGreaterThan(4000);
      renameSync(join(folder, 'title.principals.imdb-native-quoting.tsv'), join(folder, 'title.principals.tsv'));
      const report = await run({ from: folder });
      expect(report.files.find(({ name }) => name === 'title.principals')).toMatchObject({
        read: 4479,
        added: 0,
        changed: 0,
      });
      expect(await credits()).toEqual(before);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('take a person that stands there twice once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinodex-twice-'));
    try {
      cpSync(join(second ?? '', 'name.basics.duplicate-nconst.tsv'), join(folder, 'name.basics.tsv'));
      expect((await run({ from: folder })).files).toMatchObject([{ read: 2, added: 0, unchanged: 1, skipped: 1 }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('take the place of what the embedded sample says', async () => {
    await db.query(
      'truncate title, person, aka, credit, episode, title_list, person_list, title_origin, person_origin',
    );
    await db.transaction((tx) => applyRecords(tx, readSample(), 'sample'));
    const { rows: dates } = await db.query('select id from person where length(birth_date) > 4');
    expect(dates.length).toBeGreaterThan(0);
    await run({ from: third ?? '', verify: true });
    await compareTitles(third ?? '', every);
    await comparePeople(third ?? '', every);
  });
});
