import { expect, it } from 'vitest';
import { heldRows } from './order.ts';

const task = (idTask: number, name: string, favorite: 0 | 1, active: 0 | 1) => ({ idTask, name, favorite, active });
const TASKS = [task(1, 'b', 0, 0), task(2, 'A_10', 0, 1), task(3, 'a_9', 0, 1), task(4, 'z', 1, 0), task(5, 'c', 1, 1)];
const ids = (rows: readonly { readonly idTask: number }[]) => rows.map(({ idTask }) => idTask);

it('what is held stays in its place with its new state, goes only with its task, and what is new stands last', () => {
  const changed = TASKS.filter(({ idTask }) => idTask !== 2).map((one) => ({ ...one, favorite: 1 as const }));
  const sought = [task(6, '0', 1, 1), ...changed.filter(({ idTask }) => idTask !== 3)];
  const held = heldRows([3, 2, 1], changed, sought);
  expect(ids(held)).toEqual([3, 1, 6, 4, 5]);
  expect(held[0]).toMatchObject({ idTask: 3, favorite: 1 });
});
