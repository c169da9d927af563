import type { Executor } from '#server/platform/db/database.ts';
import type { DocumentTable } from './document.store.ts';

const RECORDS = { title_document: 'title', person_document: 'person' } as const satisfies Record<DocumentTable, string>;

/** How many records have, or are to have, a document of a kind. */
export const countRecords = async (db: Executor, table: DocumentTable): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from ${RECORDS[table]}`);
  return rows[0]?.n ?? 0;
};

/**
 * Takes the next records after an id, and the documents up to the last of them whose record is gone, into the table
 * `reindexed` of the transaction. `last` is null when these were the last ones.
 */
export const takeNext = async (
  tx: Executor,
  table: DocumentTable,
  after: number,
  limit: number,
): Promise<{ readonly last: number | null; readonly records: number; readonly orphans: number }> => {
  await tx.query('create temp table reindexed (id bigint) on commit drop');
  const { rows } = await tx.query<{ last: number | null; records: number }>(
    `with taken as (insert into reindexed select id from ${RECORDS[table]} where id > $1 order by id limit $2 returning id)
    select max(id) as last, count(*)::int as records from taken`,
    [after, limit],
  );
  const { last, records } = rows[0] ?? { last: null, records: 0 };
  const upTo = records < limit ? null : last;
  const { rowCount } = await tx.query(
    `insert into reindexed select d.id from ${table} d where d.id > $1 and d.id <= coalesce($2::bigint, d.id)
      and not exists (select from ${RECORDS[table]} r where r.id = d.id)`,
    [after, upTo],
  );
  return { last: upTo, records, orphans: rowCount ?? 0 };
};

/** How many documents the last update has written. */
export const countWritten = async (tx: Executor): Promise<number> => {
  const { rows } = await tx.query<{ n: number }>('select count(*)::int as n from changed_document where sign = 1');
  return rows[0]?.n ?? 0;
};

/** A batch takes as long as it takes. */
export const takeTime = (tx: Executor): Promise<unknown> => tx.query('set local statement_timeout = 0');
