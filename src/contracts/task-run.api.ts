import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { exportOf } from './list-export.ts';
import { paging, query } from './query.ts';
import { RunLine, Status, TaskProgress, TaskRun } from './task.ts';

// What tasks have done, and what they are doing.

const common = { tag: 'Administration', access: 'admin' } as const;
const id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const tasksInProgress = endpoint({
  ...common,
  name: 'admin_tasks_in_progress',
  method: 'GET',
  path: '/api/admin/tasks/in-progress',
  summary: 'Runs that are queued or going, and those that have ended within the last minute',
  description: 'What `/topic/task/in-progress` sends.',
  reply: Type.Array(TaskProgress),
});

export const taskRuns = endpoint({
  ...common,
  name: 'admin_task_runs',
  method: 'GET',
  path: '/api/admin/task/:id/runs',
  summary: 'The runs of a task, newest first',
  params: Type.Object({ id }),
  query: query({ status: Type.Optional(Status), ...paging }),
  reply: Type.Array(TaskRun),
  shape: 'page',
  errors: ['invalid_parameter', 'task_unknown'],
});

export const taskRunsExport = exportOf(taskRuns)({
  file: 'runs',
  columns: [
    ['RUN', 'idRun'],
    ['STATUS', 'status'],
    ['ASKED', 'asked'],
    ['DURATION', 'executionTime'],
    ['PROCESSED', 'processed'],
    ['REASON', 'reason'],
    ['BY', 'by'],
    ['SLOT', 'slot'],
    ['ERROR', 'error'],
    ['TOTAL', 'total'],
    ['STARTED', 'started'],
    ['ENDED', 'ended'],
    ['ARGUMENTS', 'arguments'],
    ['TASK ID', 'idTask'],
  ],
});

export const taskRunLines = endpoint({
  ...common,
  name: 'admin_task_run_lines',
  method: 'GET',
  path: '/api/admin/task/run/:id/lines',
  summary: 'What a run has said, oldest first',
  params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  query: query(paging),
  reply: Type.Array(RunLine),
  shape: 'page',
  errors: ['invalid_parameter', 'task_run_unknown'],
});

export const TASK_RUN_ENDPOINTS = [tasksInProgress, taskRuns, taskRunsExport, taskRunLines] as const;
