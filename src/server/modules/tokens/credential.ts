import type { Place } from '#server/platform/http/place.ts';

/** Where a token may stand in a request. */
export interface Carrier {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly url: string;
}

/** Other schemes are left aside: proxies with a password add them. */
const inHeaders = ({ authorization, 'x-api-key': key }: Carrier['headers']): string | undefined => {
  if (typeof authorization === 'string' && /^bearer\b/i.test(authorization))
    return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? 'malformed';
  return typeof key === 'string' ? key : undefined;
};

/**
 * The API token a request carries: `Authorization: Bearer`, `X-API-KEY`, or the parameter of its area. Clients of other
 * services mean the parameter, whatever headers something on the way has added.
 */
export const tokenOf = ({ headers, url }: Carrier, { area, tokenIn }: Pick<Place, 'area' | 'tokenIn'>) =>
  area?.facade ? tokenIn?.of(url) || inHeaders(headers) : (inHeaders(headers) ?? tokenIn?.of(url));
