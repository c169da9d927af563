import type { RunLine, TaskProgress, TaskRun } from '#contracts/task.ts';
import type { TaskStatus } from '#contracts/task-types.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type IdRange, rangeOf } from '#server/platform/db/steps.ts';

/** Milliseconds for which a run that has ended stays in the live list for those who open it. */
const LATELY = 60_000;
const LINES = 200;

const PROGRESS = `json_build_object('idTask', r.task_id, 'idRun', r.id, 'name', t.name, 'task', r.type, 'status', r.status,
  'updated', wire_time(r.updated_at), 'started', wire_time(r.started_at), 'processed', r.processed, 'total', r.total,
  'percentage', case when r.total > 0 then least(100, floor(r.processed * 100 / r.total))::int else 0 end,
  'messages', coalesce((select json_agg(l.text order by l.id) from (select id, text from task_line where run_id = r.id
    order by id desc limit ${LINES}) l), '[]'), 'waitsFor', r.waits_for)`;

/** Runs that are open, or have ended lately: the last of each task. */
export const showLive = async (db: Executor, at: Date): Promise<TaskProgress[]> => {
  const { rows } = await db.query<{ run: TaskProgress }>(
    `select distinct on (r.task_id) ${PROGRESS} as run from task_run r join task t on t.id = r.task_id
      where r.status in ('READY', 'WAITING', 'EXECUTING', 'CANCELLING') or r.ended_at > $1 order by r.task_id, r.id desc`,
    [new Date(at.getTime() - LATELY)],
  );
  return rows.map(({ run }) => run).sort((a, b) => a.idRun - b.idRun);
};

/** Runs that have changed after one change. */
export const showChangedRuns = async (db: Executor, after: number): Promise<TaskProgress[]> => {
  const { rows } = await db.query<{ run: TaskProgress }>(
    `select ${PROGRESS} as run from task_run r join task t on t.id = r.task_id where r.change > $1 order by r.change`,
    [after],
  );
  return rows.map(({ run }) => run);
};

export interface RunFilter {
  readonly taskId: number;
  readonly status?: TaskStatus | undefined;
}
export type ShownRun = Omit<TaskRun, 'by'> & { readonly accountId: number | null };

const RUN = `id as "idRun", task_id as "idTask", reason, status, wire_time(slot) as slot, wire_time(asked_at) as asked,
  wire_time(started_at) as started, wire_time(ended_at) as ended,
  floor(extract(epoch from ended_at - started_at) * 1000)::bigint as "executionTime", arguments, processed, total, error,
  account_id as "accountId"`;

/** One run; null: there is none. */
export const showRun = async (db: Executor, id: number): Promise<ShownRun | null> => {
  const { rows } = await db.query<ShownRun & Record<string, unknown>>(`select ${RUN} from task_run where id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
};

const FITS = 'task_id = $1 and ($2::task_status is null or status = $2)';

export const showRuns = async (
  db: Executor,
  { taskId, status, offset, limit }: RunFilter & { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: ShownRun[]; readonly total: number }> => {
  const { rows } = await db.query<ShownRun & Record<string, unknown>>(
    `select ${RUN} from task_run where ${FITS} order by id desc limit $3 offset $4`,
    [taskId, status ?? null, limit, offset],
  );
  const count = await db.query<{ n: number }>(`select count(*)::int as n from task_run where ${FITS}`, [
    taskId,
    status ?? null,
  ]);
  return { rows, total: count.rows[0]?.n ?? 0 };
};

/** The ids between which the runs of a task are; null: it had none. */
export const readRunRange = async (db: Executor, taskId: number): Promise<IdRange | null> => {
  const { rows } = await db.query<{ low: number | null; high: number | null }>(
    'select min(id) as low, max(id) as high from task_run where task_id = $1',
    [taskId],
  );
  return rangeOf(rows[0]);
};

/** Runs of these ids, newest first. */
export const showRunsWithin = async (
  db: Executor,
  { taskId, status }: RunFilter,
  { low, high }: IdRange,
): Promise<readonly ShownRun[]> => {
  const { rows } = await db.query<ShownRun & Record<string, unknown>>(
    `select ${RUN} from task_run where ${FITS} and id between $3 and $4 order by id desc`,
    [taskId, status ?? null, low, high],
  );
  return rows;
};

export interface HourOfRuns extends Record<string, unknown> {
  /** How many whole hours after the moment that was asked from. */
  readonly hour: number;
  readonly runs: number;
  readonly failed: number;
}

/** Runs that began from a moment on, by the hour; hours without any are left out. And how many tasks are running. */
export const countRuns = async (
  db: Executor,
  from: Date,
): Promise<{ readonly hours: readonly HourOfRuns[]; readonly running: number }> => {
  const { rows } = await db.query<HourOfRuns>(
    `select floor(extract(epoch from started_at - $1::timestamptz) / 3600)::int as hour, count(*)::int as runs,
        count(*) filter (where status = 'ERROR')::int as failed from task_run where started_at >= $1 group by 1`,
    [from],
  );
  const going = await db.query<{ n: number }>(
    "select count(distinct task_id)::int as n from task_run where status in ('EXECUTING', 'CANCELLING')",
  );
  return { hours: rows, running: going.rows[0]?.n ?? 0 };
};

/** What a run has said; null: there is no such run. */
export const showLines = async (
  db: Executor,
  runId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: RunLine[]; readonly total: number } | null> => {
  const { rows: counted } = await db.query<{ n: number }>(
    'select (select count(*) from task_line where run_id = r.id)::int as n from task_run r where r.id = $1',
    [runId],
  );
  if (!counted[0]) return null;
  const { rows } = await db.query<RunLine & Record<string, unknown>>(
    `select wire_time(at) as at, level, text from task_line where run_id = $1 order by id limit $2 offset $3`,
    [runId, limit, offset],
  );
  return { rows, total: counted[0].n };
};
