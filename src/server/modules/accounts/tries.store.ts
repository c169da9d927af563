import type { Executor } from '#server/platform/db/database.ts';

/**
 * Counts a try unless there have been too many, in one step, so that parallel ones cannot overshoot. A time that is over
 * begins anew. Answers null when it was counted, else when the time is over.
 */
export const countTry = async (
  db: Executor,
  bucket: string,
  most: number,
  now: Date,
  endsAt: Date,
): Promise<Date | null> => {
  const { rows } = await db.query<{ counted: boolean; ends_at: Date }>(
    `with taken as (
       insert into tries as t (bucket, count, ends_at) values ($1, 1, $4)
         on conflict (bucket) do update
           set count = case when t.ends_at <= $3 then 1 else t.count + 1 end,
               ends_at = case when t.ends_at <= $3 then excluded.ends_at else t.ends_at end
         where t.ends_at <= $3 or t.count < $2
         returning t.ends_at)
     select true as counted, ends_at from taken
     union all
     select false, ends_at from tries where bucket = $1 and not exists (select from taken)`,
    [bucket, most, now, endsAt],
  );
  const [row] = rows;
  // The row that refused it may be younger than what this statement sees.
  return row ? (row.counted ? null : row.ends_at) : endsAt;
};

export const uncountTry = async (db: Executor, bucket: string, now: Date): Promise<void> => {
  await db.query('update tries set count = count - 1 where bucket = $1 and ends_at > $2 and count > 0', [bucket, now]);
};

/** Removes what is over. Rows that somebody is counting on stay: nobody waits for the other. */
export const sweepTries = async (db: Executor, now: Date): Promise<void> => {
  await db.query(
    `delete from tries where bucket in
       (select bucket from tries where ends_at <= $1 order by ends_at limit 10000 for update skip locked)`,
    [now],
  );
};
