import { Type } from 'typebox';
import { Day, TimeOfDay } from './cron.api.ts';
import { endpoint } from './endpoint.ts';
import { exportOf } from './list-export.ts';
import { maybe } from './maybe.ts';
import { flag, query } from './query.ts';
import { Bit, body, Sentence } from './session.ts';
import { Status, Task, TaskTypeInfo } from './task.ts';
import { TASK_TYPES } from './task-types.ts';
import { Version } from './version.ts';

// Scheduled tasks.

const common = { tag: 'Administration', access: 'admin' } as const;

export const TASK_NAME_MAX = 100;
export const CRON_MAX = 120;
const ARGUMENTS_MAX = 1_000;

const id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const ignored = Type.Optional(Type.Unknown());
const optional = <T extends Parameters<typeof maybe>[0]>(schema: T) => Type.Optional(maybe(schema));

/** What a task is: everything that somebody sets. Null and the empty text are the same. */
const definition = {
  name: Type.String({ minLength: 1, maxLength: TASK_NAME_MAX }),
  task: Type.Enum([...TASK_TYPES]),
  parentTaskName: optional(Type.String({ maxLength: TASK_NAME_MAX })),
  cron: optional(Type.String()),
  arguments: optional(Type.String({ maxLength: ARGUMENTS_MAX })),
  status: Type.Optional(Status),
  cronStartupDate: optional(Day),
  cronShutdownDate: optional(Day),
  cronStartupTime: optional(TimeOfDay),
  cronShutdownTime: optional(TimeOfDay),
  active: Type.Optional(Bit),
  favorite: Type.Optional(Bit),
  version: Type.Optional(Version),
  updatedCron: ignored,
  nextCronExecution: ignored,
  lastUpdateDate: ignored,
  executionTime: ignored,
  since: ignored,
  waitsFor: ignored,
  error: ignored,
  missed: ignored,
  processed: ignored,
  total: ignored,
  lastRuns: ignored,
};

export const tasks = endpoint({
  ...common,
  name: 'admin_tasks',
  method: 'GET',
  path: '/api/admin/tasks',
  summary: 'All tasks: favorites first, then active ones, then by name',
  query: query({
    text: Type.Optional(
      Type.String({ maxLength: TASK_NAME_MAX, description: 'Stands in the name, the type or the name of the parent.' }),
    ),
    status: Type.Optional(Status),
    type: Type.Optional(Type.String({ maxLength: TASK_NAME_MAX })),
    active: flag('1: those that are active; 0: those that are not.'),
  }),
  reply: Type.Array(Task),
  errors: ['invalid_parameter'],
});

export const tasksExport = exportOf(tasks)({
  file: 'tasks',
  columns: [
    ['FAVORITE', 'favorite'],
    ['NAME', 'name'],
    ['STATUS', 'status'],
    ['NEXT EXECUTION', 'nextCronExecution'],
    ['CRON', 'cron'],
    ['LAST RUNS', 'lastRuns', ({ lastRuns }) => lastRuns.map(({ status }) => status).join(' ')],
    ['EXECUTION TIME', 'executionTime'],
    ['ACTIVE', 'active'],
    ['TYPE', 'task'],
    ['PARENT', 'parentTaskName'],
    ['ARGUMENTS', 'arguments'],
    ['ID', 'idTask'],
  ],
});

export const task = endpoint({
  ...common,
  name: 'admin_task',
  method: 'GET',
  path: '/api/admin/task/:id',
  summary: 'A task',
  params: Type.Object({ id }),
  reply: Task,
  errors: ['invalid_parameter', 'task_unknown'],
});

const saving = [
  'invalid_body',
  'media_type',
  'cron_too_frequent',
  'cron_never',
  'task_name_taken',
  'task_cycle',
  'status_owned',
  'anti_forgery',
] as const;

export const taskCreate = endpoint({
  ...common,
  name: 'admin_task_create',
  method: 'POST',
  path: '/api/admin/tasks',
  summary: 'Make a task',
  description: 'Times of day and days of the cron are those of SERVER_TIME_ZONE.',
  body: body({ ...definition, idTask: ignored }),
  reply: Task,
  errors: saving,
});

export const taskChange = endpoint({
  ...common,
  name: 'admin_task_change',
  method: 'PATCH',
  path: '/api/admin/tasks',
  summary: 'Change a task',
  description:
    'The whole task. Refused while it is READY, EXECUTING or CANCELLING, but for `active` and `favorite`: to make an executing task inactive asks its run to stop. A run that is WAITING takes the type and the arguments that are saved; arguments of its own stay, unless the type is another one. `status` is read while no run is queued or going, and takes FINISHED, CANCELLED or ERROR. What changes nothing, or `favorite` alone, leaves `version` and `lastUpdateDate` as they are.',
  body: body({ ...definition, idTask: id }),
  reply: Task,
  errors: [...saving, 'task_unknown', 'task_busy', 'changed_meanwhile'],
});

export const taskFavorite = endpoint({
  ...common,
  name: 'admin_task_favorite',
  method: 'PUT',
  path: '/api/admin/task/favorite',
  summary: 'Make a task a favorite, or no favorite any more',
  description: 'Of the task only `idTask` and `favorite` are read; its `version` and `lastUpdateDate` stay.',
  body: Type.Object({ idTask: id, favorite: Bit }, { additionalProperties: true }),
  reply: Task,
  errors: ['invalid_body', 'media_type', 'task_unknown', 'anti_forgery'],
});

export const taskDelete = endpoint({
  ...common,
  name: 'admin_task_delete',
  method: 'DELETE',
  path: '/api/admin/tasks/:id',
  summary: 'Delete a task and its history',
  description: 'Tasks that had it as their parent have none any more.',
  params: Type.Object({ id }),
  reply: Sentence,
  errors: ['invalid_parameter', 'task_unknown', 'task_busy', 'anti_forgery'],
});

export const taskExecute = endpoint({
  ...common,
  name: 'admin_task_execute',
  method: 'POST',
  path: '/api/admin/tasks/execute-task/:id',
  summary: 'Have a task run now',
  params: Type.Object({ id }),
  body: Type.Optional(
    body({
      arguments: Type.Optional(
        Type.String({ maxLength: ARGUMENTS_MAX, description: 'For this run, in place of those of the task.' }),
      ),
    }),
  ),
  reply: Sentence,
  errors: ['invalid_parameter', 'invalid_body', 'media_type', 'task_unknown', 'task_busy', 'anti_forgery'],
});

export const taskCancel = endpoint({
  ...common,
  name: 'admin_task_cancel',
  method: 'POST',
  path: '/api/admin/tasks/cancel-task/:id',
  summary: 'Tell the run of a task to end; its schedule stays as it is',
  description: 'One that is READY or WAITING is CANCELLED at once.',
  params: Type.Object({ id }),
  reply: Sentence,
  errors: ['invalid_parameter', 'task_unknown', 'task_idle', 'anti_forgery'],
});

export const taskTypes = endpoint({
  ...common,
  name: 'admin_task_types',
  method: 'GET',
  path: '/api/admin/task/types',
  summary: 'What tasks can do, and the arguments that each type takes',
  reply: Type.Array(TaskTypeInfo),
});

export const TASK_ENDPOINTS = [
  tasks,
  tasksExport,
  task,
  taskCreate,
  taskChange,
  taskFavorite,
  taskDelete,
  taskExecute,
  taskCancel,
  taskTypes,
] as const;
