import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Executor } from '#server/platform/db/database.ts';
import { IMDB_FILES, type ImdbFile } from '#server/sources/imdb-datasets/files.ts';

const folders: string[] = [];
/** Removes what writeSet has written; for the end of each test file. */
export const removeSets = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
};

export type Rows = Readonly<Partial<Record<ImdbFile, readonly string[]>>>;

/** The text of a file; a row is written with spaces round `|` for its tabs. */
export const fileText = (file: ImdbFile, rows: readonly string[]): string =>
  [IMDB_FILES[file].join('\t'), ...rows.map((row) => row.split(' | ').join('\t')), ''].join('\n');

/** Writes dataset files into a folder of their own. */
export const writeSet = (rows: Rows): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kinodex-set-'));
  for (const [file, lines] of Object.entries(rows))
    writeFileSync(join(folder, `${file}.tsv`), fileText(file as ImdbFile, lines));
  folders.push(folder);
  return folder;
};

/** A small invented set: a film, a series with two episodes, three people. */
export const SMALL: Required<Rows> = {
  'title.basics': [
    'tt0000001 | movie | Mill | Moulin | 0 | 1931 | \\N | 88 | Drama,Crime',
    'tt0000002 | tvSeries | Harbour | Harbour | 0 | 1990 | 1992 | \\N | Drama',
    'tt0000003 | tvEpisode | Ebb | Ebb | 0 | 1990 | \\N | 40 | \\N',
    'tt10000004 | tvEpisode | Flow | Flow | 0 | 1991 | \\N | 41 | \\N',
  ],
  'title.ratings': ['tt0000001 | 7.4 | 120', 'tt0000002 | 8.1 | 99', 'tt0000099 | 5.0 | 5'],
  'title.episode': [
    'tt0000003 | tt0000002 | 1 | 1',
    'tt10000004 | tt0000002 | \\N | \\N',
    'tt0000001 | tt0000098 | 1 | 1',
  ],
  'title.akas': [
    'tt0000001 | 1 | Moulin | \\N | \\N | original | \\N | 1',
    'tt0000001 | 2 | Die Mühle | DE | \\N | imdbDisplay\u0002tv | \\N | 0',
    'tt0000097 | 1 | Nowhere | US | \\N | \\N | \\N | 0',
  ],
  'name.basics': [
    'nm0000001 | Ada Roth | 1901 | 1987 | actress,writer | tt0000001',
    'nm0000002 | Ben Oak | 384 | \\N |  | \\N',
    'nm0000003 | Cy Lund | \\N | \\N | director | tt0000001,tt0000002',
  ],
  'title.crew': ['tt0000001 | nm0000003 | nm0000001,nm0000002', 'tt0000002 | nm0000096 | \\N', 'tt0000003 | \\N | \\N'],
  'title.principals': [
    'tt0000001 | 1 | nm0000001 | actress | \\N | ["Ann"]',
    'tt0000001 | 2 | nm0000002 | archive_footage | \\N | ["Self"]',
    'tt0000001 | 3 | nm0000003 | director | second unit | \\N',
    'tt0000001 | 4 | nm0000002 | composer | \\N | \\N',
    'tt0000001 | 5 | nm0000095 | actor | \\N | \\N',
    'tt0000003 | 1 | nm0000001 | self | \\N | ["Self"]',
  ],
};

/** The set with some files put in another form, or left out with null. */
export const changed = (over: { readonly [File in ImdbFile]?: readonly string[] | null }): Rows =>
  Object.fromEntries(
    Object.entries({ ...SMALL, ...over }).filter((entry): entry is [string, readonly string[]] => entry[1] !== null),
  );

const TABLES = ['title', 'person', 'aka', 'credit', 'episode', 'title_list', 'title_origin', 'person_origin'] as const;

/** Every row of the catalogue's tables as text, with where it lies, so that even a row written again as it was is seen. */
export const snapshot = async (db: Executor): Promise<string[]> => {
  const rows = await Promise.all(
    TABLES.map((table) =>
      db.query<{ line: string }>(
        `select '${table} ' || x.ctid || ' ' || x.xmin || ' ' || x::text as line from ${table} x`,
      ),
    ),
  );
  return rows.flatMap(({ rows: all }) => all.map(({ line }) => line)).sort();
};

/** Many titles, for what small sets don't come to. */
export const MANY = 3000;
export const many = (word: string) => {
  const ids = Array.from({ length: MANY }, (_, i) => `tt${String(i + 1).padStart(7, '0')}`);
  return {
    'title.basics': ids.map((id) => `${id} | movie | ${word} ${id} | \\N | 0 | 1999 | \\N | \\N | \\N`),
    'title.akas': ids.map((id) => `${id} | 1 | ${word} | \\N | \\N | original | \\N | 1`),
    'name.basics': ids.map((id) => `nm${id.slice(2)} | ${word} | \\N | \\N | \\N | \\N`),
    'title.principals': ids.map((id) => `${id} | 1 | nm${id.slice(2)} | actor | \\N | ["${word}"]`),
  };
};
