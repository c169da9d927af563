import type { Task } from '#contracts/task.ts';
import type { TaskStatus, TaskTypeName } from '#contracts/task-types.ts';
import { forms } from '#web/words/forms.ts';
import { taskForm } from '#web/words/task-form.ts';
import type { Bounds } from './window.ts';

/** What is typed while a task is made or changed. */
export interface TaskDraft extends Bounds {
  readonly task: string;
  readonly name: string;
  readonly parentTaskName: string;
  readonly cron: string;
  readonly arguments: string;
  /** What somebody has chosen; null: as it is. */
  readonly status: TaskStatus | null;
  readonly active: boolean;
}

type Problems = Readonly<Partial<Record<keyof TaskDraft, string>>>;

const NEW: TaskDraft = {
  task: '',
  name: '',
  parentTaskName: '',
  cron: '',
  arguments: '',
  cronStartupDate: '',
  cronShutdownDate: '',
  cronStartupTime: '',
  cronShutdownTime: '',
  status: null,
  active: false,
};

/** A new task's draft when there is none yet. */
export const draftOf = (task: Task | null): TaskDraft =>
  task === null
    ? NEW
    : {
        task: task.task,
        name: task.name,
        parentTaskName: task.parentTaskName ?? '',
        cron: task.cron,
        arguments: task.arguments,
        cronStartupDate: task.cronStartupDate ?? '',
        cronShutdownDate: task.cronShutdownDate ?? '',
        cronStartupTime: task.cronStartupTime ?? '',
        cronShutdownTime: task.cronShutdownTime ?? '',
        status: null,
        active: task.active === 1,
      };

/** The names of all tasks, by which the next free one is found. */
type Names = readonly string[];

/** TYPE_1, or the next number that is free. */
const freeName = (type: string, names: Names): string => {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  let at = 1;
  while (taken.has(`${type}_${at}`.toLowerCase())) at++;
  return `${type}_${at}`;
};

/** The name that choosing a type leaves: an empty one, and one that came from the type of before, follows the type. */
export const nameFor = (type: string, before: Pick<TaskDraft, 'task' | 'name'>, names: Names): string => {
  const name = before.name.trim();
  const isOwn = name !== '' && !(before.task !== '' && name === freeName(before.task, names));
  if (isOwn) return before.name;
  return type === '' ? '' : freeName(type, names);
};

/** A copy under a name of its own; it starts nothing until somebody says so. */
export const copyOf = (task: Task, names: Names): TaskDraft => ({
  ...draftOf(task),
  name: freeName(task.task, names),
  active: false,
});

const named = (field: keyof typeof taskForm.fields, said: string): string => `${taskForm.fields[field]} ${said}`;

/** What is missing or cannot be; everything else the server judges. */
export const draftProblems = ({ task, name, cronStartupDate: from, cronShutdownDate: to }: TaskDraft): Problems => ({
  ...(task === '' && { task: named('task', forms.required) }),
  ...(name.trim() === '' && { name: named('name', forms.required) }),
  ...(from !== '' && to !== '' && to < from && { cronShutdownDate: taskForm.wrong.days }),
});

/** The task as it is sent. A status that nobody has chosen may be another one by now, and is left to the runs. */
export const bodyOf = ({ status, ...draft }: TaskDraft) => ({
  ...draft,
  ...(status !== null && { status }),
  // The server refuses what is no type of its own.
  task: draft.task as TaskTypeName,
  name: draft.name.trim(),
  cron: draft.cron.trim(),
  arguments: draft.arguments.trim(),
  active: draft.active ? 1 : 0,
});

/** A task as it is sent over the one that somebody has looked at. Whether it is a favorite is changed by its star alone. */
export const changeOf = ({ idTask, version }: Pick<Task, 'idTask' | 'version'>, draft: TaskDraft) => ({
  ...{ idTask, version },
  ...bodyOf(draft),
});
