import { Type } from 'typebox';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import type { Carousels } from './carousel.service.ts';

export const carouselTask = (carousels: Pick<Carousels, 'choose'>): TaskType =>
  taskType({
    name: 'CAROUSEL',
    summary: 'Chooses the 20 titles and the 20 names that the first page shows.',
    category: 'other',
    arguments: Type.Object({}),
    firstCron: '0 30 4 * * *',
    run: (_, context) => carousels.choose(context),
  });
