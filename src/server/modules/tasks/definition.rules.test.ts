import { expect, it } from 'vitest';
import { definitionOf, isClearing, isReplanned, isRewritten, problemsOf, type Sent } from './definition.rules.ts';

const SENT: Sent = { name: 'one', task: 'RATINGS' };
const taskOf = (changed: Partial<Sent> = {}) => definitionOf({ ...SENT, ...changed }, null);

it('what is left out, null or empty is nothing, and spaces around it are no part of it', () => {
  expect(taskOf({ name: ' one ', cron: null, cronStartupDate: '', cronStartupTime: null, arguments: ' --a ' })).toEqual(
    {
      ...{ name: 'one', type: 'RATINGS', parentId: null, cron: '', arguments: '--a', active: false, favorite: false },
      ...{ startupDate: null, shutdownDate: null, startupTime: null, shutdownTime: null },
    },
  );
  expect(taskOf({ cron: ' 0  0 3 * * * ' }).cron).toBe('0 0 3 * * *');
});

it('times of day have seconds', () => {
  expect(taskOf({ cronStartupTime: '08:30', cronShutdownTime: '20:00:15' })).toMatchObject({
    startupTime: '08:30:00',
    shutdownTime: '20:00:15',
  });
});

it.each([
  [{ name: '  ' }, 'name', 'is required'],
  [{ cron: '*'.repeat(121) }, 'cron', 'must have at most 120 characters'],
  [{ cronStartupDate: '2026-02-30' }, 'cronStartupDate', 'is a day, such as 2026-05-17'],
  [{ cronStartupDate: '2026-02-03', cronShutdownDate: '2026-02-02' }, 'cronShutdownDate', 'is before the first day'],
])('%j is refused at its field', (changed, field, message) => {
  expect(problemsOf(taskOf(changed))).toEqual([{ field, message }]);
});

it('a day and the same day, and a night, are windows', () => {
  expect(
    problemsOf(
      taskOf({
        cronStartupDate: '2026-02-03',
        cronShutdownDate: '2026-02-03',
        cronStartupTime: '22:00',
        cronShutdownTime: '04:00',
      }),
    ),
  ).toEqual([]);
});

it('a schedule is another one for its cron, its window, and whether it is on', () => {
  const before = taskOf({ cron: '0 0 3 * * *' });
  expect(isReplanned(before, taskOf({ cron: '0 0 3 * * *', name: 'other', favorite: 1, arguments: '--x' }))).toBe(
    false,
  );
  for (const changed of [{ cron: '' }, { cronShutdownTime: '04:00' }, { active: 1 }, { cronStartupDate: '2026-02-03' }])
    expect(isReplanned(before, taskOf({ cron: '0 0 3 * * *', ...changed }))).toBe(true);
});

it('a task is rewritten by all but being active or a favorite', () => {
  expect(isRewritten(taskOf(), taskOf({ active: 1, favorite: 1 }))).toBe(false);
  for (const changed of [{ cron: '0 0 3 * * *' }, { name: 'two' }, { task: 'REINDEX' }, { arguments: '--x' }])
    expect(isRewritten(taskOf(), taskOf(changed))).toBe(true);
});

it('clients clear to what runs end in', () => {
  expect(['FINISHED', 'CANCELLED', 'ERROR'].every((status) => isClearing(status as 'ERROR'))).toBe(true);
  expect(['READY', 'WAITING', 'EXECUTING', 'CANCELLING'].some((status) => isClearing(status as 'READY'))).toBe(false);
});
