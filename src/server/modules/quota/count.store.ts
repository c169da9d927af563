import type { Counted } from '#server/modules/audit/audit.rules.ts';
import type { Executor, Transaction } from '#server/platform/db/database.ts';

/** In the order in which a manager locks them, so that no two wait for each other. Named, since it runs with every batch. */
const ADD = {
  name: 'request_count_add',
  text: `insert into request_count as c (token_id, day, ip, requests, refused, last_at)
    select * from unnest($1::bigint[], $2::date[], $3::text[], $4::int[], $5::int[], $6::timestamptz[]) n order by 1, 2, 3
    on conflict (token_id, day, ip) do update
      set requests = c.requests + excluded.requests, refused = c.refused + excluded.refused,
        last_at = greatest(c.last_at, excluded.last_at)`,
};

/** Adds what tokens have cost and were refused. */
export const addCounts = async (tx: Transaction, counts: readonly Counted[]): Promise<void> => {
  if (counts.length === 0) return;
  await tx.query(ADD, [
    counts.map((one) => one.tokenId),
    counts.map((one) => one.day),
    counts.map((one) => one.ip),
    counts.map((one) => one.requests),
    counts.map((one) => one.refused),
    counts.map((one) => new Date(one.lastAt)),
  ]);
};

/** Forgets the days before one, yyyy-mm-dd; answers how many counts those were. */
export const dropCounts = async (db: Executor, before: string): Promise<number> => {
  const { rowCount } = await db.query('delete from request_count where day < $1', [before]);
  return rowCount ?? 0;
};
