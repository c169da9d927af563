import { type Static, Type } from 'typebox';
import { maybe } from './maybe.ts';
import { query } from './query.ts';

/** What people sign in as. What products grant are plan roles, another thing. */
export const SIGN_IN_ROLES = ['USER', 'ADMIN'] as const;
export type SignInRole = (typeof SIGN_IN_ROLES)[number];

/** The least characters of a password; an operator can ask for more. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 256;
/** Whether a password has fewer characters, as people count them: some take two places of a text. */
export const isShorter = (password: string, min: number): boolean => [...password].length < min;

/** 1 or 0, as flags of records stand on the wire; who sends one may write true or false too. */
export const Bit = Type.Integer({ minimum: 0, maximum: 1, 'x-flag': true });

export const EmailText = Type.String({ minLength: 1, maxLength: 254 });
export const PasswordText = Type.String({ minLength: 1, maxLength: PASSWORD_MAX });
const TOKEN_OR_ID = 'An API token, or the id of one: what rows call `idToken`.';
/** An API token, or what somebody takes for one. */
export const TokenText = Type.String({ minLength: 1, maxLength: 100, description: TOKEN_OR_ID });
/** The same in a body, which may hold the id as rows tell it. */
export const TokenInBody = Type.Union([TokenText, Type.Integer({ minimum: 1 })], {
  'x-form': 'is an API token, or the id of one',
  description: TOKEN_OR_ID,
});
/** What of an API token may be seen: its kind and its last four characters. */
export const visible = (token: string): string => `kdx_••••${token.slice(4).slice(-4)}`;
/** What stands for a token where it would be seen: in addresses. */
export const IdToken = maybe(Type.Integer({ description: 'Stands for the token wherever a call takes one.' }));

/** A body: what is not named here is refused. */
export const body = query;

const Preferences = Type.Object({ darkTheme: Bit, maxRegs: Type.Integer({ minimum: 1, maximum: 200 }) });

export const SignedIn = Type.Object(
  {
    token: Type.String({ description: 'The session token: a JWT that holds for 60 minutes.' }),
    email: Type.String(),
    role: Type.Enum([...SIGN_IN_ROLES]),
    returnUrl: Type.String({ description: 'The page to go to: a route of the site.' }),
    profile: Preferences,
  },
  { $id: 'SignedIn' },
);
export type SignedIn = Static<typeof SignedIn>;

/** The header of an answer that gives the caller's session a new token; the one it was asked with holds no more. */
export const NEW_SESSION_HEADER = 'X-Session-Token';

/** What a call answers that has nothing but a sentence to say. */
export const Sentence = Type.String();
