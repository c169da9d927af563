import { Type } from 'typebox';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import type { SeriesUpdates } from './series.service.ts';

const MOST = 1_000_000;

export const seriesTask = (series: SeriesUpdates): TaskType =>
  taskType({
    name: 'SERIES_UPDATE',
    summary: 'Fetches the series whose next update is due from the sources.',
    category: 'reprocess',
    arguments: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST, description: 'Series of one run at most.' })),
    }),
    run: ({ limit = MOST }, context) => series.work(limit, context),
  });
