import { expect, it } from 'vitest';
import { invented } from './task.fixture.ts';
import { bodyOf, changeOf, copyOf, draftOf, draftProblems, nameFor } from './task-draft.ts';

it('a type gives an empty name the next free number, and never changes a name that somebody has typed', () => {
  const names = ['IMAGES_1', 'images_2', 'RATINGS_1'];
  expect(nameFor('IMAGES', { task: '', name: '' }, [])).toBe('IMAGES_1');
  expect(nameFor('IMAGES', { task: '', name: ' ' }, names)).toBe('IMAGES_3');
  expect(nameFor('IMAGES', { task: 'RATINGS', name: 'RATINGS_2' }, names)).toBe('IMAGES_3');
  expect(nameFor('IMAGES', { task: 'RATINGS', name: 'RATINGS_1' }, names)).toBe('RATINGS_1');
  expect(nameFor('IMAGES', { task: '', name: 'Mine' }, names)).toBe('Mine');
  expect(nameFor('', { task: 'IMAGES', name: 'IMAGES_3' }, names)).toBe('');
});

it('type and name are required, and the days are in their order', () => {
  expect(draftProblems(draftOf(null))).toEqual({ task: 'Task is required', name: 'Name is required' });
  const typed = { ...draftOf(null), task: 'IMAGES', name: 'x', cronStartupDate: '2026-05-17' };
  expect(draftProblems({ ...typed, cronShutdownDate: '2026-05-16' })).toEqual({
    cronShutdownDate: 'The shutdown date is before the startup date',
  });
  expect(draftProblems({ ...typed, cronShutdownDate: '2026-05-17' })).toEqual({});
});

it('a copy has a name of its own, no status and is not active', () => {
  const task = invented({ name: 'Nightly', task: 'IMAGES', cron: '@daily', active: 1, status: 'ERROR' });
  expect(copyOf(task, ['Nightly', 'IMAGES_1'])).toMatchObject({
    name: 'IMAGES_2',
    cron: '@daily',
    active: false,
    status: null,
  });
  expect(bodyOf(copyOf(task, []))).not.toHaveProperty('status');
});

it('a change leaves out what others may have changed meanwhile: the status and the star', () => {
  const task = invented({ status: 'EXECUTING', active: 1, favorite: 1, version: 3, parentTaskName: 'first' });
  const sent = changeOf(task, { ...draftOf(task), active: false });
  expect(sent).toMatchObject({ idTask: 1, version: 3, name: 'IMAGES_1', parentTaskName: 'first', active: 0 });
  expect(sent).not.toHaveProperty('status');
  expect(sent).not.toHaveProperty('favorite');
});
