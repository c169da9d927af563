import type { Executor } from '#server/platform/db/database.ts';

/** Says when a series is looked at next; whether it is ignored stays. */
export const planSerieUpdate = (tx: Executor, key: number, days: number): Promise<unknown> =>
  tx.query(
    `insert into serie_update (title_id, update_date) values ($1, now() + make_interval(days => $2))
      on conflict (title_id) do update set update_date = excluded.update_date`,
    [key, days],
  );
