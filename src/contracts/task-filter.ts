import type { Task } from './task.ts';
import type { TaskStatus } from './task-types.ts';

/** What tasks are looked for by; all of them where nothing is said. */
export interface TaskFilter {
  /** Stands in the name, the type or the name of the parent. */
  readonly text?: string;
  readonly status?: TaskStatus;
  readonly type?: string;
  readonly active?: boolean;
}

type Sought = Pick<Task, 'name' | 'task' | 'parentTaskName' | 'status' | 'active'>;

/** Whether a task is looked for: the list of the site shows, and its file holds, the same. */
export const isSought = ({ text = '', status, type, active }: TaskFilter): ((task: Sought) => boolean) => {
  const part = text.toLowerCase();
  return (one) =>
    [one.name, one.task, one.parentTaskName ?? ''].some((each) => each.toLowerCase().includes(part)) &&
    (status === undefined || one.status === status) &&
    (type === undefined || one.task === type) &&
    (active === undefined || one.active === Number(active));
};
