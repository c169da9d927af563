import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { maybe } from './maybe.ts';
import { paging, query } from './query.ts';

export const ConfigurationRecord = Type.Object(
  {
    idConfiguration: Type.Integer(),
    key: Type.String(),
    value1: Type.String(),
    value2: maybe(Type.String()),
    description: Type.String(),
  },
  { $id: 'Configuration' },
);
export type ConfigurationRecord = Static<typeof ConfigurationRecord>;

export const configuration = endpoint({
  name: 'admin_configuration',
  method: 'GET',
  path: '/api/admin/configuration',
  access: 'admin',
  tag: 'Administration',
  summary: 'The settings that take effect without a restart, the newest last',
  description: 'With `prefix` all keys that begin with it, on one page.',
  query: query({ prefix: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })), ...paging }),
  reply: Type.Array(ConfigurationRecord),
  shape: 'page',
  errors: ['invalid_parameter'],
});
