import type { Task, TaskProgress } from '#contracts/task.ts';

/** Which tasks are running, and the last run of each that is known to have ended. */
export interface Running {
  readonly tasks: ReadonlySet<number>;
  readonly ended: ReadonlyMap<number, number>;
}

export const NONE_RUNNING: Running = { tasks: new Set(), ended: new Map() };

const GOES: readonly Task['status'][] = ['EXECUTING', 'CANCELLING'];

/** After all runs were told. A list that was read before the end of a run may come after the news of it. */
export const afterAll = (
  { ended }: Running,
  all: readonly Pick<TaskProgress, 'idTask' | 'idRun' | 'status'>[],
): Running => {
  const going = all.filter(({ idTask, idRun, status }) => GOES.includes(status) && idRun > (ended.get(idTask) ?? 0));
  return { tasks: new Set(going.map(({ idTask }) => idTask)), ended };
};

type News = Pick<Task, 'idTask' | 'status' | 'lastRuns'> | { readonly idTask: number; readonly removed: true };

/** After a task was told. What it says most of the time changes nothing, and then it is the same. */
export const afterOne = (before: Running, news: News): Running => {
  const { idTask } = news;
  const goes = !('removed' in news) && GOES.includes(news.status);
  const last = 'removed' in news ? undefined : news.lastRuns[0]?.idRun;
  if (goes === before.tasks.has(idTask) && (last === undefined || last === before.ended.get(idTask))) return before;
  const tasks = new Set(before.tasks);
  if (goes) tasks.add(idTask);
  else tasks.delete(idTask);
  return { tasks, ended: last === undefined ? before.ended : new Map(before.ended).set(idTask, last) };
};
