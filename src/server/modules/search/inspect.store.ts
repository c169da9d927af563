import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { PERSON_DOCUMENTS, scoped, TITLE_DOCUMENTS } from './document.sql.ts';

const DOCUMENTS = {
  movie: { table: 'title_document', computed: TITLE_DOCUMENTS },
  name: { table: 'person_document', computed: PERSON_DOCUMENTS },
} as const;

/** Whether records have their search documents, and whether those are the ones they would get now; by their ids. */
export const readDocumentStates = async (
  db: Executor,
  kind: RecordKind,
  keys: readonly number[],
): Promise<ReadonlyMap<number, 'missing' | 'stale' | 'fresh'>> => {
  const { table, computed } = DOCUMENTS[kind];
  const { rows } = await db.query<{ id: number; state: 'missing' | 'stale' | 'fresh' }>(
    `select n.id, case when d.id is null then 'missing' when to_jsonb(n) <> to_jsonb(d) then 'stale' else 'fresh' end as state
      from (${scoped(computed, 'unnest($1::bigint[]) wanted (id)')}) n left join ${table} d on d.id = n.id and d.id = any($1)`,
    [keys],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
};
