import type { Task } from './task.ts';

type Placed = Pick<Task, 'idTask' | 'name' | 'favorite' | 'active'>;

/** Names as people count: `ob2` before `ob10`, and `ä` with `a`. */
export const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

/** Favorites first, then active ones, then by name: in the list of the site, its file and the answer of the call. */
export const inOrder = <T extends Placed>(tasks: readonly T[]): readonly T[] =>
  tasks.toSorted(
    (one, other) =>
      other.favorite - one.favorite ||
      other.active - one.active ||
      byName(one.name, other.name) ||
      one.idTask - other.idTask,
  );
