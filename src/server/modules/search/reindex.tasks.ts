import { Type } from 'typebox';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import type { Reindex } from './reindex.service.ts';

export const reindexTask = (reindex: Reindex): TaskType =>
  taskType({
    name: 'REINDEX',
    summary: 'Makes the search documents of all records anew, while they are searched.',
    category: 'other',
    arguments: Type.Object({
      only: Type.Optional(
        Type.Enum(['stale'], { description: 'Writes only documents that are missing or would be others now.' }),
      ),
    }),
    run: ({ only }, context) => reindex.work(only === 'stale', context),
  });
