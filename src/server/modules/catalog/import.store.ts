import type { Executor } from '#server/platform/db/database.ts';
import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import { CHANGE_LOCK } from './change.store.ts';
import type { FileReport } from './import.report.ts';

/** The session lock of the one import that may run. */
const IMPORT_LOCK = 7020;

const WRITTEN = 'title, person, aka, credit, episode, title_list, person_list, title_origin, person_origin, redirect';

/** Sorting and hashing whole tables takes memory and time that a request must not have. */
const SESSION = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
  set client_connection_check_interval = '2s'; set work_mem = '192MB'; set maintenance_work_mem = '512MB';
  set max_parallel_workers_per_gather = 2; set max_parallel_maintenance_workers = 2; set jit = off;
  set synchronous_commit = on; set search_path = public`;

export const prepareSession = (db: Executor): Promise<unknown> => db.query(SESSION);

export const takeImportLock = async (db: Executor): Promise<boolean> => {
  const { rows } = await db.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [IMPORT_LOCK]);
  return rows[0]?.taken ?? false;
};

/** Whether the server has stopped taking writes, as the embedded one does when its disk runs full. */
export const isReadOnly = async (db: Executor): Promise<boolean> => {
  const { rows } = await db.query<{ mode: string }>(`select current_setting('default_transaction_read_only') as mode`);
  return rows[0]?.mode === 'on';
};

/** Keeps writers out until the end of the transaction; readers go on. */
export const lockWriters = (tx: Executor): Promise<unknown> =>
  tx.query(`lock table ${WRITTEN} in share row exclusive mode`);

export interface RunFile extends FileReport {
  readonly sha256: string;
  readonly etag: string | null;
}

export interface RunRecord {
  readonly complete: boolean;
  readonly files: readonly RunFile[];
  /** The last change there was, and a digest of what editors have locked and merged. */
  readonly lastChange: number;
  readonly edits: string;
}

const EDITS = `select md5(string_agg(e, ',' order by e)) as edits from (
  select format('t%s.%s', title_id, part) as e from title_origin where locked
  union all select format('n%s.%s', person_id, part) from person_origin where locked
  union all select format('r%s.%s', kind, source_id) from redirect) x`;

const readEdits = async (db: Executor): Promise<string> =>
  (await db.query<{ edits: string | null }>(EDITS)).rows[0]?.edits ?? '';

/** The last import of the datasets, where nobody has changed the catalogue since; null otherwise. */
export const lastUntouchedRun = async (db: Executor): Promise<RunRecord | null> => {
  const { rows } = await db.query<{ files: RunRecord }>(
    `select files from import_run where source = 'imdb-datasets' and finished_at is not null order by id desc limit 1`,
  );
  const record = rows[0]?.files;
  if (!record) return null;
  const later = await db.query('select 1 from change where id > $1 limit 1', [record.lastChange]);
  return later.rows.length === 0 && (await readEdits(db)) === record.edits ? record : null;
};

export const recordRun = async (tx: Executor, began: Date, run: Pick<RunRecord, 'complete' | 'files'>) => {
  const last = await tx.query<{ id: number | null }>('select max(id) as id from change');
  const record: RunRecord = { ...run, lastChange: last.rows[0]?.id ?? 0, edits: await readEdits(tx) };
  await tx.query(
    `insert into import_run (source, started_at, finished_at, files) values ('imdb-datasets', $1, clock_timestamp(), $2)`,
    [began, JSON.stringify(record)],
  );
};

/** Deletes the titles that IMDb alone gave and that are gone from its whole set, with all that belongs to them; only when `complete`. */
export const deleteGone = async (tx: Executor, complete: boolean): Promise<number> => {
  const { rowCount } = await tx.query(`create table import.gone as select t.id from title t
    where ${complete} and t.source = 'imdb-datasets' and not exists (select from import.s_title s where s.id = t.id)
      and not exists (select from title_origin o where o.title_id = t.id)`);
  if (!rowCount) return 0;
  // The series that loses an episode has changed.
  await tx.query(`insert into import.touched select distinct e.series_id from episode e
    where e.title_id in (select id from import.gone) and e.series_id not in (select id from import.gone)`);
  await tx.query(
    'delete from episode where title_id in (select id from import.gone) or series_id in (select id from import.gone)',
  );
  for (const table of ['aka', 'credit', 'title_list', 'serie_update'])
    await tx.query(`delete from ${table} where title_id in (select id from import.gone)`);
  await tx.query(`delete from external_id where kind = 'movie' and record_id in (select id from import.gone)`);
  await tx.query('delete from title where id in (select id from import.gone)');
  return rowCount;
};

/** One event a record. The feed's lock comes first, so that its ids follow the commits. */
export const writeChanges = async (tx: Executor): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock($1)', [CHANGE_LOCK]);
  for (const [kind, table] of [
    ['movie', 'changed_title'],
    ['name', 'changed_person'],
  ])
    await tx.query(`insert into change (kind, record_id, action)
      select '${kind}', id, action from import.${table} order by id`);
};

export interface States {
  readonly wanted: number;
  readonly added: number;
  readonly changed: number;
}

/** How the rows of title.basics and title.ratings stand to the catalogue, before it is written. */
export const countTitleStates = async (tx: Executor): Promise<{ basics: States; ratings: States }> => {
  const states = (column: string): string => `json_build_object('wanted', count(${column}),
    'added', count(*) filter (where ${column} = 'new'), 'changed', count(*) filter (where ${column} = 'changed'))`;
  const { rows } = await tx.query<{ basics: States; ratings: States }>(
    `select ${states('basics_state')} as basics, ${states('ratings_state')} as ratings from import.wanted_title`,
  );
  const none = { wanted: 0, added: 0, changed: 0 };
  return rows[0] ?? { basics: none, ratings: none };
};

const dead = (row: string, ids: Readonly<Record<string, 'title' | 'person'>>): string =>
  Object.entries(ids)
    .map(([id, table]) => `not exists (select from import.alive_${table} v where v.id = ${row}.${id})`)
    .join(' or ');

/** Rows whose record there is, but that stay out because an editor has the say there. */
const KEPT: Readonly<Partial<Record<ImdbFile, string>>> = {
  'title.basics': `select count(*) as n from import.s_title s join title t on t.id = s.id where t.source = 'editor'
    and not exists (select from redirect d where d.kind = 'movie' and d.source_id = s.id)`,
  'title.ratings': `select count(*) as n from import.s_rating s join title t on t.id = s.id where t.source = 'editor'
    and not exists (select from redirect d where d.kind = 'movie' and d.source_id = s.id)`,
  'name.basics': `select count(*) as n from import.s_person s join person t on t.id = s.id where t.source = 'editor'
    and not exists (select from redirect d where d.kind = 'name' and d.source_id = s.id)`,
  'title.akas': `select count(*) as n from import.s_aka a join import.kept k on k.title_id = a.title_id and k.part = 'akas'
    where not (${dead('a', { title_id: 'title' })})`,
  'title.principals': `select count(*) as n from import.s_principal p
    join import.kept k on k.title_id = p.title_id and k.part = case when p.role = 0 then 'actors' else 'crew' end
    where not (${dead('p', { title_id: 'title', person_id: 'person' })})`,
};

const DEAD: Readonly<Partial<Record<ImdbFile, string>>> = {
  'title.crew': `select count(*) as n from import.s_crew c where ${dead('c', { title_id: 'title', person_id: 'person' })}`,
  'title.episode': `select count(*) as n from import.s_episode e where ${dead('e', { title_id: 'title', series_id: 'title' })}`,
};

const countOf = async (tx: Executor, text: string | undefined): Promise<number> =>
  text === undefined ? 0 : ((await tx.query<{ n: number }>(text)).rows[0]?.n ?? 0);

/** How many of the rows of a file that do not go into the catalogue point nowhere; `keeps` as the context has it. */
export const countOrphans = async (tx: Executor, file: ImdbFile, left: number, keeps: boolean): Promise<number> => {
  if (DEAD[file] !== undefined) return countOf(tx, DEAD[file]);
  // People are not in parts, so an editor's are looked for in any case.
  return left > 0 && (keeps || file === 'name.basics') ? left - (await countOf(tx, KEPT[file])) : left;
};
