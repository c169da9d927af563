import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { PERSON_DOCUMENTS, scoped, TITLE_DOCUMENTS } from './document.sql.ts';

const DOCUMENTS = {
  movie: { table: 'title_document', computed: TITLE_DOCUMENTS },
  name: { table: 'person_document', computed: PERSON_DOCUMENTS },
} as const;

/** Whether a record has its search document, and whether that is the one it would get now. */
export const readDocumentState = async (
  db: Executor,
  kind: RecordKind,
  key: number,
): Promise<'missing' | 'stale' | 'fresh'> => {
  const { table, computed } = DOCUMENTS[kind];
  const { rows } = await db.query<{ state: 'missing' | 'stale' | 'fresh' }>(
    `select case when d.id is null then 'missing' when to_jsonb(n) <> to_jsonb(d) then 'stale' else 'fresh' end as state
      from (${scoped(computed, `(values (${Number(key)}::bigint)) wanted (id)`)}) n left join ${table} d on d.id = n.id`,
  );
  return rows[0]?.state ?? 'missing';
};
