import type { RunLine, TaskProgress, TaskRun } from '#contracts/task.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { readTasks } from './task.store.ts';
import { countRuns, type RunFilter, type ShownRun, showLines, showLive, showRun, showRuns } from './view.store.ts';

interface HistoryParts {
  readonly db: Executor;
  /** What accounts are called, by their ids. */
  readonly callsOf: (accounts: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  readonly now: () => Date;
}

export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** What tasks have done, and what they are doing. */
export const createHistory = ({ db, callsOf, now }: HistoryParts) => ({
  inProgress: (): Promise<TaskProgress[]> => showLive(db, now()),

  /** Throws `task_unknown`. */
  runs: async (filter: RunFilter): Promise<Listed<TaskRun>> => {
    if ((await readTasks(db, filter.taskId)).length === 0) throw failure('task_unknown');
    const { rows, total } = await showRuns(db, filter);
    const accounts = rows.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));
    const calls = await callsOf([...new Set(accounts)]);
    const byOf = (id: number | null): string | null => (id === null ? null : (calls.get(id) ?? `deleted-${id}`));
    return { total, rows: rows.map(({ accountId, ...run }) => ({ ...run, by: byOf(accountId) })) };
  },

  /** Runs that began from a moment on, by the hour after it, and how many tasks are running. */
  hours: (from: Date) => countRuns(db, from),

  /** One run, without who has asked for it. Throws `task_run_unknown`. */
  run: async (id: number): Promise<ShownRun> => {
    const found = await showRun(db, id);
    if (!found) throw failure('task_run_unknown');
    return found;
  },

  /** Throws `task_run_unknown`. */
  lines: async (id: number, slice: { readonly offset: number; readonly limit: number }): Promise<Listed<RunLine>> => {
    const found = await showLines(db, id, slice);
    if (!found) throw failure('task_run_unknown');
    return found;
  },
});

export type History = ReturnType<typeof createHistory>;
