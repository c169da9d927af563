import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';

const TABLE = { movie: 'title', name: 'person' } as const;

/** The next keys of a kind of record after one. */
export const readKeysAfter = async (
  db: Executor,
  kind: RecordKind,
  after: number,
  limit: number,
): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(`select id from ${TABLE[kind]} where id > $1 order by id limit $2`, [
    after,
    limit,
  ]);
  return rows.map(({ id }) => id);
};

export const countRecords = async (db: Executor, kind: RecordKind): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from ${TABLE[kind]}`);
  return rows[0]?.n ?? 0;
};

/** From here on the transaction reads the catalogue as it is now, however long that takes. Its first statement. */
export const keepMoment = async (tx: Executor): Promise<void> => {
  await tx.query('set transaction isolation level repeatable read, read only');
  await tx.query('set local statement_timeout = 0');
};
