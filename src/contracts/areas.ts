import type { Access } from './endpoint.ts';

/** Services whose clients are served in the forms of those services. */
export type FacadeName = 'omdb' | 'tmdb';

/** A part of the API whose calls come from the same callers. */
export interface Area {
  readonly prefix: `/${string}/`;
  /** Who may know that an address below it is not there. */
  readonly access: Access;
  /** Pages of ours call it: a change carries the anti-forgery value, and nothing keeps an answer. */
  readonly forPages?: true;
  /** Pages of any site may call it. */
  readonly anyOrigin?: true;
  /** How often everybody may call it is limited by network address. */
  readonly limited?: true;
  /** The largest body, in bytes, where it is less than elsewhere. */
  readonly bodyLimit?: number;
  /** The parameter of the query that may carry the API token. */
  readonly tokenParameter?: string;
  /** Whose clients call it: failures have that service's form, and the operator can switch it off. */
  readonly facade?: FacadeName;
}

/** Every endpoint lies in one of them, and an address without a route is treated as they say. */
export const AREAS: readonly Area[] = [
  { prefix: '/api/v1/', access: 'token', anyOrigin: true, tokenParameter: 'token' },
  { prefix: '/api/public/', access: 'public', limited: true },
  // Bodies of strangers: names, passwords and tokens are short.
  { prefix: '/api/auth/', access: 'public', forPages: true, bodyLimit: 8_192 },
  { prefix: '/api/user/', access: 'session', forPages: true },
  { prefix: '/api/admin/', access: 'admin', forPages: true },
  { prefix: '/omdb/', access: 'token', anyOrigin: true, tokenParameter: 'apikey', facade: 'omdb' },
  // Pictures: whoever has an address may look at one.
  { prefix: '/tmdb/t/', access: 'public', anyOrigin: true, facade: 'tmdb' },
  { prefix: '/tmdb/', access: 'token', anyOrigin: true, tokenParameter: 'api_key', facade: 'tmdb' },
];

/** Whether an address, with or without its query, lies below a prefix; that of a façade is also written without its end. */
const liesIn = (address: string, { prefix, facade }: Area): boolean =>
  address.startsWith(prefix) || (facade !== undefined && address.replace(/[?#].*$/s, '') === prefix.slice(0, -1));

export const areaOf = (address: string): Area | undefined => AREAS.find((area) => liesIn(address, area));

/** Whether an address, with or without its query, belongs to the API, in an area or beside them. */
export const isApi = (address: string): boolean => /^\/api(?:[/?]|$)/.test(address) || areaOf(address) !== undefined;
