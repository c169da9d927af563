import type { Task } from '#contracts/task.ts';
import { byName } from '#contracts/task-order.ts';

/** The types of a list that is separated by semicolons, sorted. */
export const typesOf = (text: string): readonly string[] =>
  [...new Set(text.split(';').map((one) => one.trim()))].filter((one) => one !== '').sort();

/** What a task can come after: every other one, from A to Z. */
export const parentsOf = (tasks: readonly Pick<Task, 'idTask' | 'name'>[], own: number | null): readonly string[] =>
  tasks
    .filter(({ idTask }) => idTask !== own)
    .map(({ name }) => name)
    .sort(byName);
