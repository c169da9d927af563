import { expect, it } from 'vitest';
import type { TaskStatus } from '#contracts/task-types.ts';
import { afterAll, afterOne, NONE_RUNNING } from './running.ts';

const run = (idTask: number, idRun: number, status: TaskStatus = 'EXECUTING') => ({ idTask, idRun, status });
/** A task whose last run that has ended is this one. */
const task = (idTask: number, status: TaskStatus, ended: number) => ({
  idTask,
  status,
  lastRuns: [{ idRun: ended, status: 'FINISHED' as const, asked: '2026-05-17T10:00:00Z', executionTime: 1 }],
});

it('counts what is executed or being cancelled, and nothing that waits or has ended', () => {
  const all = [run(1, 11), run(2, 12, 'CANCELLING'), run(3, 13, 'WAITING'), run(4, 14, 'READY'), run(5, 15, 'ERROR')];
  expect([...afterAll(NONE_RUNNING, all).tasks]).toEqual([1, 2]);
});

it('follows what begins, ends and goes', () => {
  const two = afterOne(afterAll(NONE_RUNNING, [run(1, 11)]), task(2, 'EXECUTING', 10));
  expect([...two.tasks]).toEqual([1, 2]);
  expect([...afterOne(two, task(1, 'FINISHED', 11)).tasks]).toEqual([2]);
  expect([...afterOne(two, { idTask: 2, removed: true }).tasks]).toEqual([1]);
  expect(afterOne(two, task(2, 'EXECUTING', 10))).toBe(two);
});

it('does not take a run for going whose end it knows', () => {
  const ended = afterOne(NONE_RUNNING, task(1, 'FINISHED', 11));
  expect(afterAll(ended, [run(1, 11)]).tasks.size).toBe(0);
  expect(afterAll(ended, [run(1, 12)]).tasks.size).toBe(1);
});
