import {
  task,
  taskCancel,
  taskChange,
  taskCreate,
  taskDelete,
  taskExecute,
  taskFavorite,
  tasks,
  tasksExport,
  taskTypes,
} from '#contracts/task.api.ts';
import { taskRunLines, taskRuns, taskRunsExport, tasksInProgress } from '#contracts/task-run.api.ts';
import { toJson } from '#server/kernel/json.ts';
import { atOnce } from '#server/platform/db/steps.ts';
import { data, paged } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { type Call, personOf, type Route, route } from '#server/platform/http/route.ts';
import type { TaskType } from '#server/platform/tasks/type.ts';
import type { History } from './history.service.ts';
import type { Tasks } from './task.service.ts';

interface TaskRoutes {
  readonly tasks: Omit<Tasks, 'ensureFirst' | 'begin'>;
  readonly history: History;
  readonly types: ReadonlyMap<string, TaskType>;
}

const pageOf = ({ page = 1, regs }: { readonly page?: number; readonly regs?: number }, { caller }: Call) => {
  const limit = regs ?? caller.maxRegs;
  return { page, regs: limit, slice: { offset: (page - 1) * limit, limit } };
};

/** Tasks and their runs over HTTP. */
export const taskRoutes = ({ tasks: service, history, types }: TaskRoutes): readonly Route[] => [
  route(tasks)(async ({ query }) => data(await service.list(query))),
  exportRoute(tasksExport)(async ({ query }) => atOnce(await service.list(query))),
  route(task)(async ({ params: { id } }) => data(await service.one(id))),
  route(taskCreate)(async ({ body }) => data(await service.create(body))),
  route(taskChange)(async ({ body: { idTask, ...sent } }) => data(await service.save(idTask, sent))),
  route(taskFavorite)(async ({ body: { idTask, favorite } }) => data(await service.favorite(idTask, favorite === 1))),
  route(taskDelete)(async ({ params: { id } }) => data(await service.remove(id))),
  route(taskExecute)(async ({ params: { id }, body }, call) =>
    data(await service.execute(id, { arguments: body?.arguments, accountId: personOf(call).accountId })),
  ),
  route(taskCancel)(async ({ params: { id } }) => data(await service.cancel(id))),
  route(tasksInProgress)(async () => data(await history.inProgress())),
  route(taskRuns)(async ({ params: { id }, query }, call) => {
    const { page, regs, slice } = pageOf(query, call);
    const { rows, total } = await history.runs({ taskId: id, status: query.status, ...slice });
    return paged({ json: toJson(rows), page, total, regs, exact: query.status === undefined });
  }),
  exportRoute(taskRunsExport)(({ params: { id }, query }) => history.walk({ taskId: id, status: query.status })),
  route(taskRunLines)(async ({ params: { id }, query }, call) => {
    const { page, regs, slice } = pageOf(query, call);
    const { rows, total } = await history.lines(id, slice);
    return paged({ json: toJson(rows), page, total, regs, exact: true });
  }),
  route(taskTypes)(async () =>
    data(
      [...types.values()]
        .map(({ name, summary, arguments: schema }) => ({ name, summary, arguments: schema }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    ),
  ),
];
