import { failure } from '#server/kernel/failure.ts';
import type { Notify } from '#server/modules/notifications/notification.service.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import {
  type Ended,
  endRun,
  insertLines,
  insertRun,
  type OpenRow,
  type RunReason,
  readLastStatus,
  readOpen,
  updateCancelling,
  updateQueued,
} from './run.store.ts';
import { TASKS_CHANGED } from './task.events.ts';
import { refuseBusy, waitsFor } from './task.rules.ts';
import { lockTasks, readTasks, type TaskRow, updateNext } from './task.store.ts';

export interface RunsOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly notify: Notify;
  readonly now: () => Date;
}

export interface Ask {
  readonly reason: RunReason;
  readonly slot?: Date;
  /** In place of those of the task. */
  readonly arguments?: string | undefined;
  readonly accountId?: number | null;
}

/** How runs come, wait, and end. Everything here is part of a `change`. */
export const createRuns = ({ db, notify, now }: RunsOptions) => {
  /** One change of tasks and runs: made alone, and told when it commits. What answers null or false has changed nothing. */
  const change = <Result>(work: (tx: Executor) => Promise<Result>): Promise<Result> =>
    db.transaction(async (tx) => {
      await lockTasks(tx);
      const result = await work(tx);
      if (result !== null && result !== false) await publish(tx, TASKS_CHANGED);
      return result;
    });

  const openOf = async (tx: Executor, taskId: number): Promise<OpenRow | undefined> =>
    (await readOpen(tx)).find((run) => run.taskId === taskId);

  const blockerOf = async (
    tx: Executor,
    task: Pick<TaskRow, 'id' | 'parentId'>,
    {
      runId = null,
      type,
      reason,
    }: { readonly runId?: number | null; readonly type: string; readonly reason: RunReason },
  ): Promise<string | null> => {
    const [parent] = task.parentId === null ? [] : await readTasks(tx, task.parentId);
    return waitsFor(
      {
        ...{ runId, taskId: task.id, type, ordered: reason === 'MANUAL' || reason === 'PRODUCT' },
        parent: parent ? { id: parent.id, name: parent.name, lastRun: await readLastStatus(tx, parent.id) } : null,
      },
      await readOpen(tx),
    );
  };

  /** Asks for a run of a task that has none open. Null: its slot has had one. */
  const add = async (tx: Executor, task: TaskRow, ask: Ask): Promise<number | null> => {
    const { reason, slot = null, accountId = null } = ask;
    const blocker = await blockerOf(tx, task, { type: task.type, reason });
    return insertRun(
      tx,
      {
        ...{ taskId: task.id, type: task.type, reason, slot, accountId, waitsFor: blocker },
        arguments: ask.arguments ?? task.arguments,
      },
      now(),
    );
  };

  /** A run for a slot, or after the parent. One that cannot begin since the last one goes on counts as missed. */
  const askInTurn = async (tx: Executor, task: TaskRow, ask: Ask): Promise<void> => {
    if (await openOf(tx, task.id)) await updateNext(tx, task.id, task.nextAt, ask.reason === 'CRON' ? 1 : 0);
    else await add(tx, task, ask);
  };

  /**
   * A run that somebody orders. One that waits for its turn takes it now, as far as nothing else is going, with the
   * arguments that are given.
   * @throws task_busy when one is queued or going
   */
  const order = async (tx: Executor, task: TaskRow, ask: Ask): Promise<{ readonly waitsFor: string | null }> => {
    const open = await openOf(tx, task.id);
    refuseBusy(open);
    if (!open) await add(tx, task, ask);
    else {
      const blocker = await blockerOf(tx, task, { runId: open.id, type: open.type, reason: ask.reason });
      const { reason, arguments: given, accountId } = ask;
      await updateQueued(tx, open.id, { waitsFor: blocker, reason, arguments: given, accountId, at: now() });
    }
    return { waitsFor: (await openOf(tx, task.id))?.waitsFor ?? null };
  };

  /** Lets runs begin that wait for nothing any more; what others wait for is said anew. */
  const release = async (tx: Executor): Promise<void> => {
    for (const run of (await readOpen(tx)).filter(({ status }) => status === 'WAITING')) {
      const [task] = await readTasks(tx, run.taskId);
      if (!task) continue;
      const blocker = await blockerOf(tx, task, { runId: run.id, type: run.type, reason: run.reason });
      if (blocker !== run.waitsFor) await updateQueued(tx, run.id, { waitsFor: blocker, at: now() });
    }
  };

  const tellFailed = async (tx: Executor, task: TaskRow, error: string | null): Promise<void> => {
    await notify(tx, { message: `The task ${task.name} ended in an error`, detail: error ?? '', level: 'ERROR' });
  };

  /** Ends a run: its children's turn comes, and whoever waited for it may begin. False: it had ended. */
  const end = async (
    tx: Executor,
    run: { readonly id: number; readonly taskId: number },
    how: { readonly status: Ended; readonly error?: string | null },
  ): Promise<boolean> => {
    const { status, error = null } = how;
    const before = await readLastStatus(tx, run.taskId);
    const at = now();
    if (!(await endRun(tx, run.id, { status, error, at }))) return false;
    if (error !== null)
      await insertLines(tx, run.id, [{ at, level: status === 'ERROR' ? 'ERROR' : 'WARN', text: error }]);
    const all = await readTasks(tx);
    const task = all.find(({ id }) => id === run.taskId);
    // Of a task that fails again and again it is told once.
    if (task && status === 'ERROR' && before !== 'ERROR') await tellFailed(tx, task, error);
    for (const child of all)
      if (child.parentId === run.taskId && child.active && child.cron === '')
        if (!(await openOf(tx, child.id))) await add(tx, child, { reason: 'PARENT' });
    await release(tx);
    return true;
  };

  /**
   * Tells the run of a task to end; one that has not begun is over at once.
   * @throws task_idle
   */
  const cancel = async (tx: Executor, taskId: number): Promise<'CANCELLED' | 'CANCELLING'> => {
    const open = await openOf(tx, taskId);
    if (!open) throw failure('task_idle');
    if (open.status === 'EXECUTING') await updateCancelling(tx, open.id, now());
    if (open.status === 'EXECUTING' || open.status === 'CANCELLING') return 'CANCELLING';
    await end(tx, open, { status: 'CANCELLED' });
    return 'CANCELLED';
  };

  return { change, openOf, askInTurn, order, release, end, cancel };
};

export type Runs = ReturnType<typeof createRuns>;
