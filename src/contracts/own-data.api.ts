import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { FactorCode } from './factor.api.ts';
import { Moment } from './ids.ts';
import { maybe } from './maybe.ts';
import { body, PasswordText, Sentence } from './session.ts';

/** Days in which an account can still be kept that is to be deleted. */
export const DELETION_DAYS = 7;
/** Audited requests that the file of one's own data holds. */
export const OWN_AUDIT_MAX = 10_000;

const common = { tag: 'The signed-in user', access: 'session', path: '/api/user/deletion' } as const;

const OwnDeletion = Type.Object({ deleteAt: maybe(Moment) }, { $id: 'OwnDeletion' });

export const ownDeletion = endpoint({
  ...common,
  name: 'user_deletion',
  method: 'GET',
  summary: 'When the account is deleted; null: it stays',
  reply: OwnDeletion,
});

export const askDeletion = endpoint({
  ...common,
  name: 'user_deletion_ask',
  method: 'POST',
  summary: 'Delete the own account',
  description: `In ${DELETION_DAYS} days. Its sessions end and its API tokens are refused at once; who signs in before can keep it. Payments and audited requests stay then, without the address. The password is needed, and \`code\` where the account has a second factor; without a password, a sign-in within the last 15 minutes.`,
  body: body({ password: Type.Optional(PasswordText), code: Type.Optional(FactorCode) }),
  reply: OwnDeletion,
  errors: [
    'invalid_body',
    'media_type',
    'recent_sign_in_needed',
    'sign_in_again',
    'code_needed',
    'second_factor_wrong',
    'last_admin',
    'too_many_tries',
    'busy',
    'anti_forgery',
  ],
});

export const keepAccount = endpoint({
  ...common,
  name: 'user_deletion_cancel',
  method: 'DELETE',
  summary: 'Keep the own account',
  description: 'Its API tokens work again.',
  reply: Sentence,
  errors: ['anti_forgery'],
});

export const ownData = endpoint({
  tag: 'The signed-in user',
  access: 'session',
  name: 'user_data',
  method: 'GET',
  path: '/api/user/data',
  summary: 'All that is kept of the own account, as a file',
  description: `One JSON file: the account, sessions, addresses that were signed in from, sign-ins of providers, plans, API tokens (of each its last four characters) and what they were answered, requests a day and address, the last ${OWN_AUDIT_MAX.toLocaleString('en')} audited requests, payments, mails, preferences, and what administrators were told. Ten an hour.`,
  reply: Type.Unknown(),
  bare: ['application/json'],
  streamed: true,
  errors: ['too_many_tries'],
});

export const OWN_DATA_ENDPOINTS = [ownDeletion, askDeletion, keepAccount, ownData] as const;
