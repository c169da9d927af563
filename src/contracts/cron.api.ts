import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Moment } from './ids.ts';
import { maybe } from './maybe.ts';
import { query } from './query.ts';

// Cron expressions, and the days and hours within which they fire.

export const Day = Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$', 'x-form': 'is a day, such as 2026-05-17' });
export const TimeOfDay = Type.String({
  pattern: '^(([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?)?$',
  'x-form': 'is a time of day, such as 08:30',
});

const Cron = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether it can be read; whether a task may have it, `reason` says.' }),
    reason: maybe(Type.String({ description: 'What is wrong, for people; null: a task may have it.' })),
    field: maybe(
      Type.Enum(['second', 'minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'], {
        description: 'The field that is wrong.',
      }),
    ),
    words: maybe(Type.String({ description: 'The schedule in words.' })),
    next: Type.Array(Moment, { description: 'The next times within the bounds.' }),
    tooFrequent: Type.Boolean({ description: 'It fires more often than every 10 seconds.' }),
    timeZone: Type.Optional(Type.String({ description: 'The time zone in which it is read.' })),
  },
  { $id: 'Cron' },
);
export type Cron = Static<typeof Cron>;

export const cron = endpoint({
  tag: 'Administration',
  access: 'admin',
  name: 'admin_cron',
  method: 'GET',
  path: '/api/admin/cron',
  summary: 'What a cron expression means',
  description:
    "Six fields as Spring's CronExpression has them, five (second 0), or a macro such as @daily. The bounds are those of a task.",
  query: query({
    expression: Type.String({ maxLength: 1_000 }),
    from: Type.Optional(Moment),
    timeZone: Type.Optional(Type.String({ maxLength: 64, description: 'SERVER_TIME_ZONE when left out.' })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: '5 when left out.' })),
    cronStartupDate: Type.Optional(Day),
    cronShutdownDate: Type.Optional(Day),
    cronStartupTime: Type.Optional(TimeOfDay),
    cronShutdownTime: Type.Optional(TimeOfDay),
  }),
  reply: Cron,
  errors: ['invalid_parameter'],
});
