import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';

/** The next id for a record that IMDb does not have: after all there are from `first` on. The turn must have been taken. */
export const nextOwnId = async (tx: Executor, kind: RecordKind, first: number): Promise<number> => {
  const table = kind === 'movie' ? 'title' : 'person';
  const { rows } = await tx.query<{ id: number }>(
    `select 1 + greatest($1::bigint - 1,
        (select max(id) from ${table} where id >= $1),
        (select max(record_id) from edit where kind = $2 and record_id >= $1)) as id`,
    [first, kind],
  );
  return rows[0]?.id ?? first;
};
