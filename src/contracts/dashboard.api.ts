import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Moment } from './ids.ts';
import { maybe } from './maybe.ts';

const count = Type.Integer({ minimum: 0 });
const p95 = maybe(
  Type.Number({
    minimum: 0,
    description: 'Milliseconds that 95 of 100 answered calls with a token took at most; null: fewer than 20.',
  }),
);
const share = maybe(Type.Number({ minimum: 0, maximum: 1, description: 'Of the requests; null: there were none.' }));
const requests = { requests: count, p95, clientErrors: share, serverErrors: share };
const runs = { runs: count, failed: count };

export const Dashboard = Type.Object(
  {
    startDate: Moment,
    endDate: Moment,
    isWhole: Type.Boolean({
      description: 'False: some hours had so many requests that times and errors are those of their newest.',
    }),
    ...requests,
    ...runs,
    running: Type.Integer({ minimum: 0, description: 'Tasks that are running now.' }),
    hours: Type.Array(Type.Object({ date: Moment, ...requests, ...runs }), {
      minItems: 24,
      maxItems: 24,
      description: 'The oldest first. `date` is where one begins.',
    }),
  },
  { $id: 'Dashboard' },
);
export type Dashboard = Static<typeof Dashboard>;

export const dashboard = endpoint({
  name: 'admin_dashboard',
  method: 'GET',
  path: '/api/admin/dashboard',
  access: 'admin',
  tag: 'Administration',
  summary: 'How the last 24 hours went: requests, how long they took, errors, runs of tasks',
  description: 'Requests are those that the audit lists; runs count where they began.',
  reply: Dashboard,
});
