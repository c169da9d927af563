import { expect, it } from 'vitest';
import { TASK_STATUSES } from '#contracts/task-types.ts';
import { activeOff, busyWith, cancelOff } from './busy.ts';

const at = (hour: number) => new Date(2026, 4, 17, hour, 30, 2);
const NOW = at(20).getTime();
const off = (why: (task: { status: (typeof TASK_STATUSES)[number]; since: string }) => string | undefined) =>
  TASK_STATUSES.filter((status) => why({ status, since: at(16).toISOString() }) !== undefined);

it('execute, delete and save are off while a run is queued or going, the active toggle while CANCELLING', () => {
  expect(off((one) => busyWith(one, NOW))).toEqual(['CANCELLING', 'EXECUTING', 'READY']);
  expect(off(activeOff)).toEqual(['CANCELLING']);
  expect(off(cancelOff)).toEqual(['FINISHED', 'CANCELLED', 'CANCELLING', 'ERROR']);
});

it('the reason says since when, with the day where it began on another one', () => {
  const since = at(16).toISOString();
  expect(busyWith({ status: 'EXECUTING', since }, NOW)).toBe('Running since 16:30:02');
  expect(busyWith({ status: 'READY', since }, NOW)).toBe('Queued since 16:30:02');
  expect(busyWith({ status: 'EXECUTING', since }, NOW + 86_400_000)).toBe('Running since 2026-05-17 16:30:02');
  expect(busyWith({ status: 'EXECUTING', since: null }, NOW)).toBe('It is running');
});
