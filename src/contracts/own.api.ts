import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { FactorCode } from './factor.api.ts';
import { Moment } from './ids.ts';
import { HandedLink, LinkText } from './link.api.ts';
import { maybe } from './maybe.ts';
import { Bit, body, EmailText, PasswordText, Sentence } from './session.ts';

const common = { tag: 'The signed-in user', access: 'session' } as const;

export const OwnSession = Type.Object(
  {
    idSession: Type.Integer({ minimum: 1 }),
    signedInAt: Moment,
    lastSeen: Type.String({ format: 'date-time', description: 'When its token was made or renewed last.' }),
    endsAt: Moment,
    ip: maybe(Type.String({ description: 'Where the sign-in came from.' })),
    agent: maybe(Type.String({ description: 'What the browser called itself then.' })),
    current: Bit,
  },
  { $id: 'OwnSession' },
);
export type OwnSession = Static<typeof OwnSession>;

export const ownSessions = endpoint({
  ...common,
  name: 'user_sessions',
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Where one is signed in',
  description: 'The one that asks comes first, then the latest ones; at most 100.',
  reply: Type.Array(OwnSession, { maxItems: 100 }),
});

export const ownSessionEnd = endpoint({
  ...common,
  name: 'user_session_end',
  method: 'DELETE',
  path: '/api/user/sessions/:idSession',
  summary: 'End one of the own sessions',
  description: 'On every node within a second.',
  params: Type.Object({ idSession: Type.String({ pattern: '^[1-9]\\d{0,14}$', 'x-form': 'is a whole number' }) }),
  reply: Sentence,
  errors: ['invalid_parameter', 'session_unknown', 'anti_forgery'],
});

export const ownSessionsEnd = endpoint({
  ...common,
  name: 'user_sessions_end',
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'End all other own sessions',
  reply: Sentence,
  errors: ['anti_forgery'],
});

export const askEmail = endpoint({
  ...common,
  name: 'user_email',
  method: 'POST',
  path: '/api/user/email',
  summary: 'Have a link mailed by which the account gets another address',
  description:
    'To the new address, for a day; the old one is told. Nothing changes until the link is used. `currentPassword`, and `code` where the account has a second factor, are needed when the sign-in is older than 15 minutes.',
  body: body({ email: EmailText, currentPassword: Type.Optional(PasswordText), code: Type.Optional(FactorCode) }),
  reply: Sentence,
  errors: [
    'invalid_body',
    'media_type',
    'mail_off',
    'email_taken',
    'recent_sign_in_needed',
    'sign_in_again',
    'code_needed',
    'second_factor_wrong',
    'too_many_tries',
    'busy',
    'anti_forgery',
  ],
});

export const changeEmail = endpoint({
  tag: 'Sessions',
  access: 'public',
  name: 'change_email',
  method: 'POST',
  path: '/api/auth/change-email',
  summary: 'Give an account the address that a link is for',
  description: 'Every session of the account ends, and the former address is told.',
  body: body({ email: EmailText, link: LinkText }),
  reply: Type.Object({ email: Type.String(), former: Type.String() }),
  errors: ['invalid_body', 'media_type', 'link_invalid', 'email_taken', 'anti_forgery', 'too_many_tries'],
});

export const userEmailLink = endpoint({
  tag: 'Administration',
  access: 'admin',
  name: 'admin_user_email_link',
  method: 'POST',
  path: '/api/admin/user/email-link',
  summary: 'A link by which a user takes on another address, to be handed over',
  description: 'For one use within a day. The address of now goes on until it is used.',
  body: body({ email: EmailText, newEmail: EmailText }),
  reply: HandedLink,
  errors: ['invalid_body', 'media_type', 'user_unknown', 'email_taken', 'anti_forgery'],
});

export const OWN_ENDPOINTS = [
  ownSessions,
  ownSessionEnd,
  ownSessionsEnd,
  askEmail,
  changeEmail,
  userEmailLink,
] as const;
