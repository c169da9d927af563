import { type Static, Type } from 'typebox';
import { endpoint, type Reply } from './endpoint.ts';
import { Moment } from './ids.ts';
import { exportOf, tokenCell } from './list-export.ts';
import { maybe } from './maybe.ts';
import { query } from './query.ts';
import { Bit, body, EmailText, IdToken, Sentence, SIGN_IN_ROLES, TokenInBody, TokenText } from './session.ts';
import { Version } from './version.ts';

const common = { tag: 'Administration', access: 'admin' } as const;

export const MAX_REQUESTS = 2_000_000_000;
const MaxRequests = Type.Integer({
  minimum: 0,
  maximum: MAX_REQUESTS,
  description: 'Requests a day; 0: as the plan says.',
});

const UserKey = Type.Object({
  idToken: Type.Integer({ description: 'Of the token that it has now.' }),
  name: Type.String(),
  isFirst: Bit,
  isValid: Bit,
});
export type UserKey = Static<typeof UserKey>;

export const UserRecord = Type.Object(
  {
    token: Type.String({ description: 'The one asked for, else that of the first key; empty: there is none.' }),
    email: Type.String(),
    ip: maybe(Type.String({ description: 'Where the user registered from.' })),
    registrationDate: Moment,
    isValid: Type.Integer({ ...Bit, description: "Of the token's key. While the first key's is 0, all are refused." }),
    maxRequests: MaxRequests,
    role: Type.Enum([...SIGN_IN_ROLES]),
    limit: maybe(
      Type.Integer({ description: "The day's limit that follows from the plan and maxRequests; null: none." }),
    ),
    used: Type.Integer({ description: 'Requests of today (UTC).' }),
    idToken: IdToken,
    keyName: maybe(Type.String({ description: 'What the key is called that the token is of.' })),
    keys: Type.Array(UserKey, { description: 'All keys of the user, the first one first.' }),
    version: Version,
  },
  { $id: 'UserRecord' },
);
export type UserRecord = Static<typeof UserRecord>;

/** Which user: by token, by address, or by both, which then have to belong together. */
const who = { token: Type.Optional(TokenText), email: Type.Optional(EmailText) };

export const user = endpoint({
  ...common,
  name: 'admin_user',
  method: 'GET',
  path: '/api/admin/user',
  summary: 'A user',
  query: query(who),
  reply: UserRecord,
  errors: ['invalid_parameter', 'user_unknown'],
});

export const userSuggest = endpoint({
  ...common,
  name: 'admin_user_suggest',
  method: 'GET',
  path: '/api/admin/user/suggest',
  summary: 'Users whose address contains a text, or whose token it is',
  query: query({ text: Type.String({ minLength: 1, maxLength: 254 }) }),
  reply: Type.Array(Type.Object({ email: Type.String(), token: Type.String() })),
  errors: ['invalid_parameter'],
});

export const userChange = endpoint({
  ...common,
  name: 'admin_user_change',
  method: 'PUT',
  path: '/api/admin/user',
  summary: 'Change the address, the validity of the token or the requests a day',
  description:
    'The token says which user, and `isValid` is about the key that it is of: the first key stands for all. Another address ends the sessions of the user. Other fields of the record may be sent and are ignored.',
  body: body({
    token: TokenInBody,
    email: Type.Optional(EmailText),
    isValid: Type.Optional(Bit),
    maxRequests: Type.Optional(MaxRequests),
    ip: Type.Optional(Type.Unknown()),
    registrationDate: Type.Optional(Type.Unknown()),
    role: Type.Optional(Type.Unknown()),
    limit: Type.Optional(Type.Unknown()),
    used: Type.Optional(Type.Unknown()),
    idToken: Type.Optional(Type.Unknown()),
    keyName: Type.Optional(Type.Unknown()),
    keys: Type.Optional(Type.Unknown()),
    version: Type.Optional(Version),
  }),
  reply: UserRecord,
  errors: ['invalid_body', 'media_type', 'user_unknown', 'email_taken', 'changed_meanwhile', 'anti_forgery'],
});

export const userDelete = endpoint({
  ...common,
  name: 'admin_user_delete',
  method: 'DELETE',
  path: '/api/admin/user',
  summary: 'Delete a user',
  description: 'Sessions and tokens end at once. Payments and audited requests stay.',
  query: query({ email: EmailText }),
  reply: Sentence,
  errors: ['invalid_parameter', 'user_unknown', 'last_admin', 'anti_forgery'],
});

const between = {
  ...who,
  startDate: Type.Optional(Moment),
  endDate: Type.Optional(Moment),
};

export const userRequestsToken = endpoint({
  ...common,
  name: 'admin_user_requests_token',
  method: 'GET',
  path: '/api/admin/user/requests-token',
  summary: "Requests a day of a user's tokens",
  description: 'Days are UTC days, newest first; without dates today. 404 when there are none.',
  query: query(between),
  reply: Type.Array(Type.Object({ dateOfRequest: Type.String({ format: 'date' }), numberOfRequest: Type.Integer() })),
  errors: ['invalid_parameter', 'user_unknown', 'requests_unknown'],
});

export const userRequestsIp = endpoint({
  ...common,
  name: 'admin_user_requests_ip',
  method: 'GET',
  path: '/api/admin/user/requests-ip',
  summary: "Requests a day of a user's tokens, by network address",
  query: query(between),
  reply: Type.Array(
    Type.Object({ dateOfRequest: Type.String({ format: 'date' }), ip: Type.String(), numberOfRequest: Type.Integer() }),
  ),
  errors: ['invalid_parameter', 'user_unknown', 'requests_unknown'],
});

export const userRequestsTokenExport = exportOf(userRequestsToken)({
  file: 'requests-by-day',
  columns: [
    ['DATE', 'dateOfRequest'],
    ['REQUESTS', 'numberOfRequest'],
  ],
});

type AddressRequests = Reply<typeof userRequestsIp>[number];

export const userRequestsIpExport = exportOf<
  typeof userRequestsIp,
  AddressRequests & {
    /** Of all requests of the days, from 0 to 1. */
    readonly share: number;
  }
>(userRequestsIp)({
  file: 'requests-by-ip',
  columns: [
    ['DATE', 'dateOfRequest'],
    ['IP', 'ip'],
    ['REQUESTS', 'numberOfRequest'],
    ['SHARE', 'share'],
  ],
});

export const cacheEvict = endpoint({
  ...common,
  name: 'admin_cache_evict',
  method: 'GET',
  path: '/api/admin/cache/evict/:token',
  summary: 'Forget on every node what is kept of a token',
  params: Type.Object({ token: TokenText }),
  reply: Sentence,
  errors: ['user_unknown'],
});

export const tokenName = endpoint({
  ...common,
  name: 'admin_token',
  method: 'GET',
  path: '/api/admin/token',
  summary: 'The id of a token, and what of it may be seen',
  description: 'Of a token, live or replaced, that is given whole or by its id.',
  query: query({ token: TokenText }),
  reply: Type.Object(
    { idToken: Type.Integer(), visible: Type.String({ description: 'Its kind and its last four characters.' }) },
    { $id: 'TokenName' },
  ),
  errors: ['invalid_parameter', 'token_unknown'],
});

export const clock = endpoint({
  ...common,
  name: 'admin_clock',
  method: 'GET',
  path: '/api/admin/clock',
  summary: "The server's time, and the day that it is there",
  reply: Type.Object({
    now: Moment,
    timeZone: Type.String({ description: 'SERVER_TIME_ZONE.' }),
    today: Type.String({ description: 'yyyyMMdd in SERVER_TIME_ZONE.' }),
  }),
});

export const tokenRegistration = endpoint({
  ...common,
  name: 'admin_token_registration',
  method: 'GET',
  path: '/api/admin/token/registration/:date',
  summary: 'Tokens that were registered on a day, newest first',
  params: Type.Object({
    date: Type.String({
      pattern: '^(\\d{8}|today)$',
      'x-form': 'is a day as yyyyMMdd, or today',
      description: 'yyyyMMdd in SERVER_TIME_ZONE, or `today`.',
      examples: ['20261121'],
    }),
  }),
  reply: Type.Array(
    Type.Object(
      {
        token: Type.String(),
        email: Type.String(),
        ip: maybe(Type.String()),
        registrationDate: Moment,
        isValid: Bit,
        idToken: IdToken,
      },
      { $id: 'TokenRegistration' },
    ),
  ),
  errors: ['invalid_parameter'],
});

export const tokenRegistrationExport = exportOf(tokenRegistration)({
  file: 'tokens',
  columns: [
    ['Token', 'token', ({ token }) => tokenCell(token)],
    ['Email', 'email'],
    ['IP', 'ip'],
    ['Registration date', 'registrationDate'],
    ['Valid', 'isValid'],
    ['Token id', 'idToken'],
  ],
});
