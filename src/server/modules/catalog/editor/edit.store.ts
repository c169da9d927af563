import { imdbId, type RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Origin } from '../apply.rules.ts';

export type EditAction = 'edit' | 'unlock' | 'create' | 'delete' | 'merge' | 'import' | 'fetch';

/** Something that was done to a record. */
export interface NewEdit {
  readonly kind: RecordKind;
  readonly key: number;
  readonly accountId: number | null;
  readonly action: EditAction;
  readonly part?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly origin?: unknown;
  readonly undoOf?: number;
}

export interface EditRow {
  readonly id: number;
  readonly at: string;
  readonly kind: RecordKind;
  readonly key: number;
  readonly accountId: number | null;
  readonly action: EditAction;
  readonly part: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly origin: unknown;
  readonly undoOf: number | null;
  /** The edit that has undone it. */
  readonly undoneBy: number | null;
}

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

export const addEdit = async (tx: Executor, edit: NewEdit): Promise<void> => {
  const { kind, key, accountId, action, part = null, before, after, origin, undoOf = null } = edit;
  await tx.query(
    `insert into edit (kind, record_id, account_id, action, part, before, after, origin, undo_of)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [kind, key, accountId, action, part, json(before), json(after), json(origin), undoOf],
  );
};

const COLUMNS = `e.id, wire_time(e.at) as at, e.kind, e.record_id as key, e.account_id as "accountId", e.action, e.part, e.before, e.after,
  e.origin, e.undo_of as "undoOf", (select u.id from edit u where u.undo_of = e.id) as "undoneBy"`;

/** Of $1 and $2, or a merge into it, which names it as $3. */
const OF_RECORD = `e.kind = $1 and (e.record_id = $2 or (e.action = 'merge' and e.after #>> '{}' = $3))`;

/** What was done to a record, newest first, and how much there is of it; with what was merged into it. */
export const readEdits = async (
  db: Executor,
  kind: RecordKind,
  key: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: EditRow[]; total: number }> => {
  const values = [kind, key, imdbId(kind, key)];
  const { rows } = await db.query<EditRow>(
    `select ${COLUMNS} from edit e where ${OF_RECORD} order by e.id desc limit $4 offset $5`,
    [...values, limit, offset],
  );
  const count = await db.query<{ n: number }>(`select count(*)::int as n from edit e where ${OF_RECORD}`, values);
  return { rows, total: count.rows[0]?.n ?? 0 };
};

/** Who edited each part of a record last; null: the command line. */
export const readEditors = async (
  db: Executor,
  kind: RecordKind,
  key: number,
): Promise<ReadonlyMap<string, number | null>> => {
  const { rows } = await db.query<{ part: string; accountId: number | null }>(
    `select distinct on (part) part, account_id as "accountId" from edit
      where kind = $1 and record_id = $2 and action = 'edit' and part is not null order by part, id desc`,
    [kind, key],
  );
  return new Map(rows.map(({ part, accountId }) => [part, accountId]));
};

/** What stood in place of a record's picture before an editor's, and whose it was; null when nobody knows. */
export const readBeforeUploads = async (
  tx: Executor,
  kind: RecordKind,
  key: number,
  part: string,
): Promise<{ readonly before: string | null; readonly origin: Origin | null } | null> => {
  const { rows } = await tx.query<{ before: string | null; origin: Origin | null }>(
    `select e.before#>>'{}' as before, e.origin from edit e
      where e.kind = $1 and e.record_id = $2 and e.part = $3 and e.origin->>'source' is distinct from 'editor'
        and not exists (select from picture p where p.id = e.before#>>'{}' and p.source = 'editor')
      order by e.id desc limit 1`,
    [kind, key, part],
  );
  return rows[0] ?? null;
};

/** One of them, held until the transaction ends; null when there is none. */
export const holdEdit = async (tx: Executor, id: number): Promise<EditRow | null> => {
  const { rows } = await tx.query<EditRow>(`select ${COLUMNS} from edit e where e.id = $1 for update of e`, [id]);
  return rows[0] ?? null;
};

/** What kind of title it is; null when there is none. */
export const readType = async (tx: Executor, key: number): Promise<string | null> =>
  (await tx.query<{ type: string }>('select type from title where id = $1', [key])).rows[0]?.type ?? null;

/** Whether another part of a record was edited together with an edit or after it. */
export const isEditedSince = async (
  tx: Executor,
  { kind, key, id }: Pick<EditRow, 'kind' | 'key' | 'id'>,
  part: string,
): Promise<boolean> => {
  const { rows } = await tx.query(
    `select 1 from edit e join edit since on since.id = $4
      where e.kind = $1 and e.record_id = $2 and e.part = $3 and e.action = 'edit' and e.at >= since.at limit 1`,
    [kind, key, part, id],
  );
  return rows.length > 0;
};

/** Whether episodes stand in a title. */
export const hasEpisodes = async (tx: Executor, key: number): Promise<boolean> =>
  (await tx.query('select 1 from episode where series_id = $1 limit 1', [key])).rows.length > 0;

/** Gives parts of a record free, so that sources write there again. Answers which of them were locked. */
export const unlockParts = async (
  tx: Executor,
  kind: RecordKind,
  key: number,
  parts: readonly string[],
): Promise<string[]> => {
  const table = kind === 'movie' ? 'title' : 'person';
  const { rows } = await tx.query<{ part: string }>(
    `update ${table}_origin set locked = false where ${table}_id = $1 and part = any($2) and locked returning part`,
    [key, parts],
  );
  return rows.map(({ part }) => part);
};

/** Whose a part is, in place of what stands there; null: the record's own source's. */
export const putOrigin = async (
  tx: Executor,
  kind: RecordKind,
  key: number,
  part: string,
  origin: Origin | null,
): Promise<void> => {
  const table = kind === 'movie' ? 'title' : 'person';
  await tx.query(`delete from ${table}_origin where ${table}_id = $1 and part = $2`, [key, part]);
  if (origin === null) return;
  await tx.query(
    `insert into ${table}_origin (${table}_id, part, source, fetched_at, locked) values ($1, $2, $3, $4, $5)`,
    [key, part, origin.source, origin.fetchedAt, origin.locked],
  );
};
