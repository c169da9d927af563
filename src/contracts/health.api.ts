import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { query } from './query.ts';

export const health = endpoint({
  name: 'health',
  method: 'GET',
  path: '/api/v1/health',
  access: 'public',
  tag: 'Service',
  summary: 'Whether the service can answer',
  description: '503 when it cannot.',
  query: query({}),
  reply: Type.Object({ status: Type.Literal('UP') }),
  bare: ['application/json'],
  errors: ['unavailable'],
  example: {},
});
