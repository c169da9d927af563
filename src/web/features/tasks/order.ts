import type { Task } from '#contracts/task.ts';

type Placed = Pick<Task, 'idTask' | 'name' | 'favorite' | 'active'>;

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Favorites first, then active ones, then by name. */
export const inOrder = <T extends Placed>(tasks: readonly T[]): readonly T[] =>
  tasks.toSorted(
    (one, other) => other.favorite - one.favorite || other.active - one.active || byName.compare(one.name, other.name),
  );

/** Those that were shown stay where they were, also where they are no longer looked for; what is new stands last. */
export const heldRows = <T extends Placed>(
  before: readonly number[],
  tasks: readonly T[],
  sought: readonly T[],
): readonly T[] => {
  const here = new Map(tasks.map((task) => [task.idTask, task]));
  const known = new Set(before);
  return [...before.flatMap((id) => here.get(id) ?? []), ...sought.filter(({ idTask }) => !known.has(idTask))];
};
