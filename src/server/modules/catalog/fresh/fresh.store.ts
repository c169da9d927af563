import type { ParsedId } from '#server/kernel/ids.ts';
import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { jsonRow } from '#server/platform/db/json.ts';

const HOUR = `interval '1 hour'`;

export type RefreshState = 'NEVER' | 'WAITING' | 'DONE' | 'FAILED';

/** A row that was cleared by somebody had come to its end. */
const STATE = `case when f.asked_at is null then 'NEVER' when m.waiting or (m.id is not null and m.result is null) then 'WAITING'
  when m.result <> 'OK' then 'FAILED' else 'DONE' end`;

const REFRESH = jsonRow(`${STATE} as state, wire_time(f.asked_at) as asked,
  case when f.asked_at > now() - ${HOUR} then wire_time(f.asked_at + ${HOUR}) end as next`);

const textOf = (table: 'title' | 'person', kind: 'movie' | 'name'): string => `
  select ${jsonRow(`$3::text as "imdbId", t.source, wire_time(t.fetched_at) as fetched,
      (select coalesce(json_agg(json_build_object('part', o.part, 'source', o.source, 'fetched', wire_time(o.fetched_at)) order by o.part), '[]')
        from ${table}_origin o where o.${table}_id = t.id and ($2::source_name[] is null or o.source = any($2))) as parts,
      ${REFRESH} as refresh`)}::text as json,
    ${STATE} as state, ceil(extract(epoch from f.asked_at + ${HOUR} - now()))::int as wait
  from ${table} t
    left join refresh f on f.kind = '${kind}' and f.record_id = t.id and f.asked_at > now() - ${HOUR}
    left join manual_update m on m.imdb_id = $3
  where t.id = $1 and ($2::source_name[] is null or t.source = any($2))`;

const TEXTS = { movie: textOf('title', 'movie'), name: textOf('person', 'name') };

export interface FreshRow {
  readonly json: JsonText;
  readonly state: RefreshState;
  /** Seconds until it may be asked for again; null where it may be. */
  readonly wait: number | null;
}

/** How old a record is; null where none is there that may be shown. */
export const readFreshness = async (
  db: Executor,
  { kind, key, canonical }: ParsedId,
  sources: readonly string[] | null,
): Promise<FreshRow | null> => {
  const { rows } = await db.query<{ json: string; state: RefreshState; wait: number | null }>({
    name: `freshness_${kind}`,
    text: TEXTS[kind],
    values: [key, sources, canonical],
  });
  const [row] = rows;
  return row ? { ...row, json: jsonText(row.json) } : null;
};

/** Takes the turn of a record, which comes once an hour; false when somebody has had it. Turns that are over go. */
export const takeRefresh = async (tx: Executor, { kind, key }: ParsedId): Promise<boolean> => {
  await tx.query(
    `delete from refresh where asked_at < now() - ${HOUR} and (kind, record_id) <> ($1::record_kind, $2)`,
    [kind, key],
  );
  const { rowCount } = await tx.query(
    `insert into refresh (kind, record_id, asked_at) values ($1, $2, now())
      on conflict (kind, record_id) do update set asked_at = now() where refresh.asked_at <= now() - ${HOUR}`,
    [kind, key],
  );
  return rowCount === 1;
};
