import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ImdbId, Moment } from './ids.ts';
import { maybe } from './maybe.ts';
import { paging, query } from './query.ts';
import { body, Sentence } from './session.ts';

const common = { tag: 'The signed-in user', access: 'session' } as const;

/** Ids that one webhook can watch. */
const MOST_WATCHED = 500;
/** Hours that the secret before signs too. */
export const FORMER_HOURS = 24;
/** Days that a delivery is tried, and that a webhook may fail without a success before it is disabled. */
export const TRIED_DAYS = 3;

export const RECORD_KINDS = ['movie', 'name'] as const;
export const CHANGE_ACTIONS = ['create', 'update', 'delete', 'merge'] as const;
const WEBHOOK_STATUS = ['ACTIVE', 'FAILING', 'DISABLED'] as const;
const DELIVERY_STATES = ['waiting', 'sent', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const settings = {
  url: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'Where to: https at a public address and the usual port, or a host that the operator allows.',
  }),
  ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 12 }), {
      maxItems: MOST_WATCHED,
      description: 'IMDb ids of titles and people that are watched; none: all.',
    }),
  ),
  kinds: Type.Optional(
    Type.Array(Type.Enum([...RECORD_KINDS]), { maxItems: 2, description: 'Titles or people alone; none: both.' }),
  ),
  actions: Type.Optional(
    Type.Array(Type.Enum([...CHANGE_ACTIONS]), { maxItems: 4, description: 'Kinds of change; none: all.' }),
  ),
};

const shown = {
  idWebhook: Type.Integer(),
  url: Type.String(),
  ids: Type.Array(ImdbId),
  kinds: Type.Array(Type.Enum([...RECORD_KINDS])),
  actions: Type.Array(Type.Enum([...CHANGE_ACTIONS])),
  status: Type.Enum([...WEBHOOK_STATUS], { description: 'FAILING: the last three tries or more have failed.' }),
  why: maybe(
    Type.Enum(['gone', 'failing'], {
      description: `Why it is disabled: it has answered 410, or nothing has succeeded for ${TRIED_DAYS} days.`,
    }),
  ),
  disabledAt: maybe(Moment),
  formerUntil: maybe(
    Type.String({ format: 'date-time', description: 'Until then the secrets before the present one sign too.' }),
  ),
  waiting: Type.Integer({ description: 'Deliveries that are still to be made; more follow where it is behind.' }),
  failed: Type.Integer({ description: 'Deliveries that were given up and are kept.' }),
  made: Type.String({ format: 'date-time' }),
};

export const Webhook = Type.Object(shown, { $id: 'Webhook' });
export type Webhook = Static<typeof Webhook>;

export const WebhookSecret = Type.Object(
  { ...shown, secret: Type.String({ description: 'Begins with whsec_. It is told this once.' }) },
  { $id: 'WebhookSecret' },
);
export type WebhookSecret = Static<typeof WebhookSecret>;

export const WebhookDelivery = Type.Object(
  {
    idChange: Type.Integer({ description: 'The change; also the cursor of the feed behind it.' }),
    webhookId: Type.String({ description: 'What the header webhook-id says at each try.' }),
    type: Type.String({ description: 'Such as movie.update.' }),
    imdbId: ImdbId,
    state: Type.Enum([...DELIVERY_STATES]),
    attempts: Type.Integer(),
    code: maybe(Type.Integer({ description: 'The status of the last answer; null: there was none.' })),
    problem: maybe(Type.String({ description: 'Why there was no answer, or why it was no success.' })),
    ms: maybe(Type.Integer({ description: 'Milliseconds that the last try took.' })),
    made: Type.String({ format: 'date-time' }),
    lastTry: maybe(Moment),
    nextTry: maybe(Type.String({ format: 'date-time', description: 'Of one that waits, at the soonest.' })),
  },
  { $id: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookTest = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether the answer was a success: a status from 200 to 299.' }),
    code: maybe(Type.Integer()),
    problem: maybe(Type.String()),
    ms: Type.Integer({ description: 'Milliseconds.' }),
  },
  { $id: 'WebhookTest' },
);
export type WebhookTest = Static<typeof WebhookTest>;

const id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const byId = Type.Object({ id });
const unknown = ['invalid_parameter', 'webhook_unknown'] as const;
const changing = [...unknown, 'anti_forgery'] as const;

export const webhooks = endpoint({
  ...common,
  name: 'user_webhooks',
  method: 'GET',
  path: '/api/user/webhooks',
  summary: 'The own webhooks, the oldest first',
  reply: Type.Array(Webhook),
});

export const webhookMake = endpoint({
  ...common,
  name: 'user_webhook_make',
  method: 'POST',
  path: '/api/user/webhooks',
  summary: 'Have changes sent to an address',
  description:
    'What changes from now on is sent there, signed as Standard Webhooks says. How many a user may have is the operator’s choice, at first 10.',
  body: body(settings),
  reply: WebhookSecret,
  errors: ['invalid_body', 'media_type', 'webhooks_full', 'address_unconfirmed', 'account_leaving', 'anti_forgery'],
});

export const webhookChange = endpoint({
  ...common,
  name: 'user_webhook_change',
  method: 'PUT',
  path: '/api/user/webhooks/:id',
  summary: 'Change the address and the filter of a webhook',
  description: 'What is left out is taken away. What waits is sent to the new address.',
  params: byId,
  body: body(settings),
  reply: Webhook,
  errors: [...changing, 'account_leaving', 'invalid_body', 'media_type'],
});

export const webhookDelete = endpoint({
  ...common,
  name: 'user_webhook_delete',
  method: 'DELETE',
  path: '/api/user/webhooks/:id',
  summary: 'Delete a webhook with what waits and its log',
  params: byId,
  reply: Sentence,
  errors: [...changing],
});

export const webhookRotate = endpoint({
  ...common,
  name: 'user_webhook_rotate',
  method: 'POST',
  path: '/api/user/webhooks/:id/rotate',
  summary: 'Give a webhook a new secret',
  description: `Those before sign too, as further signatures, for ${FORMER_HOURS} hours from now; the last five of them.`,
  params: byId,
  reply: WebhookSecret,
  errors: [...changing, 'account_leaving'],
});

export const webhookEnable = endpoint({
  ...common,
  name: 'user_webhook_enable',
  method: 'POST',
  path: '/api/user/webhooks/:id/enable',
  summary: 'Go on with a webhook that was disabled',
  description: 'It goes on where it stood, as far as the change feed reaches back. What waits is tried at once.',
  params: byId,
  reply: Webhook,
  errors: [...changing, 'account_leaving'],
});

export const webhookTest = endpoint({
  ...common,
  name: 'user_webhook_test',
  method: 'POST',
  path: '/api/user/webhooks/:id/test',
  summary: 'Send a webhook an event of the type webhook.test, and tell how it was answered',
  description: 'At once, once, and beside the log; ten a minute.',
  params: byId,
  reply: WebhookTest,
  errors: [...changing, 'account_leaving', 'too_many_tries'],
});

export const webhookDeliveries = endpoint({
  ...common,
  name: 'user_webhook_deliveries',
  method: 'GET',
  path: '/api/user/webhooks/:id/deliveries',
  summary: 'What was, or is to be, sent to a webhook, the latest change first',
  params: byId,
  query: query({ state: Type.Optional(Type.Enum([...DELIVERY_STATES])), ...paging }),
  reply: Type.Array(WebhookDelivery),
  shape: 'page',
  errors: [...unknown],
});

export const webhookRedeliver = endpoint({
  ...common,
  name: 'user_webhook_redeliver',
  method: 'POST',
  path: '/api/user/webhooks/:id/deliveries/:change/redeliver',
  summary: 'Send a delivery again, or now',
  description: 'It keeps its webhook-id, and waits until earlier ones of its record were sent.',
  params: Type.Object({ id, change: Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }) }),
  reply: Sentence,
  errors: [...changing, 'delivery_unknown', 'webhook_disabled'],
});

export const webhookRedeliverFailed = endpoint({
  ...common,
  name: 'user_webhook_redeliver_failed',
  method: 'POST',
  path: '/api/user/webhooks/:id/redeliver',
  summary: 'Send all deliveries again that were given up',
  params: byId,
  reply: Sentence,
  errors: [...changing, 'webhook_disabled'],
});

export const WEBHOOK_ENDPOINTS = [
  webhooks,
  webhookMake,
  webhookChange,
  webhookDelete,
  webhookRotate,
  webhookEnable,
  webhookTest,
  webhookDeliveries,
  webhookRedeliver,
  webhookRedeliverFailed,
] as const;
