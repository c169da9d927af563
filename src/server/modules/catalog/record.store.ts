import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { ofAnyLength } from '#server/platform/db/statement.ts';

/** No chain of merges is longer; one that is, is a loop. */
const LONGEST_CHAIN = 20;

/** The keys that records were merged into in the end, by the key that was asked. A loop leads nowhere. */
export const readRedirects = async (
  db: Executor,
  kind: RecordKind,
  keys: readonly number[],
): Promise<Map<number, number>> => {
  const { rows } = await db.query<{ source_id: number; target_id: number }>({
    name: 'redirects',
    text: `with recursive hop as (
        select source_id, target_id, 1 as n from redirect where kind = $1 and source_id = any(${ofAnyLength('$2::bigint[]', 'bigint[]')})
        union all select h.source_id, r.target_id, h.n + 1 from hop h
          join redirect r on r.kind = $1 and r.source_id = h.target_id where h.n < ${LONGEST_CHAIN})
      select source_id, target_id from hop h
        where not exists (select from redirect r where r.kind = $1 and r.source_id = h.target_id)`,
    values: [kind, [...keys]],
  });
  return new Map(rows.map((row) => [row.source_id, row.target_id]));
};

/** The key that a record was merged into in the end; null when it was not. */
export const readRedirect = async (db: Executor, kind: RecordKind, key: number): Promise<number | null> =>
  (await readRedirects(db, kind, [key])).get(key) ?? null;

const NEW_WISHES_A_DAY = 20;
const OPEN_WISHES = 10_000;
const GONE_AGAIN = `result = 'OK' and processed_at < now() - interval '1 day'`;

/**
 * Leaves a manual-update row for an id that somebody asked for and the catalogue doesn't hold, and counts how often: at
 * most one per id, 20 new ones a UTC day per account, 10,000 open in all. One statement, so that a crowd cannot pass the
 * limits by much. One that was fetched and is asked for in vain days later is open again.
 */
export const rememberWanted = async (
  db: Executor,
  imdbId: string,
  accountId: number | null,
  times: number,
): Promise<void> => {
  await db.query({
    name: 'manual_update_wanted',
    text: `with known as (
        update manual_update set asked = asked + $3,
          result = case when ${GONE_AGAIN} then null else result end,
          processed_at = case when ${GONE_AGAIN} then null else processed_at end
        where imdb_id = $1 returning 1)
      insert into manual_update (imdb_id, account_id, asked) select $1, $2, $3
      where not exists (select from known)
        and (select count(*) from manual_update where account_id = $2 and inserted_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC') < ${NEW_WISHES_A_DAY}
        and (select count(*) from (select 1 from manual_update where processed_at is null limit ${OPEN_WISHES}) o) < ${OPEN_WISHES}
      on conflict (imdb_id) do update set asked = manual_update.asked + excluded.asked`,
    values: [imdbId, accountId, times],
  });
};
