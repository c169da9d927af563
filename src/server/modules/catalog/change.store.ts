import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { jsonRow } from '#server/platform/db/json.ts';

export interface ChangeAsk {
  /** The last change that the reader has seen. */
  readonly after: number;
  readonly keys: readonly { readonly kind: string; readonly key: number }[] | null;
  readonly limit: number;
  /** The sources whose records may be named; null for all. */
  readonly sources: readonly string[] | null;
}

/** How many changes are looked through for some that may be shown. */
const WINDOW = 100_000;

const narrowed = (keys: ChangeAsk['keys'], first: number): string =>
  keys ? `and (c.kind, c.record_id) in (select * from unnest($${first}::record_kind[], $${first + 1}::bigint[]))` : '';

const ALL = (keys: ChangeAsk['keys']): string =>
  `select c.* from change c where c.id > $1 ${narrowed(keys, 3)} order by c.id limit $2`;

/** Those of records that other sources than the public ones have given are left out; what is deleted has no source. */
const PUBLIC = (keys: ChangeAsk['keys']): string => `
  select c.* from (select * from change c where c.id > $1 ${narrowed(keys, 4)} order by c.id limit ${WINDOW}) c
    left join title t on c.kind = 'movie' and t.id = coalesce(c.redirect_to, c.record_id)
    left join person p on c.kind = 'name' and p.id = coalesce(c.redirect_to, c.record_id)
    where coalesce(t.source, p.source) = any($3::source_name[]) or coalesce(t.source, p.source) is null
    order by c.id limit $2`;

const NEWEST = '(select max(id) from change)';

/** How far a window reaches: to the end of the feed where it is not full. */
const WINDOW_END = (
  keys: ChangeAsk['keys'],
): string => `(select case when count(*) < ${WINDOW} then ${NEWEST} else max(w.id) end
    from (select c.id from change c where c.id > $1 ${narrowed(keys, 4)} order by c.id limit ${WINDOW}) w)`;

/**
 * Where a reader goes on: behind the last one told, or, where fewer than $2 are, behind all that was looked through, so that
 * what is not for him does not keep him back. Ids follow the commits: none comes later that is smaller than one that is seen.
 */
const END = ({ keys, sources }: Pick<ChangeAsk, 'keys' | 'sources'>): string =>
  `case when count(*) = $2 then max(r.id) else ${sources ? WINDOW_END(keys) : NEWEST} end`;

/** A change as it is told. */
const WIRE = jsonRow(`r.kind,
  case r.kind when 'movie' then title_ref(r.record_id) else name_ref(r.record_id) end as "imdbId", r.action,
  wire_time(r.at) as date,
  case when r.redirect_to is null then null when r.kind = 'movie' then title_ref(r.redirect_to) else name_ref(r.redirect_to) end as "redirectTo"`);

const valuesOf = ({ after, keys, limit, sources }: ChangeAsk): unknown[] => [
  after,
  limit,
  ...(sources ? [sources] : []),
  ...(keys ? [keys.map((one) => one.kind), keys.map((one) => one.key)] : []),
];

/** What follows a change, oldest first, and the id of the change that its reader goes on behind. */
export const readChanges = async (db: Executor, ask: ChangeAsk): Promise<{ json: JsonText; last: number }> => {
  const { keys, sources } = ask;
  const { rows } = await db.query<{ json: string; last: number | null }>({
    name: `changes${keys ? '_of' : ''}${sources ? '_public' : ''}`,
    text: `select coalesce(json_agg(${WIRE} order by r.id), '[]')::text as json,
        ${END(ask)} as last
      from (${sources ? PUBLIC(keys) : ALL(keys)}) r`,
    values: valuesOf(ask),
  });
  const [row] = rows;
  return { json: jsonText(row?.json ?? '[]'), last: Math.max(row?.last ?? 0, ask.after) };
};

/** A change of the feed on its own. */
export interface ToldChange {
  readonly id: number;
  readonly kind: 'movie' | 'name';
  readonly key: number;
  readonly json: JsonText;
}

/** The same one by one. */
export const readEachChange = async (
  db: Executor,
  ask: Omit<ChangeAsk, 'keys'>,
): Promise<{ changes: readonly ToldChange[]; last: number }> => {
  const { rows } = await db.query<{ changes: ToldChange[]; last: number | null }>({
    name: `changes_each${ask.sources ? '_public' : ''}`,
    text: `select coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind, 'key', r.record_id, 'json', ${WIRE}::text)
        order by r.id), '[]') as changes, ${END({ ...ask, keys: null })} as last
      from (${ask.sources ? PUBLIC(null) : ALL(null)}) r`,
    values: valuesOf({ ...ask, keys: null }),
  });
  return { changes: rows[0]?.changes ?? [], last: Math.max(rows[0]?.last ?? 0, ask.after) };
};

/** The newest change that has been committed; 0 when none is kept. */
export const newestChange = async (db: Executor): Promise<number> => {
  const { rows } = await db.query<{ id: number }>({
    name: 'change_newest',
    text: 'select coalesce(max(id), 0) as id from change',
    values: [],
  });
  return rows[0]?.id ?? 0;
};

const DELETED_AT_ONCE = 10_000;

/** Deletes some of the changes before a moment; answers how many, 0 when there are no more. The newest stays: it says where the feed ends. */
export const deleteChanges = async (db: Executor, before: Date): Promise<number> => {
  const { rowCount } = await db.query(
    `delete from change where id in (select id from change order by id limit ${DELETED_AT_ONCE}) and at < $1 and id < ${NEWEST}`,
    [before],
  );
  return rowCount ?? 0;
};

/** The cursor of a moment: the last change before it. */
export const cursorAt = async (db: Executor, moment: string): Promise<number> => {
  const { rows } = await db.query<{ id: number | null }>({
    name: 'change_cursor',
    text: `select coalesce((select c.id - 1 from change c where c.at >= $1::timestamptz order by c.id limit 1),
      (select max(c.id) from change c), 0) as id`,
    values: [moment],
  });
  return rows[0]?.id ?? 0;
};

/** The oldest change that is kept and the newest id ever given: it outlives its row. With no rows, oldest is one past newest. */
export const feedEnds = async (db: Executor): Promise<{ oldest: number; newest: number }> => {
  const { rows } = await db.query<{ oldest: number; newest: number }>({
    name: 'change_ends',
    text: `select coalesce((select id from change order by id limit 1), l.id + 1) as oldest, l.id as newest
      from (select coalesce(pg_sequence_last_value(pg_get_serial_sequence('change', 'id')::regclass), 0) as id) l`,
    values: [],
  });
  return rows[0] ?? { oldest: 0, newest: 0 };
};
