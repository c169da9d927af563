import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { exportOf } from './list-export.ts';
import { maybe } from './maybe.ts';
import { paging, query } from './query.ts';
import { Bit, Sentence } from './session.ts';
import { Version } from './version.ts';

const admin = { tag: 'Administration', access: 'admin' } as const;

const SETTING_INPUTS = ['text', 'number', 'choice', 'list'] as const;
/** How a page asks for a value: a list is some of `values`, separated by semicolons. */
export type SettingInput = (typeof SETTING_INPUTS)[number];

/** What the product knows of a key that it reads. */
const Read = Type.Object({
  first: Type.String({ description: 'What holds until somebody changes it, and where value1 does not fit.' }),
  takes: Type.String({ description: 'What value1 must be, in words.' }),
  input: Type.Enum([...SETTING_INPUTS]),
  values: Type.Array(Type.String(), { description: 'What there is to choose from.' }),
  fits: Bit,
});

export const ConfigurationRecord = Type.Object(
  {
    idConfiguration: Type.Integer(),
    key: Type.String(),
    value1: Type.String(),
    value2: maybe(Type.String()),
    description: Type.String(),
    masked: Type.Enum([0, 1], {
      description: '1: the key is named like a secret, and its values are not shown. Sent back so they stay.',
    }),
    setting: maybe(Read),
    version: Version,
  },
  { $id: 'Configuration' },
);
export type ConfigurationRecord = Static<typeof ConfigurationRecord>;

const Values = Type.Object({
  key: Type.String(),
  value1: Type.String(),
  value2: maybe(Type.String()),
  description: Type.String(),
});
export type ConfigurationValues = Static<typeof Values>;

export const ConfigurationChange = Type.Object(
  {
    idChange: Type.Integer(),
    at: Type.String({ format: 'date-time' }),
    email: maybe(Type.String({ description: 'Who did it; null: somebody at the command line or in the database.' })),
    action: Type.Enum(['CREATED', 'CHANGED', 'DELETED']),
    before: maybe(Values),
    after: maybe(Values),
  },
  { $id: 'ConfigurationChange' },
);
export type ConfigurationChange = Static<typeof ConfigurationChange>;

const id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const ignored = Type.Optional(Type.Unknown());
const fields = {
  key: Type.String({
    pattern: '^[A-Za-z0-9_.-]{1,100}$',
    'x-form': 'must be up to 100 letters, digits, points, dashes and underscores',
  }),
  value1: Type.String({ maxLength: 10_000 }),
  value2: Type.Optional(maybe(Type.String({ maxLength: 10_000 }))),
  description: Type.String({ minLength: 1, maxLength: 1_000 }),
  masked: ignored,
  setting: ignored,
};
const checked = 'Of a key that the product reads value1 is checked; every node follows at once.';

export const configuration = endpoint({
  ...admin,
  name: 'admin_configuration',
  method: 'GET',
  path: '/api/admin/configuration',
  summary: 'The settings that take effect without a restart, the newest last',
  description: 'With `prefix` all keys that begin with it, on one page.',
  query: query({
    prefix: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Stands in the key or description.' }),
    ),
    ...paging,
  }),
  reply: Type.Array(ConfigurationRecord),
  shape: 'page',
  errors: ['invalid_parameter'],
});

export const configurationExport = exportOf(configuration)({
  file: 'configuration',
  columns: [
    ['KEY', 'key'],
    ['VALUE 1', 'value1'],
    ['DESCRIPTION', 'description'],
    ['VALUE 2', 'value2'],
    ['MASKED', 'masked'],
    ['ID', 'idConfiguration'],
  ],
});

export const configurationCreate = endpoint({
  ...admin,
  name: 'admin_configuration_create',
  method: 'POST',
  path: '/api/admin/configuration',
  summary: 'Make a configuration',
  description: checked,
  body: Type.Object(
    { ...fields, idConfiguration: Type.Optional(Type.Null()), version: ignored },
    { additionalProperties: false },
  ),
  reply: ConfigurationRecord,
  errors: ['invalid_body', 'media_type', 'configuration_taken', 'anti_forgery'],
});

export const configurationChange = endpoint({
  ...admin,
  name: 'admin_configuration_change',
  method: 'PATCH',
  path: '/api/admin/configuration',
  summary: 'Change a configuration',
  description: `${checked} Such a key keeps its name.`,
  body: Type.Object(
    { ...fields, idConfiguration: id, version: Type.Optional(Version) },
    { additionalProperties: false },
  ),
  reply: ConfigurationRecord,
  errors: [
    'invalid_body',
    'media_type',
    'configuration_unknown',
    'configuration_taken',
    'changed_meanwhile',
    'anti_forgery',
  ],
});

export const configurationDelete = endpoint({
  ...admin,
  name: 'admin_configuration_delete',
  method: 'DELETE',
  path: '/api/admin/configuration/:id',
  summary: 'Delete a configuration',
  description: 'Of a key that the product reads the first value counts from then on; the next start lists it again.',
  params: Type.Object({ id }),
  reply: Sentence,
  errors: ['invalid_parameter', 'configuration_unknown', 'anti_forgery'],
});

export const configurationHistory = endpoint({
  ...admin,
  name: 'admin_configuration_history',
  method: 'GET',
  path: '/api/admin/configuration/history',
  summary: 'What was changed in the configuration, the newest first',
  query: query({ key: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })), ...paging }),
  reply: Type.Array(ConfigurationChange),
  shape: 'page',
  errors: ['invalid_parameter'],
});

export const configurationHistoryExport = exportOf(configurationHistory)({
  file: 'configuration-history',
  columns: [
    ['WHEN', 'at'],
    ['WHO', 'email'],
    ['KEY', 'key', ({ before, after }) => after?.key ?? before?.key ?? null],
    ['CHANGE', 'action'],
    ['VALUE 1 BEFORE', 'value1Before', ({ before }) => before?.value1 ?? null],
    ['VALUE 1 AFTER', 'value1After', ({ after }) => after?.value1 ?? null],
    ['VALUE 2 BEFORE', 'value2Before', ({ before }) => before?.value2 ?? null],
    ['VALUE 2 AFTER', 'value2After', ({ after }) => after?.value2 ?? null],
    ['DESCRIPTION BEFORE', 'descriptionBefore', ({ before }) => before?.description ?? null],
    ['DESCRIPTION AFTER', 'descriptionAfter', ({ after }) => after?.description ?? null],
    ['KEY BEFORE', 'keyBefore', ({ before }) => before?.key ?? null],
    ['ID', 'idChange'],
  ],
});

export const configurationRestore = endpoint({
  ...admin,
  name: 'admin_configuration_restore',
  method: 'POST',
  path: '/api/admin/configuration/history/:id',
  summary: 'Put back what was there before a change',
  params: Type.Object({ id }),
  reply: ConfigurationRecord,
  errors: ['invalid_parameter', 'invalid_body', 'edit_unknown', 'undone', 'configuration_taken', 'anti_forgery'],
});

export const CONFIGURATION_ENDPOINTS = [
  configuration,
  configurationExport,
  configurationCreate,
  configurationChange,
  configurationDelete,
  configurationHistory,
  configurationHistoryExport,
  configurationRestore,
] as const;
