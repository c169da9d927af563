import type { TaskStatus } from '#contracts/task-types.ts';
import { TASKS_CHANGED } from '#server/modules/tasks/task.events.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Runs of tasks as the engine leaves them in the database, so that each state can be looked at for as long as one likes. */

interface Made {
  readonly status?: TaskStatus;
  readonly processed?: number;
  readonly total?: number | null;
  readonly lines?: readonly string[];
  readonly error?: string;
  readonly waitsFor?: string;
  /** Seconds ago. */
  readonly began?: number;
  readonly took?: number;
}

const GOES_ON: readonly TaskStatus[] = ['READY', 'WAITING', 'EXECUTING', 'CANCELLING'];

export const tasksOf = (db: Database) => {
  const tell = (): Promise<void> => publish(db, TASKS_CHANGED);

  const task = async (name: string, type = 'REINDEX'): Promise<number> => {
    const { rows } = await db.query<{ id: number }>('insert into task (name, type) values ($1, $2) returning id', [
      name,
      type,
    ]);
    return rows[0]?.id ?? 0;
  };

  const say = async (idRun: number, lines: readonly string[], level = 'INFO'): Promise<void> => {
    await db.query(
      `insert into task_line (run_id, level, text) select $1, $2, line from unnest($3::text[]) with ordinality l (line, n)
        order by n`,
      [idRun, level, [...lines]],
    );
  };

  const run = async (idTask: number, made: Made = {}): Promise<number> => {
    const { status = 'EXECUTING', processed = 0, total = null, lines = [], error = null, waitsFor = null } = made;
    const { began = 60, took = 30 } = made;
    const isStarted = status !== 'READY' && status !== 'WAITING';
    const { rows } = await db.query<{ id: number }>(
      `insert into task_run (task_id, type, reason, status, processed, total, error, waits_for, asked_at, started_at, ended_at)
        select t.id, t.type, 'MANUAL', $2::task_status, $3, $4, $5, $6, now() - $7 * interval '1 second',
          case when $8 then now() - $7 * interval '1 second' end,
          case when $9 then now() - ($7 - $10) * interval '1 second' end
        from task t where t.id = $1 returning id::int`,
      [idTask, status, processed, total, error, waitsFor, began, isStarted, !GOES_ON.includes(status), took],
    );
    const idRun = rows[0]?.id ?? 0;
    await say(idRun, lines);
    await tell();
    return idRun;
  };

  /** How far it is, or how it has ended. */
  const become = async (idRun: number, status: TaskStatus, processed: number, line?: string): Promise<void> => {
    if (line !== undefined) await say(idRun, [line]);
    await db.query(
      `update task_run set status = $2::task_status, processed = $3, updated_at = clock_timestamp(),
        change = nextval('task_change'), ended_at = case when $4 then clock_timestamp() end where id = $1`,
      [idRun, status, processed, !GOES_ON.includes(status)],
    );
    await tell();
  };

  return { task, run, say, become };
};
