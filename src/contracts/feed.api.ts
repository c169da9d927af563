import { Type } from 'typebox';
import { Title } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { REASONS, type Reason } from './errors.ts';
import { ImdbId, Moment } from './ids.ts';
import { maybe } from './maybe.ts';
import { Name } from './people.ts';
import { ANY_LIST, inLanguage, language, query } from './query.ts';
import { SomeOfName, SomeOfTitle } from './some-of.ts';

export const MAX_BATCH = 500;

const BatchItem = Type.Object(
  {
    id: Type.String(),
    code: Type.Integer(),
    data: Type.Union([Title, SomeOfTitle, Name, SomeOfName, Type.Null()]),
    error: maybe(Type.String()),
    reason: Type.Optional(Type.Enum(Object.keys(REASONS) as Reason[])),
    redirectTo: Type.Optional(ImdbId),
  },
  { $id: 'BatchItem', description: 'code 308: the id was merged into redirectTo.' },
);

export const batch = endpoint({
  name: 'batch',
  method: 'POST',
  path: '/api/v1/batch',
  access: 'token',
  tag: 'Many records',
  summary: 'Up to 500 titles, episodes and people in one call',
  description:
    'Answers in the order asked. Each id counts as one request. Parts and fields that only the other kind has are ignored for a record.',
  ...inLanguage,
  query: query(language),
  body: Type.Object(
    {
      ids: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_BATCH }),
      include: Type.Optional(Type.Array(Type.String(), { maxItems: 40 })),
      fields: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 60 })),
    },
    { additionalProperties: false },
  ),
  cost: { each: 'ids' },
  reply: Type.Array(BatchItem),
  errors: ['invalid_body', 'media_type', 'body_too_large'],
  example: { body: { ids: ['tt0068646', 'nm0000199', 'tt9999999'], fields: ['imdbId', 'title', 'name'] } },
});

export const Change = Type.Object(
  {
    kind: Type.Enum(['movie', 'name']),
    imdbId: ImdbId,
    action: Type.Enum(['create', 'update', 'delete', 'merge']),
    date: Moment,
    redirectTo: maybe(ImdbId),
  },
  { $id: 'Change' },
);

const ids = Type.Optional(
  Type.String({
    maxLength: 8000,
    ...ANY_LIST,
    description: `Only these ids, separated by commas, up to ${MAX_BATCH}.`,
  }),
);

export const changes = endpoint({
  name: 'changes',
  method: 'GET',
  path: '/api/v1/changes',
  access: 'token',
  tag: 'Many records',
  summary: 'What was created, changed, deleted or merged, oldest first',
  description:
    'At the end `items` is empty and `next` stays the cursor. A page that is not full leads to the end of the feed, also where `ids` leave all of it out. How many days the feed reaches back is the operator’s choice, at first 90.',
  query: query({
    since: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'A moment (ISO 8601), or `next` of the answer before; the beginning when not said.',
      }),
    ),
    ids,
    regs: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: '200 when not said.' })),
  }),
  reply: Type.Object({ items: Type.Array(Change), next: Type.String() }),
  errors: ['malformed_id', 'invalid_parameter', 'cursor_expired'],
  example: { query: { ids: 'tt0068646' } },
});

export const changesStream = endpoint({
  name: 'changes_stream',
  method: 'GET',
  path: '/api/v1/changes/stream',
  access: 'token',
  tag: 'Many records',
  summary: 'The same as it happens, as server-sent events',
  description:
    'Each event has a change as its `data` and the cursor behind it as its `id`. Clients that lose the connection send the last id again in the header `Last-Event-ID`, which counts more than `since`, and go on there: no change is missed or told twice. Without either the stream begins with what changes from now on. Every 15 seconds at the latest something is sent, if only an id without an event. The connection counts as one request, however long it lasts; how many a token may have open is the operator’s choice, at first 10. Who does not read for 30 seconds, or has lost the token, is disconnected.',
  query: query({
    since: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'A moment (ISO 8601), or a cursor of this stream or of `v1/changes`; now when not said.',
      }),
    ),
    ids,
  }),
  reply: Change,
  bare: ['text/event-stream'],
  streamed: true,
  endless: true,
  errors: ['malformed_id', 'invalid_parameter', 'cursor_expired', 'too_many_streams', 'stopping'],
});
