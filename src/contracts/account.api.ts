import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { FactorCode } from './factor.api.ts';
import { Moment } from './ids.ts';
import { exportOf } from './list-export.ts';
import { maybe } from './maybe.ts';
import { body, EmailText, PasswordText, Sentence } from './session.ts';

const common = { tag: 'The signed-in user', access: 'session' } as const;

export const changePassword = endpoint({
  ...common,
  name: 'user_account',
  method: 'POST',
  path: '/api/user/account',
  summary: 'Change the password',
  description:
    "Of the session's own user, whose sessions all end. The one it is asked in goes on with the token in the header `X-Session-Token`; the old one is refused. `currentPassword`, and `code` where the account has a second factor, are needed when the sign-in is older than 15 minutes. The most common passwords and the email are refused.",
  body: body({
    email: EmailText,
    password: PasswordText,
    confirmPassword: PasswordText,
    currentPassword: Type.Optional(PasswordText),
    code: Type.Optional(FactorCode),
  }),
  reply: Sentence,
  renews: true,
  errors: [
    'forbidden',
    'recent_sign_in_needed',
    'sign_in_again',
    'code_needed',
    'second_factor_wrong',
    'too_many_tries',
    'busy',
    'anti_forgery',
  ],
});

export const askToConfirm = endpoint({
  ...common,
  name: 'user_confirm_address',
  method: 'POST',
  path: '/api/user/confirm-address',
  summary: 'Have the link sent again by which the address is confirmed',
  description: 'At most three an hour.',
  reply: Sentence,
  errors: ['mail_off', 'too_many_tries', 'anti_forgery'],
});

/**
 * How an API token stands: VALID, DISABLED by an administrator, LEAVING while its account waits to be deleted,
 * UNCONFIRMED until its user confirms the address, or EXPIRED after the end that its user set.
 */
export const TOKEN_STATUS = ['VALID', 'DISABLED', 'LEAVING', 'UNCONFIRMED', 'EXPIRED'] as const;

export const UserToken = Type.Object(
  {
    token: Type.String(),
    status: Type.Enum([...TOKEN_STATUS]),
    requestsDays: Type.Integer({ description: 'How many days back `requests` goes.' }),
    requests: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), requests: Type.Integer() }), {
      description: 'Requests a day (UTC), newest first; days without any are left out.',
    }),
    limit: maybe(Type.Integer({ description: 'Requests a day; null: no limit.' })),
    used: Type.Integer({ description: 'Of today, by every token of the user.' }),
    remaining: maybe(Type.Integer()),
    lastUsed: maybe(Type.Object({ date: Moment, ip: Type.String() })),
  },
  { $id: 'UserToken' },
);
export type UserToken = Static<typeof UserToken>;

export const userToken = endpoint({
  ...common,
  name: 'user_token',
  method: 'GET',
  path: '/api/user/token',
  summary: 'The API token and its requests',
  reply: UserToken,
});

export const userTokenRequestsExport = exportOf<typeof userToken, UserToken['requests'][number]>(userToken)({
  name: 'user_token_requests_export',
  path: '/api/user/token/requests/export',
  summary: 'Own requests a day',
  file: 'requests',
  columns: [
    ['Date', 'date'],
    ['Requests', 'requests'],
  ],
});

export const invalidateToken = endpoint({
  ...common,
  name: 'user_invalidate_token',
  method: 'POST',
  path: '/api/user/invalidate-token',
  summary: 'Replace the API token by a new one',
  description: "The old token is refused on every node within a second. The day's count stays with the user.",
  reply: Sentence,
  errors: ['token_locked', 'account_leaving', 'anti_forgery'],
});
