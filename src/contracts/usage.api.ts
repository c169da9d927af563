import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Moment } from './ids.ts';
import { maybe } from './maybe.ts';

export const usage = endpoint({
  name: 'usage',
  method: 'GET',
  path: '/api/v1/usage',
  access: 'token',
  tag: 'Service',
  summary: 'What is left of the quota of the day',
  description:
    'Free of charge, also when nothing is left. `limit` and `remaining` are null where there is no limit. Where the key that the token is of has a limit of which less is left, all of it is the key’s.',
  cost: 'free',
  reply: Type.Object(
    {
      limit: maybe(Type.Integer({ description: 'Requests a UTC day.' })),
      used: Type.Integer(),
      remaining: maybe(Type.Integer()),
      reset: Moment,
    },
    { $id: 'Usage' },
  ),
  example: {},
});
