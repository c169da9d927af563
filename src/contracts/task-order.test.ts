import { expect, it } from 'vitest';
import { inOrder } from './task-order.ts';

const task = (idTask: number, name: string, favorite: 0 | 1, active: 0 | 1) => ({ idTask, name, favorite, active });
const ids = (rows: readonly { readonly idTask: number }[]) => rows.map(({ idTask }) => idTask);

it('favorites stand first, then active ones, then names as people count', () => {
  const tasks = [
    task(1, 'b', 0, 0),
    task(2, 'A_10', 0, 1),
    task(3, 'a_9', 0, 1),
    task(4, 'z', 1, 0),
    task(5, 'c', 1, 1),
  ];
  expect(ids(inOrder(tasks))).toEqual([5, 4, 3, 2, 1]);
});

it('names that count the same stand in one order, wherever they come from', () => {
  const tasks = [task(1, 'ä_2', 0, 0), task(2, 'A_2', 0, 0), task(3, 'a_02', 0, 0)];
  expect(ids(inOrder(tasks))).toEqual([1, 2, 3]);
  expect(ids(inOrder(tasks.toReversed()))).toEqual([1, 2, 3]);
});
