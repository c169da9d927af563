import type { Task } from '#contracts/task.ts';

/** Those that were shown stay where they were, also where they are no longer looked for; what is new stands last. */
export const heldRows = <T extends Pick<Task, 'idTask'>>(
  before: readonly number[],
  tasks: readonly T[],
  sought: readonly T[],
): readonly T[] => {
  const here = new Map(tasks.map((task) => [task.idTask, task]));
  const known = new Set(before);
  return [...before.flatMap((id) => here.get(id) ?? []), ...sought.filter(({ idTask }) => !known.has(idTask))];
};
