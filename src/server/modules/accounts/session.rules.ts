import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { OwnSession } from '#contracts/own.api.ts';
import { SIGN_IN_ROLES, type SignInRole } from '#contracts/session.ts';
import { keyFor } from '#server/kernel/keys.ts';
import type { OwnSessionRow } from './session.store.ts';

/** Seconds that a session token holds. */
export const TOKEN_LIFE = 3_600;
/** Days from the sign-in until somebody has to sign in again. */
export const SESSION_DAYS = 30;

const LONGEST_TOKEN = 4_096;
/** Seconds that the clocks of two nodes may differ by. */
const CLOCK_SKEW = 60;

/** Moments in seconds since 1970. */
export interface Claims {
  readonly exp: number;
  readonly iat: number;
  /** The account's id. */
  readonly sub: string;
  readonly role: SignInRole;
  readonly sid: string;
  /** The account's version when the token was made. */
  readonly ver: number;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The one header there is, with its dot. Any other is refused unread, so that no caller chooses how a token is checked. */
const HEADER = `${encoded({ alg: 'HS256', typ: 'JWT' })}.`;

/** Characters of what a browser calls itself that are kept. */
const AGENT_MAX = 300;

/** What a browser calls itself, as far as it is kept. */
export const agentOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header.trim() !== '' ? header.trim().slice(0, AGENT_MAX) : null;

export const ownSessionView = ({
  number,
  signedInAt,
  seenAt,
  endsAt,
  ip,
  agent,
  current,
}: OwnSessionRow): OwnSession => ({
  idSession: number,
  signedInAt: signedInAt.toISOString(),
  lastSeen: seenAt.toISOString(),
  endsAt: endsAt.toISOString(),
  ip,
  agent,
  current: current ? 1 : 0,
});

export const sessionKey = (secret: string): KeyObject => keyFor(secret, 'kinodex session');

const signatureOf = (signed: string, key: KeyObject): string =>
  createHmac('sha256', key).update(signed).digest('base64url');

export const signClaims = ({ exp, iat, sub, role, sid, ver }: Claims, key: KeyObject): string => {
  const signed = `${HEADER}${encoded({ exp, iat, sub, role, sid, ver })}`;
  return `${signed}.${signatureOf(signed, key)}`;
};

const CLAIMS = Compile(
  Type.Object(
    {
      exp: Type.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
      iat: Type.Integer({ minimum: Number.MIN_SAFE_INTEGER }),
      sub: Type.String({ pattern: /^[1-9]\d{0,14}$/ }),
      role: Type.Enum([...SIGN_IN_ROLES]),
      sid: Type.String({ pattern: /^[A-Za-z0-9_-]{16,64}$/ }),
      ver: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    },
    { additionalProperties: false },
  ),
);

/** Claims hold no sign that base64url writes otherwise than base64, whose own reader takes a third of the time. */
const parsed = (payload: string): unknown => {
  try {
    return JSON.parse(atob(payload));
  } catch {
    return null;
  }
};

/** The claims of a token that we made and that still holds, or why it is refused. `now` in seconds since 1970. */
export const readToken = (token: string, key: KeyObject, now: number): Claims | 'invalid' | 'expired' => {
  if (token.length > LONGEST_TOKEN || !token.startsWith(HEADER)) return 'invalid';
  const end = token.lastIndexOf('.');
  const given = Buffer.from(token.slice(end + 1));
  const expected = Buffer.from(signatureOf(token.slice(0, end), key));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'invalid';
  const claims = parsed(token.slice(HEADER.length, end));
  if (!CLAIMS.Check(claims)) return 'invalid';
  const { exp, iat } = claims;
  if (iat > now + CLOCK_SKEW || exp > iat + TOKEN_LIFE) return 'invalid';
  return exp <= now ? 'expired' : claims;
};
