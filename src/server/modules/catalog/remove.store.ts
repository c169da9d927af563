import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { ExternalId } from '#server/sources/external-id.ts';

/** The titles that change when a record goes: the series of an episode, what a person is credited in. */
export const readTouched = async (tx: Executor, kind: RecordKind, key: number): Promise<number[]> => {
  const text =
    kind === 'movie'
      ? 'select series_id as id from episode where title_id = $1'
      : 'select distinct title_id as id from credit where person_id = $1 order by 1';
  const { rows } = await tx.query<{ id: number }>(text, [key]);
  return rows.map(({ id }) => id);
};

const TITLE = [
  'delete from episode where title_id = $1 or series_id = $1',
  ...['aka', 'credit', 'title_list', 'title_origin', 'serie_update'].map(
    (table) => `delete from ${table} where title_id = $1`,
  ),
];
const PERSON = [
  'delete from credit where person_id = $1',
  ...['person_list', 'person_origin'].map((table) => `delete from ${table} where person_id = $1`),
];
const RECORD = {
  movie: { of: TITLE, row: 'delete from title where id = $1' },
  name: { of: PERSON, row: 'delete from person where id = $1' },
} as const;

/**
 * Deletes a record with all that belongs to it, and the redirects that lead to it. Answers the ids that did; null when it is
 * not there.
 */
export const deleteRecord = async (tx: Executor, kind: RecordKind, key: number): Promise<number[] | null> => {
  const { of, row } = RECORD[kind];
  const { rowCount } = await tx.query(row, [key]);
  if (!rowCount) return null;
  for (const text of of) await tx.query(text, [key]);
  await tx.query('delete from external_id where kind = $2 and record_id = $1', [key, kind]);
  const { rows } = await tx.query<{ id: number }>(
    'delete from redirect where kind = $2 and target_id = $1 returning source_id as id',
    [key, kind],
  );
  return rows.map(({ id }) => id);
};

/** Titles whose answers have changed though their own rows have not. */
export const touchTitles = async (tx: Executor, keys: readonly number[]): Promise<void> => {
  if (keys.length > 0) await tx.query('update title set updated_at = now() where id = any($1)', [keys]);
};

/** Whether a record is there. */
export const isThere = async (tx: Executor, kind: RecordKind, key: number): Promise<boolean> => {
  const { rows } = await tx.query(`select 1 from ${kind === 'movie' ? 'title' : 'person'} where id = $1`, [key]);
  return rows.length > 0;
};

/** False when it leads there already. */
export const setRedirect = async (tx: Executor, kind: RecordKind, source: number, target: number): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `insert into redirect as r (kind, source_id, target_id) values ($1, $2, $3)
      on conflict (kind, source_id) do update set target_id = excluded.target_id where r.target_id <> excluded.target_id`,
    [kind, source, target],
  );
  return rowCount === 1;
};

/** Takes a redirect away; false when there is none. */
export const deleteRedirect = async (tx: Executor, kind: RecordKind, source: number): Promise<boolean> => {
  const { rowCount } = await tx.query('delete from redirect where kind = $1 and source_id = $2', [kind, source]);
  return rowCount === 1;
};

/** Redirects that lead to a record that is merged itself lead to where it went. */
export const moveRedirects = (tx: Executor, kind: RecordKind, from: number, to: number): Promise<unknown> =>
  tx.query('update redirect set target_id = $3 where kind = $1 and target_id = $2 and source_id <> $3', [
    kind,
    from,
    to,
  ]);

/** Gives the episodes of a series to the one that it is merged into. Answers the titles that change. */
export const moveEpisodes = async (tx: Executor, from: number, to: number): Promise<number[]> => {
  const { rowCount } = await tx.query('update episode set series_id = $2 where series_id = $1 and title_id <> $2', [
    from,
    to,
  ]);
  return rowCount ? [to] : [];
};

/** Gives what other sites call a record to another one; all of it, or these ids. */
export const moveExternalIds = (
  tx: Executor,
  kind: RecordKind,
  [from, to]: readonly [number, number],
  ids?: readonly ExternalId[],
): Promise<unknown> =>
  tx.query(
    `update external_id e set record_id = $2 where e.kind = $3 and e.record_id = $1 and ($4::jsonb is null
      or (e.site, e.value) in (select r.site, r.id from jsonb_to_recordset($4::jsonb) as r (site text, id text)))`,
    [from, to, kind, ids === undefined ? null : JSON.stringify(ids)],
  );

/** Whether a redirect leads from one id straight to the other. */
export const leadsTo = async (tx: Executor, kind: RecordKind, source: number, target: number): Promise<boolean> => {
  const { rows } = await tx.query('select 1 from redirect where kind = $1 and source_id = $2 and target_id = $3', [
    kind,
    source,
    target,
  ]);
  return rows.length > 0;
};
