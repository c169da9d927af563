import type { Access } from './endpoint.ts';

/** A part of the API whose calls come from the same callers. */
export interface Area {
  readonly prefix: `/api/${string}/`;
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
}

/** Every endpoint lies in one of them, and an address without a route is treated as they say. */
export const AREAS: readonly Area[] = [
  { prefix: '/api/v1/', access: 'token', anyOrigin: true },
  { prefix: '/api/public/', access: 'public', limited: true },
  // Bodies of strangers: names, passwords and tokens are short.
  { prefix: '/api/auth/', access: 'public', forPages: true, bodyLimit: 8_192 },
  { prefix: '/api/user/', access: 'session', forPages: true },
  { prefix: '/api/admin/', access: 'admin', forPages: true },
];

export const areaOf = (path: string): Area | undefined => AREAS.find(({ prefix }) => path.startsWith(prefix));

/** Whether an address, with or without its query, belongs to the API, in an area or beside them. */
export const isApi = (address: string): boolean => /^\/api(?:[/?]|$)/.test(address);
