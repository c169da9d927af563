import type { Task } from '#contracts/task.ts';
import type { TaskStatus } from '#contracts/task-types.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { LOCKS } from '#server/platform/db/locks.ts';

/** What somebody sets of a task. */
export interface Definition {
  readonly name: string;
  readonly type: string;
  readonly parentId: number | null;
  readonly cron: string;
  readonly arguments: string;
  readonly startupDate: string | null;
  readonly shutdownDate: string | null;
  readonly startupTime: string | null;
  readonly shutdownTime: string | null;
  readonly active: boolean;
  readonly favorite: boolean;
}

export interface TaskRow extends Definition {
  readonly id: number;
  readonly status: TaskStatus;
  readonly nextAt: Date | null;
  readonly version: number;
}

/** Lets nobody else write tasks and runs until the commit: every change is made from what is true. */
export const lockTasks = async (tx: Executor): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock($1)', [LOCKS.tasks]);
};

const FIELDS = `id, name, type, parent_id as "parentId", cron, arguments, startup_date as "startupDate",
  shutdown_date as "shutdownDate", startup_time::text as "startupTime", shutdown_time::text as "shutdownTime", active, favorite,
  status, next_at as "nextAt", version`;

/** Every task, or the one with an id. */
export const readTasks = async (db: Executor, id: number | null = null): Promise<TaskRow[]> => {
  const { rows } = await db.query<TaskRow & Record<string, unknown>>(
    `select ${FIELDS} from task where $1::int is null or id = $1 order by id`,
    [id],
  );
  return rows;
};

/** Active tasks that are due. */
export const readDue = async (db: Executor, at: Date): Promise<(TaskRow & { readonly nextAt: Date })[]> => {
  const { rows } = await db.query<TaskRow & { nextAt: Date } & Record<string, unknown>>(
    `select ${FIELDS} from task where active and next_at <= $1 order by next_at, id`,
    [at],
  );
  return rows;
};

export interface Planned extends Definition {
  readonly status: TaskStatus;
  readonly nextAt: Date | null;
}

const valuesOf = (task: Planned): unknown[] => [
  task.name,
  task.type,
  task.parentId,
  task.cron,
  task.arguments,
  task.startupDate,
  task.shutdownDate,
  task.startupTime,
  task.shutdownTime,
  task.active,
  task.favorite,
  task.status,
  task.nextAt,
];

export const insertTask = async (tx: Executor, task: Planned, at: Date): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(
    `insert into task (name, type, parent_id, cron, arguments, startup_date, shutdown_date, startup_time, shutdown_time, active,
        favorite, status, next_at, updated_at, cron_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, case when $4 <> '' then $14::timestamptz end)
      returning id`,
    [...valuesOf(task), at],
  );
  return rows[0]?.id ?? 0;
};

/** Writes a task anew; with `replanned` its schedule begins anew with it. */
export const updateTask = async (
  tx: Executor,
  id: number,
  task: Planned,
  { at, replanned }: { readonly at: Date; readonly replanned: boolean },
): Promise<void> => {
  await tx.query(
    `update task set name = $1, type = $2, parent_id = $3, cron = $4, arguments = $5, startup_date = $6, shutdown_date = $7,
        startup_time = $8, shutdown_time = $9, active = $10, favorite = $11, status = $12, next_at = $13, updated_at = $14,
        cron_at = case when $16 then $14 else cron_at end, missed = case when $16 then 0 else missed end,
        version = version + 1, change = nextval('task_change')
      where id = $15`,
    [...valuesOf(task), at, id, replanned],
  );
};

/** Notes that slots of a task have passed. */
export const updateNext = async (tx: Executor, id: number, nextAt: Date | null, missed: number): Promise<void> => {
  await tx.query(`update task set next_at = $2, missed = missed + $3, change = nextval('task_change') where id = $1`, [
    id,
    nextAt,
    missed,
  ]);
};

/** Marks a task, which is no edit. False: it was marked so. */
export const updateFavorite = async (tx: Executor, id: number, favorite: boolean): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update task set favorite = $2, change = nextval('task_change') where id = $1 and favorite <> $2`,
    [id, favorite],
  );
  return rowCount === 1;
};

/** Deletes a task with its runs; its children have no parent any more. */
export const deleteTask = async (tx: Executor, id: number): Promise<void> => {
  await tx.query(`update task set change = nextval('task_change') where parent_id = $1`, [id]);
  await tx.query('delete from task where id = $1', [id]);
};

/** Notes that the first tasks are made, which is to be done in the same transaction; false where they were made before. */
export const claimFirst = async (tx: Executor): Promise<boolean> =>
  (await tx.query('insert into task_first values (true) on conflict do nothing')).rowCount === 1;

/** A task, `t`, as it is shown, with the run that is open or was last. */
const SHOWN = `json_build_object('idTask', t.id, 'name', t.name, 'task', t.type, 'parentTaskName', p.name, 'cron', t.cron,
    'arguments', t.arguments, 'status', coalesce(o.status, t.status), 'cronStartupDate', t.startup_date,
    'cronShutdownDate', t.shutdown_date, 'cronStartupTime', t.startup_time, 'cronShutdownTime', t.shutdown_time,
    'active', t.active::int, 'favorite', t.favorite::int, 'updatedCron', wire_time(t.cron_at),
    'nextCronExecution', wire_time(t.next_at), 'lastUpdateDate', wire_time(t.updated_at),
    'executionTime', (h.runs -> 0 -> 'executionTime'), 'since', wire_time(coalesce(o.started_at, o.asked_at)),
    'waitsFor', o.waits_for, 'error', case when t.status = 'ERROR' then h.error end, 'missed', t.missed,
    'processed', coalesce(o.processed, h.processed, 0), 'total', case when o.id is null then h.total else o.total end,
    'lastRuns', coalesce(h.runs, '[]'), 'version', t.version)`;

const FROM = `task t left join task p on p.id = t.parent_id
  left join task_run o on o.task_id = t.id and o.status in ('READY', 'WAITING', 'EXECUTING', 'CANCELLING')
  left join lateral (
    select json_agg(json_build_object('idRun', r.id, 'status', r.status, 'asked', wire_time(r.asked_at),
          'executionTime', r.ms) order by r.id desc) as runs,
        (array_agg(r.error order by r.id desc))[1] as error, (array_agg(r.processed order by r.id desc))[1] as processed,
        (array_agg(r.total order by r.id desc))[1] as total
      from (select *, floor(extract(epoch from ended_at - started_at) * 1000)::bigint as ms from task_run
        where task_id = t.id and status in ('FINISHED', 'ERROR', 'CANCELLED') order by id desc limit 20) r) h on true`;

/** Every task as it is shown, or the one with an id. */
export const showTasks = async (db: Executor, id: number | null = null): Promise<Task[]> => {
  const { rows } = await db.query<{ task: Task }>(
    `select ${SHOWN} as task from ${FROM} where $1::int is null or t.id = $1`,
    [id],
  );
  return rows.map(({ task }) => task);
};

export interface News {
  /** The last change there is. */
  readonly change: number;
  /** Of all tasks. */
  readonly ids: readonly number[];
  /** Those that have changed, or whose parents or runs have. */
  readonly changed: readonly Task[];
}

/** What is new after one change, all of it of one moment. */
export const showNews = async (db: Executor, after: number): Promise<News> => {
  const { rows } = await db.query<News & Record<string, unknown>>(
    `select greatest((select max(change) from task), (select max(change) from task_run), 0)::bigint as change,
        coalesce((select array_agg(id) from task), '{}') as ids,
        coalesce((select json_agg(${SHOWN} order by t.id) from ${FROM}
          where t.change > $1 or p.change > $1 or t.id in (select task_id from task_run where change > $1)), '[]') as changed`,
    [after],
  );
  return rows[0] ?? { change: 0, ids: [], changed: [] };
};
