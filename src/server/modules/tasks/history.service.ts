import type { RunLine, TaskProgress, TaskRun } from '#contracts/task.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { downwards, type Steps, viewed } from '#server/platform/db/steps.ts';
import { readTasks } from './task.store.ts';
import {
  countRuns,
  type RunFilter,
  readRunRange,
  type ShownRun,
  showLines,
  showLive,
  showRun,
  showRuns,
  showRunsWithin,
} from './view.store.ts';

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

const known = async (db: Executor, { taskId }: RunFilter): Promise<void> => {
  if ((await readTasks(db, taskId)).length === 0) throw failure('task_unknown');
};

/** Runs with who has asked for them. */
const withCallers = async (
  rows: readonly ShownRun[],
  callsOf: HistoryParts['callsOf'],
): Promise<readonly TaskRun[]> => {
  const accounts = rows.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));
  const calls = await callsOf([...new Set(accounts)]);
  const byOf = (id: number | null): string | null => (id === null ? null : (calls.get(id) ?? `deleted-${id}`));
  return rows.map(({ accountId, ...run }) => ({ ...run, by: byOf(accountId) }));
};

/** What tasks have done, and what they are doing. */
export const createHistory = ({ db, callsOf, now }: HistoryParts) => ({
  inProgress: (): Promise<TaskProgress[]> => showLive(db, now()),

  /** Throws `task_unknown`. */
  runs: async (filter: Parameters<typeof showRuns>[1]): Promise<Listed<TaskRun>> => {
    await known(db, filter);
    const { rows, total } = await showRuns(db, filter);
    return { total, rows: await withCallers(rows, callsOf) };
  },

  /** Every run that matches, newest first. Throws `task_unknown`. */
  walk: async (filter: RunFilter): Promise<Steps<TaskRun>> => {
    await known(db, filter);
    const steps = downwards(await readRunRange(db, filter.taskId), (stretch) => showRunsWithin(db, filter, stretch));
    return viewed(steps, (rows) => withCallers(rows, callsOf));
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
