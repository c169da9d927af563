import { SIGN_IN_ROLES, type SignInRole } from '#contracts/session.ts';
import { isLoopback } from '#server/kernel/loopback.ts';
import type { Reader } from './source-settings.ts';

/** How people sign in by a provider that speaks OpenID Connect. */
export interface OidcSettings {
  /** As the provider writes it, with or without a slash at the end. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** What people call it. */
  readonly name: string;
  /** Which roles it gives; null: it has no say in them. */
  readonly roles: { readonly claim: string; readonly values: ReadonlyMap<string, SignInRole> } | null;
  /** Whom nobody knows here yet gets an account. */
  readonly signUp: 'open' | 'closed';
}

const LONGEST_NAME = 40;

const isRole = (text: string): text is SignInRole => SIGN_IN_ROLES.some((role) => role === text);

/** `staff=USER, films-admins=ADMIN`; null where it is something else. */
const valuesOf = (text: string): ReadonlyMap<string, SignInRole> | null => {
  const values = new Map<string, SignInRole>();
  for (const pair of text.split(',')) {
    const at = pair.lastIndexOf('=');
    const [value, role] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at < 0 || value === '' || !isRole(role)) return null;
    values.set(value, role);
  }
  return values;
};

const [ISSUER, CLIENT_ID, CLIENT_SECRET] = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const [NAME, CLAIM, ROLES, DOOR] = ['OIDC_NAME', 'OIDC_ROLE_CLAIM', 'OIDC_ROLES', 'OIDC_SIGNUP'] as const;
const ALL = [ISSUER, CLIENT_ID, CLIENT_SECRET, NAME, CLAIM, ROLES, DOOR];
type Said = Readonly<Record<string, string | undefined>>;

const wrongIssuer = (issuer: string): readonly string[] => {
  const { protocol, hostname, search, hash, username, password } = new URL(issuer);
  return [
    ...(protocol === 'https:' || isLoopback(hostname)
      ? []
      : [`${ISSUER} must begin with https://: who listens on the way could sign in as anybody`]),
    ...(`${search}${hash}${username}${password}` === ''
      ? []
      : [`${ISSUER} must be an address without user, question mark and #`]),
  ];
};

/** Which roles the provider gives. */
const rolesOf = (said: Said, problems: string[]): OidcSettings['roles'] => {
  const [claim, text] = [said[CLAIM], said[ROLES]];
  if ((claim === undefined) !== (text === undefined))
    problems.push(`${CLAIM} and ${ROLES} must be set both or not at all`);
  if (claim === undefined || text === undefined) return null;
  const values = valuesOf(text);
  if (values !== null) return { claim, values };
  const example = 'such as staff=USER, film-admins=ADMIN';
  problems.push(`${ROLES} must be values and roles (${SIGN_IN_ROLES.join(' or ')}), ${example}, not '${text}'`);
  return null;
};

/** The settings of the provider; null: there is none. `signUp` is what SIGNUP says. */
export const readOidcSettings = (
  { text, url, problems }: Reader,
  { signUp }: Pick<OidcSettings, 'signUp'>,
): OidcSettings | null => {
  const said: Said = Object.fromEntries(ALL.map((key) => [key, text(key)]));
  const issuer = said[ISSUER];
  if (issuer === undefined) {
    const other = ALL.find((key) => said[key] !== undefined);
    if (other !== undefined) problems.push(`${ISSUER} must be set, since ${other} is`);
    return null;
  }
  const clientId = said[CLIENT_ID];
  if (clientId === undefined) problems.push(`${CLIENT_ID} must be set, since ${ISSUER} is`);
  const roles = rolesOf(said, problems);
  const door = said[DOOR] ?? signUp;
  if (door !== 'open' && door !== 'closed') problems.push(`${DOOR} must be 'open' or 'closed', not '${door}'`);
  if (url(ISSUER) === undefined) return null;
  problems.push(...wrongIssuer(issuer));
  const name = said[NAME] ?? new URL(issuer).hostname;
  if (name.length > LONGEST_NAME) problems.push(`${NAME} must have at most ${LONGEST_NAME} characters`);
  return {
    ...{ issuer, clientId: clientId ?? '', clientSecret: said[CLIENT_SECRET] ?? null, name, roles },
    signUp: door === 'open' ? 'open' : 'closed',
  };
};
