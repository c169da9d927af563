import { Type } from 'typebox';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import type { Manual } from './manual.service.ts';

export const manualTask = (manual: Pick<Manual, 'work'>): TaskType =>
  taskType({
    name: 'MANUAL_UPDATE',
    summary: 'Fetches the rows of manual update data that wait, and those that nobody has tried yet.',
    category: 'reprocess',
    arguments: Type.Object({
      only: Type.Optional(
        Type.Enum(['waiting'], { description: 'Only rows that somebody has asked to be processed.' }),
      ),
    }),
    firstCron: '0 */10 * * * *',
    run: ({ only }, context) => manual.work(only === 'waiting', context),
  });
