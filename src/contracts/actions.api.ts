import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Moment } from './ids.ts';
import { exportOf } from './list-export.ts';
import { maybe } from './maybe.ts';
import { paging, query } from './query.ts';

const Told = maybe(Type.Unknown());

export const AdminAction = Type.Object(
  {
    idAction: Type.Integer(),
    date: Moment,
    email: Type.String({ description: 'Who; of a deleted user `deleted-` and the id is left.' }),
    call: Type.String({ description: 'The name of the call.' }),
    what: Type.String({ description: 'The call in words.' }),
    about: maybe(
      Type.String({ description: 'What of: an email, a key, an id; of a deleted user `deleted-` and the id is left.' }),
    ),
    status: maybe(
      Type.Integer({
        description: 'Of the answer; null: the product ended before there was one, or it is still at it.',
      }),
    ),
    sent: Type.Unsafe<unknown>({ ...Told, description: 'What was sent, without secrets.' }),
    before: Type.Unsafe<unknown>({ ...Told, description: 'The record that it was about, where it is one.' }),
    after: Type.Unsafe<unknown>({ ...Told, description: 'The record as it was then.' }),
    ip: Type.String(),
    requestId: Type.String({ description: 'As the audit and the log say it.' }),
  },
  { $id: 'AdminAction' },
);
export type AdminAction = Static<typeof AdminAction>;

export const actions = endpoint({
  tag: 'Administration',
  access: 'admin',
  method: 'GET',
  name: 'admin_actions',
  path: '/api/admin/actions',
  summary: 'What administrators did, newest first',
  description:
    'Every call that changes something, also one that was refused. It is written before it is done; rows are never deleted, but of a deleted user `deleted-` and the id is left in them. Not here: what an administrator sets for the own screens, and notifications that are read.',
  query: query({
    email: Type.Optional(Type.String({ minLength: 1, maxLength: 254, description: 'Part of who, in any case.' })),
    about: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of what of, in any case.' })),
    call: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'The name of a call.' })),
    startDate: Type.Optional(Moment),
    endDate: Type.Optional(Moment),
    ...paging,
  }),
  reply: Type.Array(AdminAction),
  shape: 'page',
  errors: ['invalid_parameter'],
});

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const actionsExport = exportOf(actions)({
  file: 'actions',
  columns: [
    ['DATE', 'date'],
    ['WHO', 'email'],
    ['CALL', 'call'],
    ['ABOUT', 'about'],
    ['STATUS', 'status'],
    ['IP', 'ip'],
    ['SENT', 'sent', ({ sent }) => json(sent)],
    ['BEFORE', 'before', ({ before }) => json(before)],
    ['AFTER', 'after', ({ after }) => json(after)],
    ['#', 'idAction'],
    ['REQUEST ID', 'requestId'],
  ],
});

export const ACTION_ENDPOINTS = [actions, actionsExport] as const;
