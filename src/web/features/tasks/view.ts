import { TASK_NAME_MAX } from '#contracts/task.api.ts';
import type { Task } from '#contracts/task.ts';
import { TASK_STATUSES, type TaskStatus } from '#contracts/task-types.ts';
import { aPage, aText, filters, oneOf, type ViewOf } from '#web/lib/filters.ts';
import { tasks as words } from '#web/words/tasks.ts';

const { wrong } = words;

export const TASKS = filters({
  text: aText(words.text, TASK_NAME_MAX, wrong.long(words.text, TASK_NAME_MAX)),
  status: oneOf<TaskStatus>(words.status, TASK_STATUSES, wrong.status(TASK_STATUSES.join(', '))),
  type: aText(words.type, TASK_NAME_MAX, wrong.long(words.type, TASK_NAME_MAX)),
  active: oneOf(words.active, [words.yes, words.no], wrong.active),
  page: aPage,
});
export type TasksView = ViewOf<typeof TASKS>;

type Sought = Pick<Task, 'name' | 'task' | 'parentTaskName' | 'status' | 'active'>;

/** Whether a task is one of those that the address asks for. */
export const isSought = (view: TasksView): ((task: Sought) => boolean) => {
  const { text = '', status, type, active } = TASKS.asked(view);
  const part = text.toLowerCase();
  return (one) =>
    [one.name, one.task, one.parentTaskName ?? ''].some((each) => each.toLowerCase().includes(part)) &&
    (status === undefined || one.status === status) &&
    (type === undefined || one.task === type) &&
    (active === undefined || one.active === Number(active === words.yes));
};
