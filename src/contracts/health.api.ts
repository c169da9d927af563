import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { query } from './query.ts';

export const Degraded = Type.Union([Type.Literal('disk'), Type.Literal('sign_in')]);
/** What is not as it should be while the service answers. */
export type Degraded = Static<typeof Degraded>;

export const health = endpoint({
  name: 'health',
  method: 'GET',
  path: '/api/v1/health',
  access: 'public',
  tag: 'Service',
  summary: 'Whether the service can answer',
  description:
    '503 when it cannot. `degraded` is there only while something is not as it should be: `disk`, there is hardly any room, so that data and quotas are served and changes are refused; `sign_in`, there is none, so that nobody can sign in either.',
  query: query({}),
  reply: Type.Object({ status: Type.Literal('UP'), degraded: Type.Optional(Type.Array(Degraded)) }),
  bare: ['application/json'],
  errors: ['stopping'],
  example: {},
});
