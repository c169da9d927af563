import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Moment } from './ids.ts';
import { exportOf } from './list-export.ts';
import { maybe } from './maybe.ts';
import { query } from './query.ts';
import { body } from './session.ts';

/** Levels of lines, from the quietest on. */
export const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;

const PackageName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-z_]+(\\.[a-z_]+)*$',
  'x-form': 'is a name such as kinodex.catalog.fetch',
});

export const PackageLevel = Type.Object(
  {
    packageName: Type.String(),
    level: Type.Enum([...LEVELS], { description: 'From which on its lines are written.' }),
    inheritedFrom: maybe(
      Type.String({ description: 'The package above it whose level this is, or LOG_LEVEL; null: its own.' }),
    ),
    until: maybe(Type.Intersect([Moment], { description: 'When its own level ends; null: when somebody ends it.' })),
  },
  { $id: 'PackageLevel' },
);
export type PackageLevel = Static<typeof PackageLevel>;

const common = { tag: 'Administration', access: 'admin', path: '/api/admin/logging' } as const;

export const logging = endpoint({
  ...common,
  name: 'admin_logging',
  method: 'GET',
  summary: 'From which level on packages log, by name',
  query: query({ packageName: Type.Optional(PackageName) }),
  reply: Type.Array(PackageLevel),
  errors: ['invalid_parameter', 'package_unknown'],
});

export const loggingExport = exportOf(logging)({
  file: 'logging',
  columns: [
    ['PACKAGE', 'packageName'],
    ['LEVEL', 'level'],
    ['INHERITED FROM', 'inheritedFrom'],
    ['UNTIL', 'until'],
  ],
});

export const loggingChange = endpoint({
  ...common,
  name: 'admin_logging_change',
  method: 'POST',
  summary: 'Set the level of a package and of those below it that have none of their own',
  description: 'In force at once, on every node and after a restart. TRACE ends by itself after an hour.',
  body: body({ packageName: PackageName, level: Type.Enum([...LEVELS]) }),
  reply: PackageLevel,
  errors: ['invalid_body', 'media_type', 'anti_forgery', 'package_unknown'],
});

export const loggingReset = endpoint({
  ...common,
  name: 'admin_logging_reset',
  method: 'DELETE',
  summary: 'Let a package have the level of the one above it again',
  query: query({ packageName: PackageName }),
  reply: PackageLevel,
  errors: ['invalid_parameter', 'anti_forgery', 'package_unknown'],
});

export const LOGGING_ENDPOINTS = [logging, loggingExport, loggingChange, loggingReset] as const;
