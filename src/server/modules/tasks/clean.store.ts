import type { Executor } from '#server/platform/db/database.ts';

/** Runs that are deleted at once: each has some hundreds of lines at most. */
const DELETED_AT_ONCE = 500;

/** Runs that have ended before $1, but for the last $2 of each task. */
const OLD = `select r.id from (
    select id, ended_at, row_number() over (partition by task_id order by id desc) as place
      from task_run where status in ('FINISHED', 'CANCELLED', 'ERROR')) r
  where r.place > $2 and r.ended_at < $1`;

/** How many runs ended before a moment, but for the last `kept` of each task. */
export const countOldRuns = async (db: Executor, before: Date, kept: number): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(`select count(*) as n from (${OLD}) o`, [before, kept]);
  return rows[0]?.n ?? 0;
};

/**
 * Deletes some of those with their lines; answers how many, 0 when there are no more. No live list shows them any more, so
 * nobody has to be told, and no writer of tasks is kept waiting.
 */
export const deleteOldRuns = async (db: Executor, before: Date, kept: number): Promise<number> => {
  const { rowCount } = await db.query(`delete from task_run where id in (${OLD} limit ${DELETED_AT_ONCE})`, [
    before,
    kept,
  ]);
  return rowCount ?? 0;
};
