import type { Task } from '#contracts/task.ts';

type Linked = Pick<Task, 'name' | 'parentTaskName'>;

/** The names of what comes before a task, each the parent of the next one; the last is the task's own parent. */
export const parentsAbove = (tasks: readonly Linked[]): ((parent: string | null) => readonly string[]) => {
  const parentOf = new Map(tasks.map(({ name, parentTaskName }) => [name, parentTaskName]));
  return (parent) => {
    const above = new Set<string>();
    // What is told of tasks one after the other may go round in a circle for a moment.
    for (let name = parent; name !== null && !above.has(name); name = parentOf.get(name) ?? null) above.add(name);
    return [...above].reverse();
  };
};

/** A chain in a line: where it begins and what comes last, and how many are left out between. */
export const shortened = (names: readonly string[]): readonly (string | number)[] =>
  names.length <= 4 ? names : [...names.slice(0, 1), names.length - 3, ...names.slice(-2)];
