import type { Detail } from '#contracts/envelope.ts';
import type { Task } from '#contracts/task.ts';
import { isSought, type TaskFilter } from '#contracts/task-filter.ts';
import { inOrder } from '#contracts/task-order.ts';
import type { TaskStatus, TaskTypeName } from '#contracts/task-types.ts';
import { taskCronProblem } from '#server/kernel/cron/cron.ts';
import { failure, unchangedSince } from '#server/kernel/failure.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { argumentsOf } from '#server/platform/tasks/arguments.ts';
import type { TaskType } from '#server/platform/tasks/type.ts';
import { definitionOf, isClearing, isReplanned, isRewritten, problemsOf, type Sent } from './definition.rules.ts';
import type { Ask, Runs } from './run.service.ts';
import { type OpenRow, updateWaiting } from './run.store.ts';
import { boundsOf, type Scheduler } from './scheduler.ts';
import { isCycle, refuseBusy } from './task.rules.ts';
import {
  claimFirst,
  type Definition,
  deleteTask,
  insertTask,
  readTasks,
  showTasks,
  type TaskRow,
  updateFavorite,
  updateTask,
} from './task.store.ts';

export interface TasksOptions {
  readonly db: Executor;
  readonly runs: Runs;
  readonly scheduler: Pick<Scheduler, 'planned'>;
  readonly types: ReadonlyMap<string, TaskType>;
  readonly timeZone: string;
  readonly now: () => Date;
}

export interface Saved extends Sent {
  readonly parentTaskName?: string | null;
  readonly status?: TaskStatus;
  readonly version?: number;
}

const refused = (details: readonly Detail[]) =>
  failure('invalid_body', details.map(({ field, message }) => `${field} ${message}`).join('; '), { details });

/** A run that was asked for. */
export interface Begun {
  readonly idTask: number;
  readonly idRun: number;
  readonly name: string;
  readonly waitsFor: string | null;
}

/** Tasks as administrators keep them. */
export const createTasks = ({ db, runs, scheduler, types, timeZone, now }: TasksOptions) => {
  const one = async (executor: Executor, id: number): Promise<Task> => {
    const [task] = await showTasks(executor, id);
    if (!task) throw failure('task_unknown');
    return task;
  };
  const rowOf = async (tx: Executor, id: number): Promise<TaskRow> => {
    const [row] = await readTasks(tx, id);
    if (!row) throw failure('task_unknown');
    return row;
  };

  const argumentProblem = (typeName: string, text: string): Detail[] => {
    const type = types.get(typeName);
    if (!type) return [{ field: 'task', message: 'is no type of tasks here' }];
    const read = argumentsOf(type)(text);
    return 'problem' in read ? [{ field: 'arguments', message: read.problem }] : [];
  };

  const checkCron = (task: Definition): void => {
    const problem = task.cron === '' ? null : taskCronProblem(task.cron, timeZone, boundsOf(task), now());
    if (problem === null) return;
    const { reason: message, code } = problem;
    throw failure(code === 'cron_malformed' ? 'invalid_body' : code, `The cron expression cannot be kept: ${message}`, {
      details: [{ field: 'cron', message }],
    });
  };

  /** Reads what was sent among the tasks there are. `before` is what it is to take the place of. */
  const checked = async (tx: Executor, sent: Saved, before: TaskRow | null): Promise<Definition> => {
    const all = await readTasks(tx);
    const parentName = sent.parentTaskName ?? '';
    const parent = all.find(({ name }) => name === parentName);
    if (parentName !== '' && !parent)
      throw refused([{ field: 'parentTaskName', message: `is no task: '${parentName.slice(0, 60)}'` }]);
    const task = definitionOf(sent, parent?.id ?? null);
    const problems = [...problemsOf(task), ...argumentProblem(task.type, task.arguments)];
    if (problems.length > 0) throw refused(problems);
    // What was in force yesterday may stay as it is, also when it lies behind us.
    if (!before || isReplanned({ ...before, active: task.active }, task)) checkCron(task);
    const namesake = all.find(({ name }) => name.toLowerCase() === task.name.toLowerCase());
    if (namesake && namesake.id !== before?.id)
      throw failure('task_name_taken', undefined, {
        details: [{ field: 'name', message: 'is the name of another task' }],
      });
    const parents = new Map(all.map(({ id, parentId }) => [id, parentId]));
    if (before && isCycle(before.id, task.parentId, parents))
      throw failure('task_cycle', undefined, {
        details: [{ field: 'parentTaskName', message: 'comes after this task' }],
      });
    return task;
  };

  const statusOwned = (message: string) =>
    failure('status_owned', undefined, { details: [{ field: 'status', message }] });

  /** The status that a save leaves behind. `shown` is what its client saw. */
  const statusAfter = (given: TaskStatus | undefined, present: TaskStatus, open: OpenRow | undefined): TaskStatus => {
    const shown = open?.status ?? present;
    if (given === undefined || given === shown) return present;
    if (open) throw statusOwned('is set by the run that is going');
    if (!isClearing(given)) throw statusOwned('is set by runs only');
    return given;
  };

  /** Makes a task. Throws `invalid_body`, `cron_…`, `task_name_taken`, `status_owned`. */
  const create = (sent: Saved): Promise<Task> =>
    runs.change(async (tx) => {
      const task = await checked(tx, sent, null);
      const status = statusAfter(sent.status, 'FINISHED', undefined);
      return one(tx, await insertTask(tx, { ...task, status, nextAt: scheduler.planned(task) }, now()));
    });

  /** Changes a task. `work` answers whether it has: what changes nothing is told to nobody. */
  const changed = async (id: number, work: (tx: Executor) => Promise<boolean>): Promise<Task> =>
    (await runs.change(async (tx) => ((await work(tx)) ? one(tx, id) : null))) ?? one(db, id);

  /** Changes a task. Throws what `create` does, `task_unknown`, `changed_meanwhile`, `task_busy`, `task_cycle`. */
  const save = (id: number, sent: Saved): Promise<Task> =>
    changed(id, async (tx) => {
      const before = await rowOf(tx, id);
      unchangedSince(sent.version, await one(tx, id));
      const open = await runs.openOf(tx, id);
      const kept = { active: Number(before.active), favorite: Number(before.favorite) };
      const task = await checked(tx, { ...kept, ...sent }, before);
      const rewritten = isRewritten(before, task);
      if (rewritten) refuseBusy(open);
      const status = statusAfter(sent.status, before.status, open);
      const replanned = isReplanned(before, task);
      if (!rewritten && !replanned && status === before.status) return updateFavorite(tx, id, task.favorite);
      const nextAt = replanned ? scheduler.planned(task) : before.nextAt;
      await updateTask(tx, id, { ...task, status, nextAt }, { at: now(), replanned });
      if (open && (task.type !== before.type || task.arguments !== before.arguments))
        await updateWaiting(tx, open.id, { before, after: task, at: now() });
      if (open && before.active && !task.active) await runs.cancel(tx, id);
      await runs.release(tx);
      return true;
    });

  const favorite = (id: number, isFavorite: boolean): Promise<Task> =>
    changed(id, (tx) => updateFavorite(tx, id, isFavorite));

  /** Throws `task_unknown`, and `task_busy` while a run of it is queued or going. */
  const remove = (id: number): Promise<string> =>
    runs.change(async (tx) => {
      const { name } = await rowOf(tx, id);
      refuseBusy(await runs.openOf(tx, id));
      await deleteTask(tx, id);
      await runs.release(tx);
      return `Task ${name} removed`;
    });

  /** Has a task run. Throws `task_unknown`, `task_busy`, and `invalid_body` for arguments that its type does not take. */
  const execute = (id: number, ask: Pick<Ask, 'arguments' | 'accountId'>): Promise<string> =>
    runs.change(async (tx) => {
      const task = await rowOf(tx, id);
      const problems = ask.arguments === undefined ? [] : argumentProblem(task.type, ask.arguments);
      if (problems.length > 0) throw refused(problems);
      const { waitsFor } = await runs.order(tx, task, { reason: 'MANUAL', ...ask });
      return waitsFor === null ? `Task ${task.name} is executed` : `Task ${task.name} waits: ${waitsFor}`;
    });

  /** Throws `task_unknown`, `task_idle`. */
  const cancel = (id: number): Promise<string> =>
    runs.change(async (tx) => {
      const { name } = await rowOf(tx, id);
      return (await runs.cancel(tx, id)) === 'CANCELLED' ? `Task ${name} is cancelled` : `Task ${name} is told to end`;
    });

  const firstOf = ({ name, firstCron }: TaskType): Definition =>
    definitionOf(
      { name: `${name}_1`, task: name, cron: firstCron ?? '', active: firstCron === undefined ? 0 : 1 },
      null,
    );
  const insertFirst = (tx: Executor, task: Definition): Promise<number> =>
    insertTask(tx, { ...task, status: 'FINISHED', nextAt: scheduler.planned(task) }, now());

  return {
    list: async (filter: TaskFilter = {}): Promise<readonly Task[]> =>
      inOrder((await showTasks(db)).filter(isSought(filter))),
    one: (id: number): Promise<Task> => one(db, id),
    create,
    save,
    favorite,
    remove,
    execute,
    cancel,
    /** Makes the first task of each type, once in the life of a database. */
    ensureFirst: (): Promise<boolean> =>
      runs.change(async (tx) => {
        if (!(await claimFirst(tx))) return false;
        const there = await readTasks(tx);
        for (const type of types.values()) {
          const first = firstOf(type);
          const found = there.find(({ name }) => name.toLowerCase() === first.name.toLowerCase());
          if (!found) await insertFirst(tx, first);
          // Made by a command before the first start, for one run.
          else if (found.type === type.name) {
            const planned = { ...first, status: found.status, nextAt: scheduler.planned(first) };
            await updateTask(tx, found.id, planned, { at: now(), replanned: true });
          }
        }
        return true;
      }),
    /**
     * Has the first task of a type run, which is made where there is none. Null: it runs already, or is about to.
     * @throws invalid_body for arguments that the type does not take
     */
    begin: (typeName: TaskTypeName, ask: Pick<Ask, 'arguments' | 'reason'> = { reason: 'PRODUCT' }) =>
      runs.change(async (tx): Promise<Begun | null> => {
        const type = types.get(typeName);
        if (!type) throw new Error(`there is no type ${typeName}`);
        const problems = ask.arguments === undefined ? [] : argumentProblem(typeName, ask.arguments);
        if (problems.length > 0) throw refused(problems);
        const found = (await readTasks(tx)).find((task) => task.type === typeName);
        const task = found ?? (await rowOf(tx, await insertFirst(tx, { ...firstOf(type), active: false })));
        const open = await runs.openOf(tx, task.id);
        if (open && open.status !== 'WAITING') return null;
        const { waitsFor } = await runs.order(tx, task, ask);
        const { id: idRun = 0 } = (await runs.openOf(tx, task.id)) ?? {};
        return { idTask: task.id, idRun, name: task.name, waitsFor };
      }),
  };
};

export type Tasks = ReturnType<typeof createTasks>;
