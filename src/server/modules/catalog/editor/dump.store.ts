import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { SourceName } from '#server/sources/source.ts';

const TABLE = { movie: 'title', name: 'person' } as const;
const SHOWN = '$1::source_name[] is null or source = any($1)';

/** The next keys of a kind of record after one, of all sources or of these. */
export const readKeysAfter = async (
  db: Executor,
  kind: RecordKind,
  sources: readonly string[] | null,
  after: number,
  limit: number,
): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `select id from ${TABLE[kind]} where (${SHOWN}) and id > $2 order by id limit $3`,
    [sources, after, limit],
  );
  return rows.map(({ id }) => id);
};

export const countRecords = async (
  db: Executor,
  kind: RecordKind,
  sources: readonly string[] | null,
): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from ${TABLE[kind]} where ${SHOWN}`, [
    sources,
  ]);
  return rows[0]?.n ?? 0;
};

/** Whose data there is among these sources, or among all. */
export const readSources = async (db: Executor, sources: readonly string[] | null): Promise<SourceName[]> => {
  const { rows } = await db.query<{ source: SourceName }>(
    `select source from (select distinct source from title union select distinct source from person
        union select distinct source from title_origin union select distinct source from person_origin) s
      where ${SHOWN} order by source`,
    [sources],
  );
  return rows.map(({ source }) => source);
};

/** From here on the transaction reads the catalogue as it is now, however long that takes. Its first statement. */
export const keepMoment = async (tx: Executor): Promise<void> => {
  await tx.query('set transaction isolation level repeatable read, read only');
  await tx.query('set local statement_timeout = 0');
};
