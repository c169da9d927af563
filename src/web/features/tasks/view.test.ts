import { expect, it } from 'vitest';
import { isSought } from '#contracts/task-filter.ts';
import { filterOf, TASKS } from './view.ts';

const task = {
  name: 'Nightly images',
  task: 'IMAGES',
  parentTaskName: 'IMDB_DATASETS_1',
  status: 'ERROR',
  active: 1,
} as const;

it.each([
  [{}, true],
  [{ text: 'nightly' }, true],
  [{ text: 'imdb' }, true],
  [{ text: 'ratings' }, false],
  [{ status: 'ERROR', type: 'IMAGES', active: 'YES' }, true],
  [{ status: 'FINISHED' }, false],
  [{ type: 'RATINGS' }, false],
  [{ active: 'NO' }, false],
])('an address with %j shows the task: %s', (search, shows) => {
  expect(isSought(filterOf(TASKS.read(search)))(task)).toBe(shows);
});

it('a status that there is not is said at its field', () => {
  const view = TASKS.read({ status: 'DONE', active: 'maybe' });
  expect(TASKS.problems(TASKS.said(view))).toEqual({
    status: expect.stringContaining('FINISHED, CANCELLED'),
    active: 'Active must be YES or NO',
  });
});
