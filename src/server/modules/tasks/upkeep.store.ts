import type { Executor } from '#server/platform/db/database.ts';
import type { EndedRun } from './task.rules.ts';

/** The runs of some tasks that the product has asked for with these arguments and that have ended, the newest first. */
export const readUpkeep = async (
  db: Executor,
  taskIds: readonly number[],
  { args, most }: { readonly args: string; readonly most: number },
): Promise<EndedRun[]> => {
  const { rows } = await db.query<EndedRun & Record<string, unknown>>(
    `select status, ended_at as "endedAt" from task_run
      where task_id = any($1) and reason = 'PRODUCT' and arguments = $2 and ended_at is not null
      order by id desc limit $3`,
    [taskIds, args, most],
  );
  return rows;
};

/** When the first of some tasks was last written: when it was made, unless somebody has changed it. */
export const readSince = async (db: Executor, taskIds: readonly number[]): Promise<Date | null> => {
  const { rows } = await db.query<{ since: Date | null }>(
    'select min(updated_at) as since from task where id = any($1)',
    [taskIds],
  );
  return rows[0]?.since ?? null;
};
