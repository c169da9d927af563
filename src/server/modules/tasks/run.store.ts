import type { TaskStatus } from '#contracts/task-types.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { LOCKS } from '#server/platform/db/locks.ts';
import { CUT_OFF_SILENT, isPresent } from '#server/platform/db/presence.ts';
import type { LineLevel } from '#server/platform/tasks/type.ts';
import type { OpenRun } from './task.rules.ts';

export type RunReason = 'CRON' | 'MANUAL' | 'PARENT' | 'PRODUCT';

export interface Asked {
  readonly taskId: number;
  readonly type: string;
  readonly reason: RunReason;
  readonly slot: Date | null;
  readonly arguments: string;
  readonly accountId: number | null;
  readonly waitsFor: string | null;
}

export interface OpenRow extends OpenRun {
  readonly reason: RunReason;
  readonly node: number | null;
  readonly waitsFor: string | null;
}

/** What a task has a run do. */
type Work = Pick<Asked, 'type' | 'arguments'>;

const OPEN = `status in ('READY', 'WAITING', 'EXECUTING', 'CANCELLING')`;

/** Adds a run. Answers its id; null: the slot has had its run. */
export const insertRun = async (tx: Executor, run: Asked, at: Date): Promise<number | null> => {
  const { rows } = await tx.query<{ id: number }>(
    `insert into task_run (task_id, type, reason, slot, arguments, account_id, status, waits_for, asked_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (task_id, slot) do nothing returning id`,
    [
      run.taskId,
      run.type,
      run.reason,
      run.slot,
      run.arguments,
      run.accountId,
      run.waitsFor === null ? 'READY' : 'WAITING',
      run.waitsFor,
      at,
    ],
  );
  return rows[0]?.id ?? null;
};

/** What is queued or going, the first to have been asked for first. */
export const readOpen = async (db: Executor): Promise<OpenRow[]> => {
  const { rows } = await db.query<OpenRow & Record<string, unknown>>(
    `select id, task_id as "taskId", type, status, reason, node, waits_for as "waitsFor" from task_run where ${OPEN} order by id`,
  );
  return rows;
};

/** How the last run of a task that has ended did; null: there is none. */
export const readLastStatus = async (db: Executor, taskId: number): Promise<TaskStatus | null> => {
  const { rows } = await db.query<{ status: TaskStatus }>(
    `select status from task_run where task_id = $1 and status in ('FINISHED', 'ERROR', 'CANCELLED')
      order by id desc limit 1`,
    [taskId],
  );
  return rows[0]?.status ?? null;
};

/** How a queued run stands; what is not said stays. */
interface Queued {
  readonly waitsFor: string | null;
  readonly reason?: RunReason;
  readonly arguments?: string | undefined;
  readonly accountId?: number | null | undefined;
  readonly at: Date;
}

export const updateQueued = async (tx: Executor, id: number, queued: Queued): Promise<void> => {
  await tx.query(
    `update task_run set status = case when $2::text is null then 'READY' else 'WAITING' end::task_status, waits_for = $2,
        reason = coalesce($3, reason), arguments = coalesce($4, arguments), account_id = coalesce($5, account_id),
        updated_at = $6, change = nextval('task_change')
      where id = $1 and status in ('READY', 'WAITING')`,
    [id, queued.waitsFor, queued.reason, queued.arguments, queued.accountId, queued.at],
  );
};

/** Has a run that waits do what its task says now; arguments of its own stay, where they are for the same type. */
export const updateWaiting = async (
  tx: Executor,
  id: number,
  { before, after, at }: { readonly before: Work; readonly after: Work; readonly at: Date },
): Promise<void> => {
  await tx.query(
    `update task_run set type = $2, arguments = case when type = $2 and arguments <> $3 then arguments else $4 end,
        updated_at = $5, change = nextval('task_change')
      where id = $1 and status = 'WAITING'`,
    [id, after.type, before.arguments, after.arguments, at],
  );
};

/** Puts runs that a node was executing and does not end back into the queue. */
export const requeue = async (tx: Executor, id: number, node: number, at: Date): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update task_run set status = 'READY', node = null, started_at = null, processed = 0, total = null, updated_at = $3,
        change = nextval('task_change')
      where id = $1 and node = $2 and status = 'EXECUTING'`,
    [id, node, at],
  );
  return rowCount === 1;
};

export const updateCancelling = async (tx: Executor, id: number, at: Date): Promise<void> => {
  await tx.query(
    `update task_run set status = 'CANCELLING', updated_at = $2, change = nextval('task_change')
      where id = $1 and status = 'EXECUTING'`,
    [id, at],
  );
};

export interface Claimed {
  readonly id: number;
  readonly taskId: number;
  readonly type: string;
  readonly arguments: string;
}

/** Gives a node the first run that is READY, or the one that is named; null when there is none. */
export const claimRun = async (
  tx: Executor,
  node: number,
  { at, only }: { readonly at: Date; readonly only: number | null },
): Promise<Claimed | null> => {
  const { rows } = await tx.query<Claimed & Record<string, unknown>>(
    `update task_run set status = 'EXECUTING', node = $1, started_at = $2, updated_at = $2, change = nextval('task_change')
      where id = (select r.id from task_run r where r.status = 'READY' and ($3::bigint is null or r.id = $3)
        and not exists (select 1 from task_run o where o.type = r.type and o.status in ('EXECUTING', 'CANCELLING'))
        order by r.id limit 1)
      returning id, task_id as "taskId", type, arguments`,
    [node, at, only],
  );
  return rows[0] ?? null;
};

export interface Step {
  readonly processed: number;
  readonly total: number | null;
  readonly lines: readonly { readonly at: Date; readonly level: LineLevel; readonly text: string }[];
}

/** Notes how far a run is. False: it is not the node's any more. */
export const saveStep = async (
  tx: Executor,
  id: number,
  node: number | null,
  step: Step,
  at: Date,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update task_run set processed = $3, total = $4, updated_at = $5, change = nextval('task_change')
      where id = $1 and node = $2 and status in ('EXECUTING', 'CANCELLING')`,
    [id, node, step.processed, step.total, at],
  );
  if (rowCount !== 1) return false;
  if (step.lines.length > 0) await insertLines(tx, id, step.lines);
  return true;
};

export const insertLines = async (tx: Executor, runId: number, lines: Step['lines']): Promise<void> => {
  await tx.query(
    `insert into task_line (run_id, at, level, text)
      select $1, * from unnest($2::timestamptz[], $3::text[], $4::text[])`,
    [runId, lines.map(({ at }) => at), lines.map(({ level }) => level), lines.map(({ text }) => text)],
  );
};

export type Ended = 'FINISHED' | 'ERROR' | 'CANCELLED';

/** Ends a run, and notes that with its task. False: it had ended. */
export const endRun = async (
  tx: Executor,
  id: number,
  { status, error, at }: { readonly status: Ended; readonly error: string | null; readonly at: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update task_run set status = $2, error = $3, ended_at = $4, updated_at = $4, waits_for = null,
        change = nextval('task_change')
      where id = $1 and ${OPEN}`,
    [id, status, error, at],
  );
  if (rowCount !== 1) return false;
  await tx.query(
    `update task set status = $2, change = nextval('task_change') where id = (select task_id from task_run where id = $1)`,
    [id, status],
  );
  return true;
};

/** Runs whose node is gone. */
export const readOrphans = async (
  db: Executor,
): Promise<readonly { readonly id: number; readonly taskId: number }[]> => {
  const { rows } = await db.query<{ id: number; taskId: number }>(
    `select r.id, r.task_id as "taskId" from task_run r where r.status in ('EXECUTING', 'CANCELLING')
      and not ${isPresent(LOCKS.taskNodes, 'r.node')} order by r.id`,
  );
  return rows;
};

/** Ends the connections of nodes that have said nothing for so many ms, so that their runs can be given up. */
export const cutOffSilent = async (db: Executor, ms: number): Promise<void> => {
  await db.query(CUT_OFF_SILENT, [LOCKS.taskNodes, ms]);
};

export interface Outlook {
  /** When the next active task is due. */
  readonly next: Date | null;
  readonly isReady: boolean;
  /** Runs of the node that were told to end. */
  readonly cancelled: readonly number[];
}

/** What there is to do for a node. */
export const readOutlook = async (db: Executor, node: number | null): Promise<Outlook> => {
  const { rows } = await db.query<{ next: Date | null; isReady: boolean; cancelled: number[] }>(
    `select (select min(next_at) from task where active) as next,
        exists (select 1 from task_run where status = 'READY') as "isReady",
        array(select id from task_run where node = $1 and status = 'CANCELLING') as cancelled`,
    [node],
  );
  return rows[0] ?? { next: null, isReady: false, cancelled: [] };
};
