import { expect, it } from 'vitest';
import { invented } from './task.fixture.ts';
import { overlaid } from './told.ts';

it('what is told takes the place of the task with the same id, is added, or takes it away', () => {
  const read = [invented({ idTask: 1 }), invented({ idTask: 2 }), invented({ idTask: 3 })];
  const told = new Map([
    [2, invented({ idTask: 2, status: 'EXECUTING' })],
    [3, null],
    [4, invented({ idTask: 4 })],
    [5, null],
  ]);
  expect(overlaid(read, told).map(({ idTask, status }) => [idTask, status])).toEqual([
    [1, 'FINISHED'],
    [2, 'EXECUTING'],
    [4, 'FINISHED'],
  ]);
  expect(overlaid(read, new Map())).toBe(read);
  expect(overlaid(undefined, told).map(({ idTask }) => idTask)).toEqual([2, 4]);
});
