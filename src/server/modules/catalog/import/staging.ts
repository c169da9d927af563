import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Executor } from '#server/platform/db/database.ts';
import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import { createLines, type LineCounts } from '#server/sources/imdb-datasets/lines.ts';
import type { DatasetFile } from '#server/sources/imdb-datasets/read.ts';
import type { ImportProblem } from './report.ts';

/** Where the files are staged, and where tables are built anew before they take the place of the old ones. */
export const STAGING = 'import';
export const NEXT = 'import_next';

interface Staged {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: string;
}

/** The staging table of each file; the columns are in the order in which the mapping writes them. */
const STAGED: Readonly<Record<ImdbFile, Staged>> = {
  'title.basics': {
    table: 's_title',
    key: ['id'],
    columns:
      'id bigint, type text, title text, original_title text, adult boolean, year int, end_year int, runtime int, genres text[]',
  },
  'title.ratings': { table: 's_rating', key: ['id'], columns: 'id bigint, rating real, votes int' },
  'title.episode': {
    table: 's_episode',
    key: ['title_id'],
    columns: 'title_id bigint, series_id bigint, season int, number int',
  },
  'title.akas': {
    table: 's_aka',
    key: ['title_id', 'ordering'],
    columns:
      'title_id bigint, ordering int, title text, region text, language text, types text[], attributes text[], original boolean',
  },
  'name.basics': {
    table: 's_person',
    key: ['id'],
    columns: 'id bigint, name text, birth_date text, death_date text, professions text[], known_for bigint[]',
  },
  'title.crew': {
    table: 's_crew',
    key: ['title_id', 'role', 'ordering'],
    columns: 'title_id bigint, role smallint, ordering int, person_id bigint',
  },
  'title.principals': {
    table: 's_principal',
    key: ['title_id', 'ordering'],
    columns: 'title_id bigint, role smallint, ordering int, person_id bigint, characters text[], job text, remark text',
  },
};

/** Makes the staging tables, empty; what an interrupted import has left goes first. */
export const makeStaging = async (db: Executor): Promise<void> => {
  await dropStaging(db);
  await db.query(`create schema ${STAGING}`);
  await db.query(`create schema ${NEXT}`);
  for (const { table, columns } of Object.values(STAGED))
    await db.query(`create unlogged table ${STAGING}.${table} (${columns}) with (autovacuum_enabled = off)`);
};

export const dropStaging = (db: Executor): Promise<unknown> =>
  db.query(`drop schema if exists ${STAGING}, ${NEXT} cascade`);

export interface StagedFile {
  readonly counts: LineCounts;
  /** Rows in the staging table, without those that were there twice. */
  readonly rows: number;
  /** Lines left out because their key was there already. */
  readonly repeated: number;
  /** The first of the keys that were there more than once. */
  readonly repeats: readonly ImportProblem[];
  readonly sha256: string;
}

const KEPT_REPEATS = 100;

type Repeats = Pick<StagedFile, 'repeated' | 'repeats'> & { readonly dropped: number };

/** Keeps the first of the rows with the same key. Of title.crew, whose lines give a row for each person, lines count. */
const dropRepeated = async (client: pg.Client, file: ImdbFile): Promise<Repeats> => {
  const { table, key } = STAGED[file];
  const [id = '', second] = key;
  const ordering = file !== 'title.crew' && second ? second : 'null::int';
  const { rows } = await client.query<{ id: number; place: number | null; dropped: number; repeated: number }>(
    `with gone as (delete from ${STAGING}.${table} s using (
       select ctid as place, row_number() over (partition by ${key.join(', ')} order by ctid) as n from ${STAGING}.${table}) d
     where d.place = s.ctid and d.n > 1 returning s.*, d.n)
     select ${id} as id, ${ordering} as place, sum(count(*)) over ()::int as dropped, sum(max(n) - 1) over ()::int as repeated
       from gone group by 1, 2 order by 1, 2 limit ${KEPT_REPEATS}`,
  );
  const prefix = file === 'name.basics' ? 'nm' : 'tt';
  const nameOf = (row: { id: number; place: number | null }): string =>
    `${prefix}${String(row.id).padStart(7, '0')}${row.place === null ? '' : `, ordering ${row.place},`}`;
  return {
    dropped: rows[0]?.dropped ?? 0,
    repeated: rows[0]?.repeated ?? 0,
    repeats: rows.map((row) => ({
      file,
      line: null,
      reason: `${nameOf(row)} is there more than once; the first row counts`,
    })),
  };
};

const NOTHING_REPEATED: Repeats = { dropped: 0, repeated: 0, repeats: [] };

/**
 * Streams one file into its staging table. `tell` hears of the lines and packed bytes read so far.
 * @throws FileRefused when the header does not fit.
 */
export const stageFile = async (
  client: pg.Client,
  file: DatasetFile,
  signal: AbortSignal,
  tell: (lines: number, bytes: number) => void,
): Promise<StagedFile> => {
  const staged = STAGED[file.name];
  const lines = createLines(file.name);
  const table = `${STAGING}.${staged.table}`;
  // Rows of a table that was emptied in this transaction come frozen: who reads them first need not mark and write them.
  await client.query('begin');
  await client.query(`truncate ${table}`);
  const opened = await file.open(signal);
  const copy = client.query(copyFrom(`copy ${table} from stdin (freeze)`, { highWaterMark: 1 << 22 }));
  const done = finished(copy);
  // A COPY whose connection is lost says so once and takes further rows as if nothing were.
  const failure = new AbortController();
  done.catch((error: unknown) => failure.abort(error));
  const write = async (rows: Buffer): Promise<void> => {
    failure.signal.throwIfAborted();
    if (rows.length === 0 || copy.write(rows)) return;
    await Promise.race([once(copy, 'drain'), done]);
  };
  try {
    for await (const chunk of opened.stream) {
      await write(lines.push(Buffer.from(chunk)));
      tell(lines.counts.read, opened.bytes());
    }
    await write(lines.end());
    copy.end();
    await done;
  } catch (error) {
    copy.destroy();
    await done.catch(() => {});
    signal.throwIfAborted();
    throw error;
  }
  const { counts } = lines;
  const inOrder = counts.byNumber || counts.byLetter;
  const { dropped, repeated, repeats } = inOrder ? NOTHING_REPEATED : await dropRepeated(client, file.name);
  await client.query(`analyze ${table}`);
  await client.query('commit');
  return { counts, rows: copy.rowCount - dropped, repeated, repeats, sha256: opened.sha256() };
};
