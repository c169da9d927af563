import { expect, it } from 'vitest';
import { TASK_TYPES } from '#contracts/task-types.ts';
import { type TaskServices, tasksOf } from './tasks.ts';

// Making a type asks nothing of its services.
const types = tasksOf({
  billing: {},
  config: { sources: { wikidata: { queryUrl: 'http://127.0.0.1' } } },
  db: {},
  editing: {},
} as TaskServices);

it('lists each type once, in the order of their names', () => {
  const names = types.map(({ name }) => name);
  expect(names).toEqual(TASK_TYPES);
});
