import { TASK_NAME_MAX } from '#contracts/task.api.ts';
import type { TaskFilter } from '#contracts/task-filter.ts';
import { TASK_STATUSES, type TaskStatus } from '#contracts/task-types.ts';
import { aPage, aText, filters, oneOf, type ViewOf } from '#web/lib/filters.ts';
import { filtering } from '#web/words/filtering.ts';
import { tasks as words } from '#web/words/tasks.ts';

const { wrong } = words;

export const TASKS = filters({
  text: aText(words.text, TASK_NAME_MAX, filtering.long(words.text, TASK_NAME_MAX)),
  status: oneOf<TaskStatus>(words.status, TASK_STATUSES, wrong.status(TASK_STATUSES.join(', '))),
  type: aText(words.type, TASK_NAME_MAX, filtering.long(words.type, TASK_NAME_MAX)),
  active: oneOf(words.active, [words.yes, words.no], wrong.active),
  page: aPage,
});
export type TasksView = ViewOf<typeof TASKS>;

/** What the address asks for; the list is filtered here, its file by the server. */
export const filterOf = (view: TasksView): TaskFilter => {
  const { active, ...asked } = TASKS.asked(view);
  return { ...asked, ...(active !== undefined && { active: active === words.yes }) };
};
