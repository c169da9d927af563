import type { Configuration, CustomFetchOptions, UserInfoResponse } from 'openid-client';
import { OutboundError } from '../outbound/outbound.ts';
import { createPeer, type PeerOptions } from '../outbound/peer.ts';

/** Ms that what a provider says of itself is taken for true. */
const KNOWN_MS = 3_600_000;

export interface ProviderOptions extends Omit<PeerOptions, 'baseUrl'> {
  readonly issuer: string;
  readonly clientId: string;
  /** null: a public client, which has none. */
  readonly clientSecret: string | null;
  /** Where the provider sends people back to. */
  readonly redirectUri: string;
  /** Claims that are asked for at the provider's userinfo where its token lacks them. */
  readonly wanted: readonly string[];
  readonly now: () => Date;
}

/** What is kept of a sign-in until its answer comes. */
export interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the browser brings back. */
export interface ProviderAnswer {
  readonly state: string;
  readonly code?: string;
  readonly iss?: string;
  readonly error?: string;
}

export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** `away`: no useful answer. `denied`: it lets nobody in. `refused`: its answer is not the one that was asked for. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: 'away' | 'denied' | 'refused';

  /** `said` is what may be logged: codes and sentences of the library, nothing that was sent. */
  constructor(kind: ProviderError['kind'], said: string, cause: unknown) {
    super(`${kind}: ${said}`, { cause });
    this.kind = kind;
  }
}

const saidOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no error';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
};

const isAway = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof OutboundError || (error as { code?: unknown }).code === 'OAUTH_TIMEOUT' || isAway(error.cause));

const problemOf = (error: unknown): ProviderError => {
  if (isAway(error)) return new ProviderError('away', saidOf(error), error);
  // What stands in `error` was typed by whoever made the address: of it only this one word counts.
  const isDenied = error instanceof Error && error.name === 'AuthorizationResponseError';
  return new ProviderError(isDenied ? 'denied' : 'refused', saidOf(error), error);
};

/** A sign-in provider by OpenID Connect: code flow with PKCE; its library is loaded by the first who asks. */
export const createProvider = (options: ProviderOptions) => {
  const { issuer, clientId, clientSecret, redirectUri, wanted, now, ...door } = options;
  const peer = createPeer({ ...door, baseUrl: issuer });
  const ask = (url: string, { method, headers, body }: CustomFetchOptions): Promise<Response> =>
    peer(url, { method, headers, ...(body !== undefined && body !== null && { body: String(body) }) });
  let known: { readonly configuration: Configuration; readonly at: number } | null = null;
  let flight: Promise<Configuration> | null = null;

  const discover = async (): Promise<Configuration> => {
    const client = await import('openid-client');
    const isPlain = issuer.startsWith('http:');
    const metadata = clientSecret === null ? {} : { client_secret: clientSecret };
    const execute = isPlain ? [client.allowInsecureRequests] : [];
    const found = await client.discovery(new URL(issuer), clientId, metadata, undefined, {
      [client.customFetch]: ask,
      execute,
    });
    const server = found.serverMetadata();
    // What a server that says nothing of it takes, by the standard.
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
    const secret = takesPost ? client.ClientSecretPost() : client.ClientSecretBasic();
    const configuration = new client.Configuration(
      server,
      clientId,
      metadata,
      clientSecret === null ? client.None() : secret,
    );
    configuration[client.customFetch] = ask;
    if (isPlain) client.allowInsecureRequests(configuration);
    // The signature counts too, not only that the token came over TLS.
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  };

  /** What the provider says of itself; of an hour ago at most while it answers. @throws ProviderError `away` */
  const configuration = async (): Promise<Configuration> => {
    if (known && now().getTime() - known.at < KNOWN_MS) return known.configuration;
    flight ??= discover().finally(() => {
      flight = null;
    });
    try {
      known = { configuration: await flight, at: now().getTime() };
    } catch (error) {
      if (!known) throw new ProviderError('away', saidOf(error), error);
    }
    return known.configuration;
  };

  /** Where the browser goes to sign in. @throws ProviderError */
  const begin = async ({ state, nonce, verifier }: Expected): Promise<string> => {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const settings = await configuration();
    const { href, protocol, origin } = buildAuthorizationUrl(settings, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      ...{ state, nonce },
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    // The browser goes there, whatever kind of address it is.
    if (protocol !== 'https:' && origin !== new URL(issuer).origin)
      throw new ProviderError('away', `it leads to an address of ${protocol}`, undefined);
    return href;
  };

  /** Userinfo is asked only where the token is silent. */
  const completed = async (settings: Configuration, claims: Claims, accessToken: string): Promise<Claims> => {
    const lacks = wanted.some((name) => claims[name] === undefined);
    if (!lacks || settings.serverMetadata().userinfo_endpoint === undefined) return claims;
    const { fetchUserInfo } = await import('openid-client');
    const info: UserInfoResponse = await fetchUserInfo(settings, accessToken, claims.sub);
    // What was said of another address is not said of this one.
    const isOther = info.email !== undefined && info.email !== claims.email;
    return { ...claims, ...(isOther && { email_verified: undefined }), ...info, iss: claims.iss, sub: claims.sub };
  };

  /** Who somebody is, by the answer that was waited for. @throws ProviderError */
  const finish = async ({ state, code, iss, error }: ProviderAnswer, expected: Expected): Promise<Claims> => {
    const settings = await configuration();
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries({ state, code, iss, error }))
      if (value !== undefined) url.searchParams.set(name, value);
    try {
      const { authorizationCodeGrant } = await import('openid-client');
      const tokens = await authorizationCodeGrant(settings, url, {
        pkceCodeVerifier: expected.verifier,
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('no claims');
      return await completed(settings, claims, tokens.access_token);
    } catch (cause) {
      throw problemOf(cause);
    }
  };

  return { begin, finish, look: async (): Promise<void> => void (await configuration()) };
};

export type Provider = ReturnType<typeof createProvider>;
