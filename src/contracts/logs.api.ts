import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Moment } from './ids.ts';
import { exportOf } from './list-export.ts';
import { LEVELS } from './logging.api.ts';
import { LOG_CATEGORIES } from './logs.ts';
import { maybe } from './maybe.ts';
import { paging, query } from './query.ts';

/** By which levels lines are looked for. */
const LOG_FILTER_LEVELS = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type LogLevel = (typeof LEVELS)[number];

const numbers = Object.values(LOG_CATEGORIES);
const idLog = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Category = Type.Integer({
  minimum: Math.min(...numbers),
  maximum: Math.max(...numbers),
  description:
    '1 Movie, 2 Name, 3 Reprocess, 4 Other, 5 Cron, 6 Serie, 7 Audit, 8 User, 9 Plugin Public IP: what a line is about.',
});

export const LogLine = Type.Object(
  {
    idLog: Type.Integer({ description: 'Numbers are given in the order in which lines are written, without gaps.' }),
    log: Type.String({
      description: 'Who says it, the words and the details; the place of a mistake in lines of their own.',
    }),
    level: Type.Enum([...LEVELS]),
    insertDate: Moment,
    category: Category,
    requestId: maybe(Type.String({ description: 'The request that it is about, as the audit names it too.' })),
    idRun: maybe(Type.Integer({ description: 'The run of a task that said it.' })),
  },
  { $id: 'LogLine' },
);
export type LogLine = Static<typeof LogLine>;

/** What lines are looked for by. */
const filters = {
  log: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 200,
      'x-form': 'must be 3 to 200 characters long',
      description: 'Part of a line; a to z in any case.',
    }),
  ),
  startDate: Type.Optional(Moment),
  endDate: Type.Optional(Moment),
  level: Type.Optional(Type.Enum([...LOG_FILTER_LEVELS], { description: 'Exactly this level.' })),
  category: Type.Optional(Category),
  requestId: Type.Optional(
    Type.String({
      pattern: '^\\w{1,44}-\\d{1,15}$',
      'x-form': 'is as the audit says it, such as mia1-4711',
      description: 'As `X-Request-Id` and the audit say it.',
    }),
  ),
  idRun: Type.Optional(idLog),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only lines that were written after this one.',
    }),
  ),
};

const common = { tag: 'Administration', access: 'admin', method: 'GET', errors: ['invalid_parameter'] } as const;

export const logs = endpoint({
  ...common,
  name: 'admin_logs',
  path: '/api/admin/logs',
  summary: 'Lines of the log, newest first',
  description:
    'Without a filter `total` is exact however large it is. A search that takes longer than about 0.2 s answers with what it has found, newest first, and `X-Searched-Since`: what is older was not looked at yet; with that moment as `endDate` the search goes on.',
  query: query({ ...filters, ...paging }),
  reply: Type.Array(LogLine),
  shape: 'page',
  bounded: true,
});

export const logsExport = exportOf(logs)({
  file: 'logs',
  columns: [
    ['#', 'idLog'],
    ['LOG', 'log'],
    ['LEVEL', 'level'],
    ['DATE', 'insertDate'],
    ['CATEGORY', 'category'],
    ['REQUEST ID', 'requestId'],
    ['RUN', 'idRun'],
  ],
});

export const logsAround = endpoint({
  ...common,
  name: 'admin_logs_around',
  path: '/api/admin/logs/:idLog/around',
  summary: 'A line of the log with the 20 before and the 20 after it, newest first',
  description: 'Without the line itself where only others around it are kept; 404 where none is.',
  params: Type.Object({ idLog }),
  reply: Type.Array(LogLine),
  errors: ['log_unknown'],
});

const count = Type.Integer({ minimum: 0 });

export const LogHistogram = Type.Object(
  {
    startDate: maybe(Moment),
    endDate: maybe(Moment),
    seconds: Type.Integer({ minimum: 1, description: 'How long a bucket is. The last one may be cut short.' }),
    isWhole: Type.Boolean({
      description: 'False: the range holds more than is counted at once, and the histogram is of its newest part.',
    }),
    buckets: Type.Array(
      Type.Object({
        date: Moment,
        TRACE: count,
        DEBUG: count,
        INFO: count,
        WARN: count,
        ERROR: count,
        FATAL: count,
      }),
      { maxItems: 60, description: 'Without gaps, the oldest first. `date` is where one begins.' },
    ),
  },
  { $id: 'LogHistogram' },
);
export type LogHistogram = Static<typeof LogHistogram>;

export const logsHistogram = endpoint({
  ...common,
  name: 'admin_logs_histogram',
  path: '/api/admin/logs/histogram',
  summary: 'Lines of the log over time, by their level',
  description:
    'Takes the filters of the list. The range ends at `endDate`, now at the latest, and begins at `startDate`, else with the oldest line that matches. At most 50,000 lines are counted, the newest first: `startDate` of the answer is from where all are.',
  query: query(filters),
  reply: LogHistogram,
});

export const LOG_ENDPOINTS = [logs, logsExport, logsHistogram, logsAround] as const;
