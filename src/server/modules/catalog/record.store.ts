import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';

/** The key that a record was merged into; null when it was not. */
export const readRedirect = async (db: Executor, kind: RecordKind, key: number): Promise<number | null> => {
  const { rows } = await db.query<{ target_id: number }>({
    name: 'redirect',
    text: 'select target_id from redirect where kind = $1 and source_id = $2',
    values: [kind, key],
  });
  return rows[0]?.target_id ?? null;
};

/** The keys that records were merged into, by the key that was asked. */
export const readRedirects = async (
  db: Executor,
  kind: RecordKind,
  keys: readonly number[],
): Promise<Map<number, number>> => {
  const { rows } = await db.query<{ source_id: number; target_id: number }>({
    name: 'redirects',
    text: 'select source_id, target_id from redirect where kind = $1 and source_id = any($2::bigint[])',
    values: [kind, [...keys]],
  });
  return new Map(rows.map((row) => [row.source_id, row.target_id]));
};

const NEW_WISHES_A_DAY = 20;
const OPEN_WISHES = 10_000;

/**
 * Leaves a manual-update row for an id that somebody asked for and the catalogue doesn't hold: at most one per id,
 * 20 new ones a UTC day per account, 10,000 open in all. One statement, so that a crowd cannot pass the limits by much.
 */
export const rememberWanted = async (db: Executor, imdbId: string, accountId: number | null): Promise<void> => {
  await db.query({
    name: 'manual_update_wanted',
    text: `insert into manual_update (imdb_id, account_id) select $1, $2
      where (select count(*) from manual_update where account_id = $2 and inserted_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC') < ${NEW_WISHES_A_DAY}
        and (select count(*) from (select 1 from manual_update where processed_at is null limit ${OPEN_WISHES}) o) < ${OPEN_WISHES}
      on conflict (imdb_id) do nothing`,
    values: [imdbId, accountId],
  });
};
