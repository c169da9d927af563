import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { jsonRow } from '#server/platform/db/json.ts';

/** Days that the change feed reaches back. */
export const CHANGE_RETENTION_DAYS = 90;

export interface ChangeAsk {
  /** The last change that the reader has seen. */
  readonly after: number;
  readonly keys: readonly { readonly kind: string; readonly key: number }[] | null;
  readonly limit: number;
}

/** What follows a change, oldest first, and the id of the last one told. */
export const readChanges = async (
  db: Executor,
  { after, keys, limit }: ChangeAsk,
): Promise<{ json: JsonText; last: number }> => {
  const narrowed = keys ? 'and (c.kind, c.record_id) in (select * from unnest($3::record_kind[], $4::bigint[]))' : '';
  const { rows } = await db.query<{ json: string; last: number | null }>({
    name: keys ? 'changes_of' : 'changes',
    text: `select coalesce(json_agg(${jsonRow(`r.kind,
      case r.kind when 'movie' then title_ref(r.record_id) else name_ref(r.record_id) end as "imdbId", r.action,
      wire_time(r.at) as date,
      case when r.redirect_to is null then null when r.kind = 'movie' then title_ref(r.redirect_to) else name_ref(r.redirect_to) end as "redirectTo"`)}
        order by r.id), '[]')::text as json, max(r.id) as last
      from (select * from change c where c.id > $1 ${narrowed} order by c.id limit $2) r`,
    values: [after, limit, ...(keys ? [keys.map((one) => one.kind), keys.map((one) => one.key)] : [])],
  });
  const [row] = rows;
  return { json: jsonText(row?.json ?? '[]'), last: row?.last ?? after };
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
