import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { startService } from './fake-service.ts';

type Claims = Readonly<Record<string, unknown>>;
type Algorithm = 'RS256' | 'ES256';

export const CLIENT = { id: 'films', secret: 'a secret nobody sees' } as const;

const keyPair = (alg: Algorithm, kid: string) => {
  const { publicKey, privateKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' } };
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token signed with a key; `none` leaves the signature out. */
const signed = (claims: Claims, alg: Algorithm | 'none', kid: string, key: KeyObject): string => {
  const content = `${encoded({ alg, kid, typ: 'JWT' })}.${encoded(claims)}`;
  if (alg === 'none') return `${content}.`;
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
};

/** What the provider does otherwise than it should. */
interface Lies {
  /** Of the claims of the token. */
  claims?: Claims;
  /** The token instead of the right one. */
  token?: (claims: Claims) => string;
  /** Of what it says of itself. */
  discovery?: Claims;
  /** The code is taken without the secret that belongs to its challenge, and without its own client. */
  careless?: boolean;
}

/** A provider of OpenID Connect on 127.0.0.1 that lets everybody in as `person`; stopped after the test file. */
export const startOidc = async () => {
  const keys = { RS256: keyPair('RS256', 'one'), ES256: keyPair('ES256', 'two') };
  const strange = keyPair('RS256', 'one');
  const codes = new Map<string, { readonly asked: URLSearchParams; readonly person: Claims }>();
  const state: { person: Claims; userinfo: Claims; alg: Algorithm; lies: Lies; instead: RequestListener | null } = {
    person: { sub: 'nobody' },
    userinfo: {},
    alg: 'RS256',
    lies: {},
    instead: null,
  };
  const challenges: string[] = [];

  const json = (response: ServerResponse, status: number, body: object): void =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

  /** What a browser that has been let in is sent back with. */
  const answerTo = (address: string): URLSearchParams => {
    const asked = new URL(address).searchParams;
    challenges.push(asked.get('code_challenge') ?? '');
    const code = randomUUID();
    codes.set(code, { asked, person: state.person });
    return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: service.baseUrl });
  };

  const tokenOf = (asked: URLSearchParams, person: Claims): string => {
    const now = Math.floor(Date.now() / 1_000);
    const times = { iat: now, exp: now + 300 };
    const right = { iss: service.baseUrl, aud: CLIENT.id, nonce: asked.get('nonce'), ...times, ...person };
    const claims = { ...right, ...state.lies.claims };
    const { alg } = state;
    return state.lies.token?.(claims) ?? signed(claims, alg, keys[alg].jwk.kid, keys[alg].privateKey);
  };

  const giveToken = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = new URLSearchParams(await text(request));
    const code = sent.get('code') ?? '';
    const given = codes.get(code);
    codes.delete(code);
    const [id, secret] = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const isClient = id === CLIENT.id && secret === CLIENT.secret;
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    const isHolder = state.lies.careless || challenge === given?.asked.get('code_challenge');
    if (!isClient) return json(response, 401, { error: 'invalid_client' });
    if (!given || !isHolder || sent.get('redirect_uri') !== given.asked.get('redirect_uri'))
      return json(response, 400, { error: 'invalid_grant' });
    const { asked, person } = given;
    json(response, 200, { access_token: person.sub, token_type: 'Bearer', id_token: tokenOf(asked, person) });
  };

  const service = await startService((request, response) => {
    if (state.instead) return state.instead(request, response);
    const { pathname, searchParams } = new URL(request.url ?? '', service.baseUrl);
    const at = (path: string) => `${service.baseUrl}${path}`;
    if (pathname === '/.well-known/openid-configuration')
      return json(response, 200, {
        issuer: service.baseUrl,
        ...{ authorization_endpoint: at('/authorize'), token_endpoint: at('/token'), jwks_uri: at('/jwks') },
        userinfo_endpoint: at('/userinfo'),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'ES256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        ...state.lies.discovery,
      });
    if (pathname === '/jwks') return json(response, 200, { keys: [keys.RS256.jwk, keys.ES256.jwk] });
    if (pathname === '/userinfo') return json(response, 200, { sub: state.person.sub, ...state.userinfo });
    if (pathname === '/token') return void giveToken(request, response);
    if (pathname === '/authorize') {
      const back = `${searchParams.get('redirect_uri')}?${answerTo(at(request.url ?? ''))}`;
      return void response.writeHead(302, { Location: back }).end();
    }
    return void response.writeHead(404).end();
  });
  afterAll(service.close);

  return {
    issuer: service.baseUrl,
    asked: service.asked,
    /** The challenges that browsers have brought. */
    challenges: challenges as readonly string[],
    environment: { OIDC_ISSUER: service.baseUrl, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    answerTo,
    /** A token with a right signature of somebody else's key. */
    forged: (claims: Claims) => signed(claims, 'RS256', 'one', strange.privateKey),
    unsigned: (claims: Claims) => signed(claims, 'none', 'one', strange.privateKey),
    /** Whom the provider lets in from now on. */
    letIn: (person: Claims, userinfo: Claims = {}): void => void Object.assign(state, { person, userinfo }),
    /** How it signs while the work goes on. */
    signing: (alg: Algorithm): void => void Object.assign(state, { alg }),
    /** Lies while the work goes on. */
    lying: async <T>(lies: Lies, work: () => Promise<T>): Promise<T> => {
      state.lies = lies;
      return work().finally(() => {
        state.lies = {};
      });
    },
    /** Does something else while the work goes on. */
    instead: async <T>(listener: RequestListener, work: () => Promise<T>): Promise<T> => {
      state.instead = listener;
      return work().finally(() => {
        state.instead = null;
      });
    },
  };
};

export type OidcFake = Awaited<ReturnType<typeof startOidc>>;
