import { expect, it } from 'vitest';
import { parentsOf, typesOf } from './choices.ts';

it('types are separated by semicolons and sorted, each once', () => {
  expect(typesOf('RATINGS; IMAGES;;CAROUSEL;IMAGES ')).toEqual(['CAROUSEL', 'IMAGES', 'RATINGS']);
});

it('a task comes after any other one, from A to Z, and never after itself', () => {
  const tasks = ['b', 'A', 'c_10', 'c_9'].map((name, idTask) => ({ idTask, name }));
  expect(parentsOf(tasks, 0)).toEqual(['A', 'c_9', 'c_10']);
  expect(parentsOf(tasks, null)).toEqual(['A', 'b', 'c_9', 'c_10']);
});
