import type { ManualUpdateData } from '#contracts/manual.api.ts';
import type { Executor } from '#server/platform/db/database.ts';

export type ManualState = 'NEW' | 'WAITING' | 'OK' | 'FAILED';
export type ManualType = 'MOVIES' | 'NAMES';

export interface ManualFilter {
  readonly state?: ManualState | undefined;
  readonly type?: ManualType | undefined;
  /** How ids begin. */
  readonly imdbId?: string | undefined;
}

const STATES: Readonly<Record<ManualState, string>> = {
  NEW: 'result is null and not waiting',
  WAITING: 'waiting',
  OK: `result = 'OK'`,
  FAILED: `result <> 'OK' and not waiting`,
};
const TYPES: Readonly<Record<ManualType, string>> = { MOVIES: `imdb_id like 'tt%'`, NAMES: `imdb_id like 'nm%'` };

const conditionOf = ({ state, type }: ManualFilter): string =>
  ['starts_with(imdb_id, $1)', ...(state ? [STATES[state]] : []), ...(type ? [TYPES[type]] : [])].join(' and ');

const ROW = `id as "idManualUpdateData", imdb_id as "imdbId", immediately::int as immediately, only_index::int as "onlyIndex",
  result, wire_time(inserted_at) as "insertDate", wire_time(processed_at) as "processedDate", asked, waiting`;
/** First what was asked for in vain and is not there, then the newest. */
const ORDER = `case when result is distinct from 'OK' then asked else 0 end desc, id desc`;

/** Rows as they are shown, in their order. */
export const readManual = async (
  db: Executor,
  filter: ManualFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: ManualUpdateData[]; total: number }> => {
  const where = conditionOf(filter);
  const begins = filter.imdbId ?? '';
  const { rows } = await db.query<ManualUpdateData & Record<string, unknown>>(
    `select ${ROW} from manual_update where ${where} order by ${ORDER} limit $2 offset $3`,
    [begins, limit, offset],
  );
  const count = await db.query<{ n: number }>(`select count(*)::int as n from manual_update where ${where}`, [begins]);
  return { rows, total: count.rows[0]?.n ?? 0 };
};

/** The ids of all rows that match, in their order. */
export const readManualIds = async (db: Executor, filter: ManualFilter): Promise<readonly number[]> => {
  const { rows } = await db.query<{ ids: number[] | null }>(
    `select array_agg(id order by ${ORDER}) as ids from manual_update where ${conditionOf(filter)}`,
    [filter.imdbId ?? ''],
  );
  return rows[0]?.ids ?? [];
};

/** Rows by their ids, in the same order. */
export const findManual = async (db: Executor, ids: readonly number[]): Promise<readonly ManualUpdateData[]> => {
  const { rows } = await db.query<ManualUpdateData & Record<string, unknown>>(
    `select ${ROW} from unnest($1::bigint[]) with ordinality sought (id, place) join manual_update using (id) order by place`,
    [ids],
  );
  return rows;
};

/** What is left of the rows that were last asked to be processed together. */
export const readProgress = async (db: Executor) => {
  const { rows } = await db.query<{ total: number; waiting: number; ok: number; failed: number }>(
    `select count(*)::int as total, count(*) filter (where waiting)::int as waiting,
        count(*) filter (where not waiting and result = 'OK')::int as ok,
        count(*) filter (where not waiting and result <> 'OK')::int as failed
      from manual_update where run = (select max(run) from manual_update)`,
  );
  return rows[0] ?? { total: 0, waiting: 0, ok: 0, failed: 0 };
};

/** Rows that are asked for while others wait count as one with those. */
const RUN = `coalesce((select max(run) from manual_update where waiting), (select coalesce(max(run), 0) + 1 from manual_update))`;

/** Has rows wait for their turn: the named ones, or all that are not OK. Answers how many wait that did not. */
export const queueManual = async (db: Executor, ids: readonly number[] | null): Promise<number> => {
  const { rowCount } = await db.query(
    `update manual_update set waiting = true, run = ${RUN}
      where not waiting and result is distinct from 'OK' and ($1::bigint[] is null or id = any($1))`,
    [ids],
  );
  return rowCount ?? 0;
};

export interface ManualRow {
  readonly id: number;
  readonly imdbId: string;
  readonly onlyIndex: boolean;
}

/** The next row that waits for its turn or, after those, that nobody has tried yet; null at the end. */
export const nextManual = async (db: Executor, onlyWaiting: boolean): Promise<ManualRow | null> => {
  for (const state of onlyWaiting ? (['WAITING'] as const) : (['WAITING', 'NEW'] as const)) {
    const { rows } = await db.query<ManualRow & Record<string, unknown>>(
      `select id, imdb_id as "imdbId", only_index as "onlyIndex" from manual_update where ${STATES[state]} order by id limit 1`,
    );
    if (rows[0]) return rows[0];
  }
  return null;
};

/** How many rows are left to be processed. */
export const countManual = async (db: Executor, onlyWaiting: boolean): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from manual_update where ${onlyWaiting ? 'waiting' : 'waiting or result is null'}`,
  );
  return rows[0]?.n ?? 0;
};

/** Notes what came of a row. */
export const finishManual = (db: Executor, id: number, result: string): Promise<unknown> =>
  db.query('update manual_update set waiting = false, result = $2, processed_at = now() where id = $1', [id, result]);

export interface AddedRows {
  readonly ids: readonly string[];
  readonly immediately: boolean;
  readonly onlyIndex: boolean;
  readonly accountId: number | null;
}

/** Adds ids; those that are there are open again. Answers those that are new. */
export const addManual = async (
  db: Executor,
  { ids, immediately, onlyIndex, accountId }: AddedRows,
): Promise<readonly string[]> => {
  const { rows } = await db.query<{ imdbId: string }>(
    `with told as (
        insert into manual_update (imdb_id, immediately, only_index, account_id, waiting, run)
        select id, $2, $3, $4, $2, case when $2 then ${RUN} end from unnest($1::text[]) r (id)
        on conflict (imdb_id) do update set immediately = excluded.immediately, only_index = excluded.only_index,
          waiting = excluded.waiting or manual_update.waiting, run = coalesce(excluded.run, manual_update.run),
          result = null, processed_at = null
        returning imdb_id, xmax = 0 as is_new)
      select imdb_id as "imdbId" from told where is_new`,
    [ids, immediately, onlyIndex, accountId],
  );
  return rows.map(({ imdbId }) => imdbId);
};

/** Leaves a record whose refresh has failed to be fetched again, with why. */
export const addFailed = (db: Executor, imdbId: string, accountId: number | null, result: string): Promise<unknown> =>
  db.query(
    `insert into manual_update (imdb_id, account_id, result, processed_at) values ($1, $2, $3, now())
      on conflict (imdb_id) do update set result = excluded.result, processed_at = excluded.processed_at`,
    [imdbId, accountId, result],
  );

/** Deletes rows by their ids. */
export const deleteManual = async (db: Executor, ids: readonly number[]): Promise<number> =>
  (await db.query('delete from manual_update where id = any($1)', [ids])).rowCount ?? 0;

/** Deletes the rows that are OK, and wait for nothing. */
export const deleteProcessed = async (db: Executor): Promise<number> =>
  (await db.query(`delete from manual_update where result = 'OK' and not waiting`)).rowCount ?? 0;

/** Deletes all rows, or those of one kind of record. */
export const deleteAllManual = async (db: Executor, type: ManualType | 'ALL'): Promise<number> =>
  (await db.query(`delete from manual_update where ${type === 'ALL' ? 'true' : TYPES[type]}`)).rowCount ?? 0;
