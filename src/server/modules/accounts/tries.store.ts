import type { Executor } from '#server/platform/db/database.ts';

/** The database's clock, on which all nodes agree; a test has one of its own. */
const at = (parameter: string): string => `coalesce(${parameter}::timestamptz, now())`;

/**
 * Counts a try unless there have been too many, in one step, so that parallel ones cannot overshoot. A time that is over
 * begins anew. Answers null when it was counted, else the milliseconds until the time is over.
 */
export const countTry = async (
  db: Executor,
  bucket: string,
  most: number,
  withinMs: number,
  now: Date | null,
): Promise<number | null> => {
  const { rows } = await db.query<{ counted: boolean; ms: number }>(
    `with taken as (
       insert into tries as t (bucket, count, ends_at) values ($1, 1, ${at('$4')} + $3 * interval '1 ms')
         on conflict (bucket) do update
           set count = case when t.ends_at <= ${at('$4')} then 1 else t.count + 1 end,
               ends_at = case when t.ends_at <= ${at('$4')} then excluded.ends_at else t.ends_at end
         where t.ends_at <= ${at('$4')} or t.count < $2
         returning t.ends_at)
     select true as counted, 0::float8 as ms from taken
     union all
     select false, extract(epoch from ends_at - ${at('$4')})::float8 * 1000 from tries
       where bucket = $1 and not exists (select from taken)`,
    [bucket, most, withinMs, now],
  );
  const [row] = rows;
  // The row that refused it may be younger than what this statement sees.
  return row ? (row.counted ? null : row.ms) : withinMs;
};

/** The milliseconds until a full bucket takes tries again; 0 for one that has room. */
export const leftOf = async (db: Executor, bucket: string, most: number, now: Date | null): Promise<number> => {
  const { rows } = await db.query<{ ms: number }>(
    `select extract(epoch from ends_at - ${at('$3')})::float8 * 1000 as ms from tries
       where bucket = $1 and count >= $2 and ends_at > ${at('$3')}`,
    [bucket, most, now],
  );
  return rows[0]?.ms ?? 0;
};

export const uncountTry = async (db: Executor, bucket: string, now: Date | null): Promise<void> => {
  await db.query(`update tries set count = count - 1 where bucket = $1 and ends_at > ${at('$2')} and count > 0`, [
    bucket,
    now,
  ]);
};

/** Removes at most so many that are over. Rows that somebody is counting on stay: nobody waits for the other. */
export const sweepTries = async (db: Executor, most: number, now: Date | null): Promise<void> => {
  await db.query(
    `delete from tries where bucket in
       (select bucket from tries where ends_at <= ${at('$1')} order by ends_at limit $2 for update skip locked)`,
    [now, most],
  );
};
