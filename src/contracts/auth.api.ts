import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { FactorCode } from './factor.api.ts';
import { body, EmailText, PasswordText, Sentence, SignedIn } from './session.ts';

const common = { tag: 'Sessions', method: 'POST' } as const;

export const signIn = endpoint({
  ...common,
  name: 'sign_in',
  path: '/api/auth/signin',
  access: 'public',
  summary: 'Sign in',
  description:
    'An unknown address and a wrong password are answered alike and take alike. After 10 failures of an account or 50 of a network address in 15 minutes further tries are refused; from a network that the account has signed in from, one in 30 seconds is still looked at. Where the password is right and the account has a second factor, a sign-in without `code` is 401 `second_factor_needed`.',
  body: body({ email: EmailText, password: PasswordText, code: Type.Optional(FactorCode) }),
  reply: SignedIn,
  errors: [
    'invalid_body',
    'media_type',
    'sign_in_failed',
    'second_factor_needed',
    'second_factor_wrong',
    'account_disabled',
    'anti_forgery',
    'too_many_tries',
    'busy',
  ],
});

/** What an operator's link holds beside the email. */
const Invitation = Type.String({ minLength: 1, maxLength: 100 });

export const signUp = endpoint({
  ...common,
  name: 'sign_up',
  path: '/api/auth/signup',
  access: 'public',
  summary: 'Register',
  description:
    "The new user has the role USER, the plan FREE, a session and an API token. With the `invitation` of an operator's link, an account that was made on the command line gets its first password and keeps its token. The most common passwords and the email are refused.",
  body: body({
    email: EmailText,
    password: PasswordText,
    confirmPassword: PasswordText,
    invitation: Type.Optional(Invitation),
  }),
  reply: SignedIn,
  errors: [
    'invalid_body',
    'media_type',
    'email_taken',
    'invitation_invalid',
    'account_disabled',
    'sign_up_closed',
    'anti_forgery',
    'too_many_tries',
    'busy',
  ],
});

export const invitation = endpoint({
  ...common,
  name: 'invitation',
  path: '/api/auth/invitation',
  access: 'public',
  summary: "Whether an operator's link can still be used",
  description: 'Uses nothing up. One that cannot be used counts as a registration of the network address.',
  body: body({ email: EmailText, invitation: Invitation }),
  reply: Sentence,
  errors: ['invalid_body', 'media_type', 'invitation_invalid', 'anti_forgery', 'too_many_tries'],
});

export const refresh = endpoint({
  ...common,
  name: 'refresh',
  path: '/api/auth/refresh',
  access: 'public',
  summary: 'A new session token for one that still holds',
  description: 'For 30 days from the sign-in; after that somebody has to sign in again.',
  body: body({ token: Type.String({ minLength: 1, maxLength: 4096 }) }),
  reply: Type.Object({ token: Type.String() }),
  errors: ['invalid_body', 'media_type', 'session_invalid', 'session_expired', 'anti_forgery'],
});

export const signOut = endpoint({
  ...common,
  name: 'sign_out',
  path: '/api/auth/signout',
  access: 'session',
  summary: 'End this session on every node',
  reply: Sentence,
  errors: ['anti_forgery'],
});
