import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { sessionKey } from './session.rules.ts';

/** A session token that must be refused, whatever it asks for. */
export interface Forgery {
  readonly name: string;
  readonly token: string;
}

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

const mac = (text: string, key: KeyObject | string, algorithm = 'sha256'): string =>
  createHmac(algorithm, key).update(text).digest('base64url');

const replaceLast = (text: string, by: (last: string) => string): string => text.slice(0, -1) + by(text.slice(-1));

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Headers that ask for another way of checking, each rightly signed with our own key. */
const headers = (payload: string, key: KeyObject): Forgery[] => {
  const asked: Readonly<Record<string, unknown>> = {
    'alg missing': { typ: 'JWT' },
    'alg in small letters': { alg: 'hs256', typ: 'JWT' },
    'typ missing': { alg: 'HS256' },
    'keys in another order': { typ: 'JWT', alg: 'HS256' },
    'kid as a path': { alg: 'HS256', typ: 'JWT', kid: '../../../../dev/null' },
    'kid as SQL': { alg: 'HS256', typ: 'JWT', kid: "' union select 'key" },
    jwk: { alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AAAA' } },
    jku: { alg: 'HS256', typ: 'JWT', jku: 'https://attacker.example/keys.json' },
    x5u: { alg: 'HS256', typ: 'JWT', x5u: 'https://attacker.example/cert.pem' },
    crit: { alg: 'HS256', typ: 'JWT', crit: ['b64'], b64: false },
    'no object': 'HS256',
  };
  return Object.entries(asked).map(([name, header]) => {
    const signed = `${encode(header)}.${payload}`;
    return { name: `header: ${name}`, token: `${signed}.${mac(signed, key)}` };
  });
};

/** Headers that name another algorithm, signed by it. */
const algorithms = (payload: string, key: KeyObject): Forgery[] => {
  const headed = (alg: string): string => `${encode({ alg, typ: 'JWT' })}.${payload}`;
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const rsa = sign('sha256', Buffer.from(headed('RS256')), pair.privateKey).toString('base64url');
  return [
    { name: 'alg none without a signature', token: `${headed('none')}.` },
    { name: 'alg None without a signature', token: `${headed('None')}.` },
    { name: 'alg nOnE with a signature', token: `${headed('nOnE')}.${mac(headed('nOnE'), key)}` },
    { name: 'alg HS384', token: `${headed('HS384')}.${mac(headed('HS384'), key, 'sha384')}` },
    { name: 'alg HS512', token: `${headed('HS512')}.${mac(headed('HS512'), key, 'sha512')}` },
    { name: 'alg RS256', token: `${headed('RS256')}.${rsa}` },
    { name: 'alg HS256 under a public key', token: `${headed('HS256')}.${mac(headed('HS256'), publicPem)}` },
  ];
};

/** Claims that we never make, each rightly signed with our own key. */
const claims = (header: string, payload: string, key: KeyObject): Forgery[] => {
  const right = decode(payload);
  const { sid: _sid, ...withoutSid } = right;
  const at = Number(right.iat);
  const made: Readonly<Record<string, unknown>> = {
    'sid missing': withoutSid,
    'one more': { ...right, admin: true },
    'nbf beside them': { ...right, nbf: at },
    'sub a number': { ...right, sub: 1 },
    'sub with SQL': { ...right, sub: '1 or 1=1' },
    'sub a list': { ...right, sub: [right.sub] },
    'role unknown': { ...right, role: 'ROOT' },
    'role a list': { ...right, role: [right.role] },
    'ver text': { ...right, ver: '1' },
    'ver null': { ...right, ver: null },
    'sid an object': { ...right, sid: {} },
    'exp text': { ...right, exp: String(right.exp) },
    'exp a fraction': { ...right, exp: Number(right.exp) + 0.5 },
    'exp beyond any number': JSON.stringify(right).replace(/"exp":\d+/, '"exp":1e999'),
    'a life of a year': { ...right, exp: at + 31_536_000 },
    expired: { ...right, iat: at - 7_200, exp: at - 3_600 },
    'made in the future': { ...right, iat: at + 3_600, exp: at + 7_200 },
    'a list': [right],
    null: null,
    'no JSON': '{"exp":',
  };
  return Object.entries(made).map(([name, value]) => {
    const signed = `${header}.${encode(value)}`;
    return { name: `claims: ${name}`, token: `${signed}.${mac(signed, key)}` };
  });
};

/** Tokens that differ from a right one in their text. */
const texts = (valid: string, secret: string): Forgery[] => {
  const [header = '', payload = '', signature = ''] = valid.split('.');
  const signed = `${header}.${payload}`;
  const promoted = `${header}.${encode({ ...decode(payload), role: 'ADMIN', sub: '1', ver: 1 })}`;
  const flipped = replaceLast(signature, (last) => BASE64URL[BASE64URL.indexOf(last) ^ 1] ?? 'A');
  const wide = signature.replace(/[A-Za-z]/, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x100));
  return [
    { name: 'signature empty', token: `${signed}.` },
    { name: 'signature stripped', token: signed },
    { name: 'signature of another secret', token: `${signed}.${mac(signed, sessionKey(`${secret}!`))}` },
    { name: 'signature under the secret itself', token: `${signed}.${mac(signed, secret)}` },
    { name: 'signature under an empty key', token: `${signed}.${mac(signed, '')}` },
    { name: 'signature with spare bits set', token: `${signed}.${flipped}` },
    { name: 'signature padded', token: `${valid}=` },
    { name: 'signature cut', token: valid.slice(0, -1) },
    { name: 'signature longer', token: `${valid}A` },
    { name: 'signature in hex', token: `${signed}.${Buffer.from(signature, 'base64url').toString('hex')}` },
    { name: 'signature in wide letters', token: `${signed}.${wide}` },
    { name: 'claims changed under the old signature', token: `${promoted}.${signature}` },
    { name: 'claims padded', token: `${signed}=.${signature}` },
    { name: 'parts doubled', token: `${valid}.${valid}` },
    { name: 'signature twice', token: `${valid}.${signature}` },
    { name: 'parts in another order', token: `${payload}.${header}.${signature}` },
    { name: 'encrypted form', token: `${header}.${payload}.${signature}.AAAA.AAAA` },
    { name: 'nothing but dots', token: '..' },
    { name: 'an API token', token: 'kdx_00000000000000000000000000000000000000' },
    { name: 'huge', token: `${header}.${'A'.repeat(8_000)}.${signature}` },
    { name: 'letters of another script', token: `${header}.${payload}.ａｂｃ` },
  ];
};

/** Everything that may be tried in the place of `valid`, a token that holds now, made under `secret`. */
export const forgeries = (valid: string, secret: string): readonly Forgery[] => {
  const key = sessionKey(secret);
  const [header = '', payload = ''] = valid.split('.');
  return [
    ...algorithms(payload, key),
    ...headers(payload, key),
    ...claims(header, payload, key),
    ...texts(valid, secret),
  ];
};
