import type { Executor } from '#server/platform/db/database.ts';
import { LOCKS } from '#server/platform/db/locks.ts';
import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import { keepWritersAway } from '../turn.store.ts';
import { ImportRefused } from './refused.ts';
import type { FileReport } from './report.ts';

const WRITTEN = 'title, person, aka, credit, episode, title_list, person_list, title_origin, person_origin, redirect';

/**
 * Sorting and hashing whole tables takes memory and time that a request must not have. Handing a row from one process to
 * another costs a tenth of what the planner assumes, so that it would leave the widest tables to one.
 */
const SESSION = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
  set client_connection_check_interval = '2s'; set work_mem = '192MB'; set maintenance_work_mem = '512MB';
  set max_parallel_workers_per_gather = 2; set max_parallel_maintenance_workers = 2; set parallel_tuple_cost = 0.01;
  set synchronous_commit = on; set search_path = public`;

export const prepareSession = (db: Executor): Promise<unknown> => db.query(SESSION);

export const takeImportLock = async (db: Executor): Promise<boolean> => {
  const { rows } = await db.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCKS.imports]);
  return rows[0]?.taken ?? false;
};

/** Whether the server has stopped taking writes, as the embedded one does when its disk runs full. */
export const isReadOnly = async (db: Executor): Promise<boolean> => {
  const { rows } = await db.query<{ mode: string }>(`select current_setting('default_transaction_read_only') as mode`);
  return rows[0]?.mode === 'on';
};

/** Keeps writers out until the end of the transaction; readers go on. The tables are locked against statements by hand. */
export const lockWriters = async (tx: Executor): Promise<void> => {
  await keepWritersAway(tx);
  await tx.query(`lock table ${WRITTEN} in share row exclusive mode`);
};

/** What may be deleted: titles that a `complete` set lacks, and with `yes` however many there are. */
export interface Removal {
  readonly complete: boolean;
  readonly yes: boolean;
}

/**
 * Joins are hashed or merged while the catalogue is compared: every row is looked at anyhow, and a nested loop that the
 * planner takes for a short one would make an import that never ends. Until the end of the transaction, or `false`.
 */
export const joinWhole = (tx: Executor, whole: boolean): Promise<unknown> =>
  tx.query(`set local enable_nestloop = ${whole ? 'off' : 'on'}`);

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

/** More of the catalogue than this is not deleted without a word of the operator's. */
const MOST_GONE = 1 / 10;

/**
 * Deletes the titles that IMDb alone gave and that are gone from its whole set, with all that belongs to them, but for series
 * in which an editor has put an episode; only when `complete`. @throws ImportRefused when they are a large part of the
 * catalogue and nobody has said `yes` to that
 */
export const deleteGone = async (tx: Executor, { complete, yes }: Removal): Promise<number> => {
  const { rowCount } = await tx.query(`create table import.gone as select t.id from title t
    where ${complete} and t.source = 'imdb-datasets' and not exists (select from import.s_title s where s.id = t.id)
      and not exists (select from title_origin o where o.title_id = t.id)
      and not exists (select from episode e join (select title_id as id from title_origin where part = 'place'
        union select id from title where source = 'editor') p on p.id = e.title_id where e.series_id = t.id)`);
  if (!rowCount) return 0;
  const { rows } = await tx.query<{ n: number }>('select count(*) as n from title');
  const all = rows[0]?.n ?? 0;
  if (!yes && rowCount > all * MOST_GONE)
    throw new ImportRefused(
      `These files lack ${rowCount} of the ${all} titles of the catalogue, and --complete would delete them: add --yes if that is meant. Nothing was changed.`,
    );
  await tx.query('analyze import.gone');
  // The series that loses an episode has changed.
  await tx.query(`insert into import.touched select distinct e.series_id from episode e join import.gone g on g.id = e.title_id
    where not exists (select from import.gone s where s.id = e.series_id)`);
  for (const id of ['title_id', 'series_id'])
    await tx.query(`delete from episode e using import.gone g where g.id = e.${id}`);
  for (const table of ['aka', 'credit', 'title_list', 'serie_update'])
    await tx.query(`delete from ${table} d using import.gone g where g.id = d.title_id`);
  await tx.query(`delete from external_id d using import.gone g where d.kind = 'movie' and g.id = d.record_id`);
  await tx.query('delete from title d using import.gone g where g.id = d.id');
  return rowCount;
};

/** One event a record. The feed's lock comes first, so that its ids follow the commits. */
export const writeChanges = async (tx: Executor): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock($1)', [LOCKS.changeFeed]);
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

/**
 * How the rows of title.basics and title.ratings stand to the catalogue, before it is written. Afterwards
 * import.title_state tells it of each title.
 */
export const countTitleStates = async (tx: Executor): Promise<{ basics: States; ratings: States }> => {
  const states = (column: string): string => `json_build_object('wanted', count(${column}),
    'added', count(*) filter (where ${column} = 'new'), 'changed', count(*) filter (where ${column} = 'changed'))`;
  await tx.query(`create table import.title_state as
    select id, basics_state, ratings_state, listed_otherwise from import.wanted_title`);
  const { rows } = await tx.query<{ basics: States; ratings: States }>(
    `select ${states('basics_state')} as basics, ${states('ratings_state')} as ratings from import.title_state`,
  );
  const none = { wanted: 0, added: 0, changed: 0 };
  return rows[0] ?? { basics: none, ratings: none };
};

/**
 * Names the series whose list of episodes shows another title or rating than before, which their own rows do not tell.
 * `episodes` is the table as it will be; import.title_state must be there.
 */
export const touchSeries = (tx: Executor, episodes: string): Promise<unknown> =>
  tx.query(`insert into import.touched
    select distinct e.series_id from import.title_state s join ${episodes} e on e.title_id = s.id where s.listed_otherwise`);

/** Conditions as joins, which the planner can hash: inside `or` and `not` they would be looked up row by row. */
const alive = (row: string, ids: Readonly<Record<string, 'title' | 'person'>>): string =>
  Object.entries(ids)
    .map(([id, table]) => `join import.alive_${table} v_${id} on v_${id}.id = ${row}.${id}`)
    .join(' ');

/** Rows whose record there is, but that stay out because an editor has the say there. */
const KEPT: Readonly<Partial<Record<ImdbFile, string>>> = {
  'title.basics': `select count(*) as n from import.s_title s join title t on t.id = s.id where t.source = 'editor'
    and not exists (select from redirect d where d.kind = 'movie' and d.source_id = s.id)`,
  'title.ratings': `select count(*) as n from import.s_rating s join title t on t.id = s.id where t.source = 'editor'
    and not exists (select from redirect d where d.kind = 'movie' and d.source_id = s.id)`,
  'name.basics': `select count(*) as n from import.s_person s join person t on t.id = s.id where t.source = 'editor'
    and not exists (select from redirect d where d.kind = 'name' and d.source_id = s.id)`,
  'title.akas': `select count(*) as n from import.s_aka a join import.kept k on k.title_id = a.title_id and k.part = 'akas'
    ${alive('a', { title_id: 'title' })}`,
  'title.principals': `select count(*) as n from import.s_principal p
    join import.kept k on k.title_id = p.title_id and k.part = case when p.role = 0 then 'actors' else 'crew' end
    ${alive('p', { title_id: 'title', person_id: 'person' })}`,
};

/** Rows of which both ends are there; what is left of a file's rows points nowhere. */
const ALIVE: Readonly<Partial<Record<ImdbFile, string>>> = {
  'title.crew': `select count(*) as n from import.s_crew c ${alive('c', { title_id: 'title', person_id: 'person' })}`,
  'title.episode': `select count(*) as n from import.s_episode e ${alive('e', { title_id: 'title', series_id: 'title' })}`,
};

const countOf = async (tx: Executor, text: string): Promise<number> =>
  (await tx.query<{ n: number }>(text)).rows[0]?.n ?? 0;

/** A file's rows: all that were staged, and those among them that are to be in the catalogue. */
export interface FileRows {
  readonly staged: number;
  readonly wanted: number;
}

/** How many of the rows of a file point nowhere; `keeps` as the context has it. */
export const countOrphans = async (
  tx: Executor,
  file: ImdbFile,
  { staged, wanted }: FileRows,
  keeps: boolean,
): Promise<number> => {
  const living = ALIVE[file];
  if (living !== undefined) return staged - (await countOf(tx, living));
  const left = staged - wanted;
  const kept = KEPT[file];
  // People are not in parts, so an editor's are looked for in any case.
  return kept !== undefined && left > 0 && (keeps || file === 'name.basics') ? left - (await countOf(tx, kept)) : left;
};

/**
 * Marks what an import has written as seen by everybody: whoever reads it first would do that, and PostgreSQL by itself takes
 * ten times as long, beside what is asked. Not within a transaction.
 */
export const vacuumRecords = (db: Executor): Promise<unknown> => db.query(`vacuum (truncate off) ${WRITTEN}, change`);
