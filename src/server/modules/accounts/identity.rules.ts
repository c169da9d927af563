import { isEmail } from '#contracts/email.ts';
import type { SignInRole } from '#contracts/session.ts';

type Claims = Readonly<Record<string, unknown>>;

/** What a provider says of somebody. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** Null where it says none that could be an account's. */
  readonly email: string | null;
  /** It says that the address is that person's. */
  readonly isConfirmed: boolean;
}

/** Characters of a subject, by the standard; no provider has longer ones. */
const LONGEST = 255;

/** Null for claims that name nobody. */
export const personOf = ({ iss, sub, email, email_verified: verified }: Claims): Person | null => {
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '' || sub.length > LONGEST) return null;
  // The database takes no NUL, and would keep every half character as the same one.
  if (!sub.isWellFormed() || sub.includes('\0')) return null;
  const isAddress = typeof email === 'string' && isEmail(email);
  // Some write it as text.
  const isConfirmed = isAddress && (verified === true || verified === 'true');
  return { issuer: iss, subject: sub, email: isAddress ? email : null, isConfirmed };
};

/** How the provider gives roles. */
export interface Roles {
  /** The name of the claim; points lead into objects: `realm_access.roles`. */
  readonly claim: string;
  readonly values: ReadonlyMap<string, SignInRole>;
}

const valuesIn = (claims: Claims, path: string): readonly unknown[] => {
  // A name may have points of its own, as addresses do.
  let found: unknown = Object.hasOwn(claims, path) ? claims[path] : undefined;
  if (found === undefined) {
    found = claims;
    for (const step of path.split('.'))
      found =
        typeof found === 'object' && found !== null && Object.hasOwn(found, step) ? (found as Claims)[step] : undefined;
  }
  return Array.isArray(found) ? found : [found];
};

/**
 * The role that the claims give, the highest of several; null: they do not let its bearer in. Where no value stands for
 * USER, everybody else is one.
 */
export const roleOf = (claims: Claims, { claim, values }: Roles): SignInRole | null => {
  const given = valuesIn(claims, claim).flatMap((value) => (typeof value === 'string' ? [values.get(value)] : []));
  if (given.includes('ADMIN')) return 'ADMIN';
  if (given.includes('USER') || ![...values.values()].includes('USER')) return 'USER';
  return null;
};

/** The claims that have to be there. */
export const wantedOf = (roles: Roles | null): readonly string[] => [
  ...['email', 'email_verified'],
  ...(roles === null ? [] : [roles.claim.includes('/') ? roles.claim : (roles.claim.split('.')[0] ?? roles.claim)]),
];

/** How the cookie is called that binds a sign-in to its browser; of https no other host and no plain page can set it. */
export const cookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-kinodex-sign-in' : 'kinodex-sign-in';

const VALUE = /^[A-Za-z0-9_-]{43}$/;

/** Whether it is one of ours by its form. */
export const isBrowserMark = (text: string | undefined): text is string => text !== undefined && VALUE.test(text);

export const cookieOfBrowser = (publicUrl: string, mark: string, seconds: number): string =>
  `${cookieName(publicUrl)}=${mark}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
