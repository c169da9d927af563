import type { Task } from '#contracts/task.ts';

/** What was told of tasks since the list was read; null: it is gone. */
export type Told = ReadonlyMap<number, Task | null>;

const NO_TASKS: readonly Task[] = [];

/** The list as it was read, with what was told since in the place of what it was told of. */
export const overlaid = (read: readonly Task[] = NO_TASKS, told: Told): readonly Task[] => {
  if (told.size === 0) return read;
  const there = new Set(read.map(({ idTask }) => idTask));
  const replaced = read.flatMap((task) => {
    const now = told.get(task.idTask);
    return now === undefined ? [task] : (now ?? []);
  });
  return [...replaced, ...[...told.values()].flatMap((task) => (task && !there.has(task.idTask) ? [task] : []))];
};
