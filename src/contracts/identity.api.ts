import { type Static, Type } from 'typebox';
import { endpoint, page } from './endpoint.ts';
import { FactorCode } from './factor.api.ts';
import { Moment } from './ids.ts';
import { maybe } from './maybe.ts';
import { Bit, body, PasswordText, Sentence, SignedIn } from './session.ts';

const common = { tag: 'Sessions', access: 'public', path: '/api/auth/provider' } as const;
const own = { tag: 'The signed-in user', access: 'session', path: '/api/user/identities' } as const;
const errors = ['invalid_body', 'media_type', 'anti_forgery'] as const;

/** Where the provider sends browsers back to: it has to be registered there. */
export const providerReturn = page('/sign-in/return');

/** What begins the `state` of a sign-in, and of what links one to an account: the page that it comes back to differs. */
export const STATE_OF = { sign_in: 's.', link: 'l.' } as const;

/** What the browser brings back from the provider. */
const ProviderAnswer = body({
  state: Type.String({ minLength: 1, maxLength: 100 }),
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
  iss: Type.Optional(Type.String({ maxLength: 500 })),
  error: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ProviderAnswer = Static<typeof ProviderAnswer>;

const Onward = Type.Object({ url: Type.String({ format: 'uri', description: 'Where the browser goes on.' }) });
const judged = ['identity_flow', 'identity_denied', 'identity_refused', 'identity_off', 'identity_away'] as const;

export const provider = endpoint({
  ...common,
  name: 'provider',
  method: 'GET',
  summary: 'By whom one can sign in beside a password',
  reply: Type.Object({ name: maybe(Type.String({ description: 'Of the provider; null: there is none.' })) }),
});

export const providerBegin = endpoint({
  ...common,
  name: 'provider_begin',
  method: 'POST',
  summary: 'Begin to sign in at the provider',
  description:
    'OpenID Connect, code flow with PKCE. Sets a cookie: only this browser can finish it, once, within 10 minutes.',
  body: body({
    returnUrl: Type.Optional(
      Type.String({
        maxLength: 2000,
        pattern: '^/(?![/\\\\.])(?!.*(?://|/\\.|%2[efEF]|%5[cC]))[\\w.~%+=&:,/?-]*$',
        'x-form': 'is a page of this site',
        description: 'Where to go afterwards: a route of the site.',
      }),
    ),
  }),
  reply: Onward,
  errors: [...errors, 'identity_off', 'identity_away', 'too_many_tries'],
});

export const providerFinish = endpoint({
  ...common,
  name: 'provider_finish',
  method: 'PUT',
  summary: 'Finish to sign in with what the provider has answered',
  description:
    'Who is not known here yet gets an account where that is allowed and the provider says that the address is confirmed. An account that has the address already is never taken: its owner signs in and links the two. Roles follow the provider where the operator has said so.',
  body: ProviderAnswer,
  reply: Type.Object({
    session: maybe(SignedIn),
    secondFactor: Type.Integer({ ...Bit, description: '1: a code is wanted too, by `provider_code`.' }),
  }),
  errors: [
    ...errors,
    ...judged,
    'identity_unlinked',
    'identity_address',
    'identity_role',
    'account_disabled',
    'sign_up_closed',
    'unavailable',
  ],
});

export const providerCode = endpoint({
  ...common,
  name: 'provider_code',
  method: 'POST',
  path: '/api/auth/provider/code',
  summary: 'Give the code of the second factor to what the provider has answered',
  body: body({ state: ProviderAnswer.properties.state, code: FactorCode }),
  reply: SignedIn,
  errors: [...errors, 'identity_flow', 'second_factor_wrong', 'account_disabled', 'too_many_tries'],
});

const Identity = Type.Object(
  {
    idIdentity: Type.Integer({ minimum: 1 }),
    issuer: Type.String({ description: 'The provider, as it calls itself.' }),
    email: maybe(Type.String({ description: 'As the provider said it last.' })),
    linkedAt: Moment,
    usedAt: maybe(Moment),
    current: Type.Integer({
      ...Bit,
      description: '1: one can sign in with it; 0: of another provider than the one of now.',
    }),
  },
  { $id: 'Identity' },
);
export type Identity = Static<typeof Identity>;

export const identities = endpoint({
  ...own,
  name: 'user_identities',
  method: 'GET',
  summary: 'How one can sign in to the own account',
  reply: Type.Object({
    hasPassword: Bit,
    provider: maybe(Type.String({ description: 'The name of the provider; null: there is none.' })),
    identities: Type.Array(Identity),
  }),
});

const proof = { currentPassword: Type.Optional(PasswordText), code: Type.Optional(FactorCode) };
const proofErrors = ['recent_sign_in_needed', 'sign_in_again', 'code_needed', 'second_factor_wrong'] as const;
const PROOF =
  '`currentPassword`, and `code` where the account has a second factor, are needed when the sign-in is older than 15 minutes.';

export const identityBegin = endpoint({
  ...own,
  name: 'user_identity_begin',
  method: 'POST',
  summary: 'Begin to link a sign-in at the provider to the own account',
  description: PROOF,
  body: body(proof),
  reply: Onward,
  errors: [...errors, ...proofErrors, 'identity_off', 'identity_away', 'identity_linked', 'too_many_tries', 'busy'],
});

export const identityFinish = endpoint({
  ...own,
  name: 'user_identity_finish',
  method: 'PUT',
  summary: 'Link the sign-in that the provider has answered',
  description: 'In the session that has begun it. The account is told by mail.',
  body: ProviderAnswer,
  reply: Sentence,
  errors: [...errors, ...judged, 'identity_linked', 'identity_taken'],
});

export const identityEnd = endpoint({
  ...own,
  name: 'user_identity_end',
  method: 'DELETE',
  path: '/api/user/identities/:idIdentity',
  summary: 'Sign in with the provider no more',
  description: `All other sessions end, and the account is told by mail. ${PROOF}`,
  params: Type.Object({ idIdentity: Type.String({ pattern: '^[1-9]\\d{0,14}$', 'x-form': 'is a whole number' }) }),
  body: body(proof),
  reply: Sentence,
  errors: [
    ...errors,
    ...proofErrors,
    'invalid_parameter',
    'identity_unknown',
    'identity_last',
    'too_many_tries',
    'busy',
  ],
});

export const IDENTITY_ENDPOINTS = [
  provider,
  providerBegin,
  providerFinish,
  providerCode,
  identities,
  identityBegin,
  identityFinish,
  identityEnd,
] as const;
