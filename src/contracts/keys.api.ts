import { type Static, Type } from 'typebox';
import { TOKEN_STATUS } from './account.api.ts';
import { endpoint } from './endpoint.ts';
import { Moment } from './ids.ts';
import { maybe } from './maybe.ts';
import { body, Sentence } from './session.ts';

const common = { tag: 'The signed-in user', access: 'session' } as const;

/** Keys of a user, the first included. */
export const MOST_KEYS = 10;
/** Older tokens of a key that serve beside its own. */
export const MOST_FORMER = 5;
const MOST_ADDRESSES = 50;
export const LONGEST_KEY_NAME = 60;

/** How long the old token serves on after a key was rotated, in ms. */
export const OVERLAPS = { now: 0, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;
export type Overlap = keyof typeof OVERLAPS;

export const Key = Type.Object(
  {
    idKey: Type.Integer(),
    name: Type.String(),
    first: Type.Boolean({ description: 'It is the API token that a user always has; it cannot be revoked.' }),
    token: Type.String(),
    status: Type.Enum([...TOKEN_STATUS]),
    dailyLimit: maybe(Type.Integer({ description: 'Requests a UTC day; null: the limit of the user alone holds.' })),
    used: maybe(Type.Integer({ description: 'Of today, where the key has a limit.' })),
    addresses: Type.Array(Type.String(), { description: 'Where calls may come from; none: anywhere.' }),
    expiresAt: maybe(Moment),
    made: Type.String({ format: 'date-time', description: 'When its token was made: ISO 8601, UTC.' }),
    lastUsed: maybe(Type.Object({ date: Moment, ip: Type.String() })),
    former: Type.Array(Type.Object({ visible: Type.String(), until: Moment }), {
      description: 'Older tokens of the key that still serve, and until when.',
    }),
  },
  { $id: 'Key' },
);
export type Key = Static<typeof Key>;

const settings = {
  name: Type.String({
    minLength: 1,
    maxLength: LONGEST_KEY_NAME,
    pattern: '^[^\\s\\p{C}](?:[^\\p{C}]*[^\\s\\p{C}])?$',
    'x-form': `is one line of up to ${LONGEST_KEY_NAME} characters that neither begins nor ends with a space`,
  }),
  dailyLimit: Type.Optional(
    maybe(
      Type.Integer({
        minimum: 1,
        maximum: 2_000_000_000,
        description: 'Requests a UTC day within the limit of the user. Null: that alone holds.',
      }),
    ),
  ),
  addresses: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      maxItems: MOST_ADDRESSES,
      description: 'Addresses, and networks such as 192.0.2.0/24 or 2001:db8::/32; none: anywhere.',
    }),
  ),
  expiresAt: Type.Optional(
    maybe(Type.String({ format: 'date-time', description: 'From this moment on calls get 401. Null: it has no end.' })),
  ),
};
const byId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

export const keys = endpoint({
  ...common,
  name: 'user_keys',
  method: 'GET',
  path: '/api/user/keys',
  summary: 'The own keys, the first one first',
  description: 'A user without a token gets one.',
  reply: Type.Array(Key),
});

export const keyMake = endpoint({
  ...common,
  name: 'user_key_make',
  method: 'POST',
  path: '/api/user/keys',
  summary: 'Make another key',
  description: `A user has at most ${MOST_KEYS}. All of them pay from the user's one quota.`,
  body: body(settings),
  reply: Key,
  errors: [
    'invalid_body',
    'media_type',
    'keys_full',
    'key_name_taken',
    'token_locked',
    'account_leaving',
    'anti_forgery',
  ],
});

export const keyChange = endpoint({
  ...common,
  name: 'user_key_change',
  method: 'PUT',
  path: '/api/user/keys/:id',
  summary: 'Change the name and the bounds of a key',
  description: 'What is left out is taken away. It holds for every token of the key, on every node within a second.',
  params: byId,
  body: body(settings),
  reply: Key,
  errors: ['invalid_parameter', 'invalid_body', 'media_type', 'key_unknown', 'key_name_taken', 'anti_forgery'],
});

export const keyRotate = endpoint({
  ...common,
  name: 'user_key_rotate',
  method: 'POST',
  path: '/api/user/keys/:id/rotate',
  summary: 'Give a key a new token',
  description: `Its old token serves on for as long as \`overlap\` says and is refused from that moment on. No older token of the key serves longer than that, and of all only the ${MOST_FORMER} latest.`,
  params: byId,
  body: body({ overlap: Type.Enum(Object.keys(OVERLAPS) as Overlap[]) }),
  reply: Key,
  errors: [
    'invalid_parameter',
    'invalid_body',
    'media_type',
    'key_unknown',
    'key_expired',
    'token_locked',
    'account_leaving',
    'anti_forgery',
  ],
});

export const keyRevoke = endpoint({
  ...common,
  name: 'user_key_revoke',
  method: 'DELETE',
  path: '/api/user/keys/:id',
  summary: 'Revoke a key',
  description: 'Every token of it is refused, on every node within a second. What it has used stays with the user.',
  params: byId,
  reply: Sentence,
  errors: ['invalid_parameter', 'key_unknown', 'key_first', 'token_locked', 'anti_forgery'],
});

/** Days of which the usage of a key is shown. */
export const KEY_USAGE_DAYS = 30;

const figures = {
  requests: Type.Integer({ description: 'Answers, also those that cost nothing.' }),
  failed: Type.Integer({ description: 'Those with a status from 400 on.' }),
  ms: Type.Number({ description: 'Milliseconds until an answer was ready, on average.' }),
  slowestMs: Type.Number(),
};

export const KeyUsage = Type.Object(
  {
    days: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), ...figures }), {
      description: 'UTC days, newest first; days without any are left out.',
    }),
    calls: Type.Array(
      Type.Object({
        call: maybe(Type.String({ description: 'Its path; null: an address that is no call.' })),
        ...figures,
      }),
      { description: 'By call, the most frequent first.' },
    ),
    statuses: Type.Array(Type.Object({ code: Type.Integer(), requests: Type.Integer() })),
  },
  { $id: 'KeyUsage' },
);
export type KeyUsage = Static<typeof KeyUsage>;

export const keyUsage = endpoint({
  ...common,
  name: 'user_key_usage',
  method: 'GET',
  path: '/api/user/keys/:id/usage',
  summary: `What a key was used for, of the last ${KEY_USAGE_DAYS} days`,
  description: 'By every token that it has had. Figures are some seconds old at most.',
  params: byId,
  reply: KeyUsage,
  errors: ['invalid_parameter', 'key_unknown'],
});

export const KEY_ENDPOINTS = [keys, keyUsage, keyMake, keyChange, keyRotate, keyRevoke] as const;
