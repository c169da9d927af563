import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { OwnSession } from '#contracts/own.api.ts';
import { SIGN_IN_ROLES, type SignInRole } from '#contracts/session.ts';
import type { OwnSessionRow } from './session.store.ts';

/** Seconds that a session token holds. */
export const TOKEN_LIFE = 3_600;
/** Days from the sign-in until somebody has to sign in again. */
export const SESSION_DAYS = 30;

const LONGEST_TOKEN = 4_096;
/** Seconds that the clocks of two nodes may differ by. */
const CLOCK_SKEW = 60;
const SIGNATURE = /^[A-Za-z0-9_-]{43}$/;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

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

/** The one header there is. Any other is refused unread, so that no caller chooses how a token is checked. */
const HEADER = encoded({ alg: 'HS256', typ: 'JWT' });

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

export const sessionKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'kinodex session', 32));

const signatureOf = (signed: string, key: Buffer): string =>
  createHmac('sha256', key).update(signed).digest('base64url');

export const signClaims = ({ exp, iat, sub, role, sid, ver }: Claims, key: Buffer): string => {
  const signed = `${HEADER}.${encoded({ exp, iat, sub, role, sid, ver })}`;
  return `${signed}.${signatureOf(signed, key)}`;
};

const CHECKS: Readonly<Record<keyof Claims, (value: unknown) => boolean>> = {
  exp: Number.isSafeInteger,
  iat: Number.isSafeInteger,
  sub: (value) => typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value),
  role: (value) => SIGN_IN_ROLES.some((role) => role === value),
  sid: (value) => typeof value === 'string' && /^[A-Za-z0-9_-]{16,64}$/.test(value),
  ver: (value) => Number.isSafeInteger(value) && (value as number) > 0,
};

const areClaims = (value: unknown): value is Claims => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length === Object.keys(CHECKS).length &&
    entries.every(([name, claim]) => Object.hasOwn(CHECKS, name) && CHECKS[name as keyof Claims](claim))
  );
};

const parsed = (payload: string): unknown => {
  const bytes = Buffer.from(payload, 'base64url');
  if (bytes.toString('base64url') !== payload) return null;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
};

/** The claims of a token that we made and that still holds, or why it is refused. `now` in seconds since 1970. */
export const readToken = (token: string, key: Buffer, now: number): Claims | 'invalid' | 'expired' => {
  if (token.length > LONGEST_TOKEN) return 'invalid';
  const [header, payload = '', signature = '', ...more] = token.split('.');
  if (header !== HEADER || more.length > 0 || !BASE64URL.test(payload) || !SIGNATURE.test(signature)) return 'invalid';
  const expected = signatureOf(`${HEADER}.${payload}`, key);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return 'invalid';
  const claims = parsed(payload);
  if (!areClaims(claims)) return 'invalid';
  const { exp, iat } = claims;
  if (iat > now + CLOCK_SKEW || exp > iat + TOKEN_LIFE) return 'invalid';
  return exp <= now ? 'expired' : claims;
};
