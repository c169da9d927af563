import { type Static, Type } from 'typebox';
import { Moment } from './ids.ts';
import { maybe } from './maybe.ts';
import { Bit } from './session.ts';
import { TASK_STATUSES } from './task-types.ts';
import { Version } from './version.ts';

// Scheduled tasks and their runs as they are told.

export const Status = Type.Enum([...TASK_STATUSES]);
const Milliseconds = Type.Integer({ description: 'Milliseconds.' });

/** How a run came about: its slot, somebody's order, its parent's end, or the product itself. */
const RUN_REASONS = ['CRON', 'MANUAL', 'PARENT', 'PRODUCT'] as const;

const RunBrief = Type.Object(
  {
    idRun: Type.Integer(),
    status: Status,
    asked: Moment,
    executionTime: maybe(Milliseconds),
  },
  { $id: 'TaskRunBrief' },
);

export const Task = Type.Object(
  {
    idTask: Type.Integer(),
    name: Type.String(),
    task: Type.String({ description: 'Its type.' }),
    parentTaskName: maybe(Type.String()),
    cron: Type.String({ description: 'Empty: it has no schedule of its own.' }),
    arguments: Type.String(),
    status: Status,
    cronStartupDate: maybe(Type.String({ format: 'date' })),
    cronShutdownDate: maybe(Type.String({ format: 'date' })),
    cronStartupTime: maybe(Type.String({ description: 'HH:mm:ss in SERVER_TIME_ZONE.' })),
    cronShutdownTime: maybe(Type.String({ description: 'HH:mm:ss in SERVER_TIME_ZONE.' })),
    active: Bit,
    favorite: Bit,
    updatedCron: maybe(Moment),
    nextCronExecution: maybe(Moment),
    lastUpdateDate: Moment,
    executionTime: maybe(Type.Integer({ description: 'Milliseconds that its last run took.' })),
    since: maybe(
      Type.String({ format: 'date-time', description: 'When its run was asked for, or began once it has.' }),
    ),
    waitsFor: maybe(Type.String({ description: 'What a WAITING run waits for, for people.' })),
    error: maybe(Type.String({ description: 'Why its last run ended in ERROR.' })),
    missed: Type.Integer({ description: 'Slots since updatedCron in which it could not begin.' }),
    processed: Type.Integer({ description: 'Of the run that is going, or of the last one.' }),
    total: maybe(Type.Integer({ description: 'null: not known.' })),
    lastRuns: Type.Array(RunBrief, { description: 'The last 20 runs that have ended, newest first.' }),
    version: Version,
  },
  { $id: 'Task' },
);
export type Task = Static<typeof Task>;

/** What the live list shows of a run: a message of `/topic/task`. */
export const TaskProgress = Type.Object(
  {
    idTask: Type.Integer(),
    idRun: Type.Integer(),
    name: Type.String(),
    task: Type.String({ description: 'Its type.' }),
    status: Status,
    updated: Moment,
    started: maybe(Moment),
    processed: Type.Integer(),
    total: maybe(Type.Integer()),
    percentage: Type.Integer({ minimum: 0, maximum: 100 }),
    messages: Type.Array(Type.String(), { description: 'The last 200 lines, oldest first.' }),
    waitsFor: maybe(Type.String()),
  },
  { $id: 'TaskProgress' },
);
export type TaskProgress = Static<typeof TaskProgress>;

export const TaskRun = Type.Object(
  {
    idRun: Type.Integer(),
    idTask: Type.Integer(),
    reason: Type.Enum([...RUN_REASONS]),
    status: Status,
    slot: maybe(Moment),
    asked: Moment,
    started: maybe(Moment),
    ended: maybe(Moment),
    executionTime: maybe(Milliseconds),
    arguments: Type.String(),
    processed: Type.Integer(),
    total: maybe(Type.Integer()),
    error: maybe(Type.String()),
    by: maybe(Type.String({ description: 'The email of who asked for it.' })),
  },
  { $id: 'TaskRun' },
);
export type TaskRun = Static<typeof TaskRun>;

export const RunLine = Type.Object(
  { at: Moment, level: Type.Enum(['INFO', 'WARN', 'ERROR']), text: Type.String() },
  { $id: 'TaskRunLine' },
);
export type RunLine = Static<typeof RunLine>;

export const TaskTypeInfo = Type.Object(
  {
    name: Type.String(),
    summary: Type.String(),
    arguments: Type.Unknown({
      description: 'The JSON Schema of its arguments: an object, each `--name=value` a property.',
    }),
  },
  { $id: 'TaskTypeInfo' },
);
export type TaskTypeInfo = Static<typeof TaskTypeInfo>;
