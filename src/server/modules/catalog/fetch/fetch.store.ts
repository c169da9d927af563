import type { Executor } from '#server/platform/db/database.ts';

/** Says when a series is looked at next; whether it is ignored stays. */
export const planSerieUpdate = (tx: Executor, key: number, days: number): Promise<unknown> =>
  tx.query(
    `insert into serie_update (title_id, update_date) values ($1, now() + make_interval(days => $2))
      on conflict (title_id) do update set update_date = excluded.update_date`,
    [key, days],
  );

const DUE = 'update_date <= now() and not ignore';

/** The series whose turn is longest ago; null when none is due. */
export const readDueSeries = async (db: Executor): Promise<number | null> => {
  const { rows } = await db.query<{ id: number }>(
    `select title_id as id from serie_update where ${DUE} order by update_date, title_id limit 1`,
  );
  return rows[0]?.id ?? null;
};

export const countDueSeries = async (db: Executor): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from serie_update where ${DUE}`);
  return rows[0]?.n ?? 0;
};

/** Puts a series off that is still due; one that was planned meanwhile stays planned as it is. */
export const putOffSeries = (db: Executor, key: number, days: number): Promise<unknown> =>
  db.query(
    `update serie_update set update_date = now() + make_interval(days => $2) where title_id = $1 and update_date <= now()`,
    [key, days],
  );
