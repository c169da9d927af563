/** Where a token may stand in a request, in the order they are looked at. */
export interface Carrier {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly url: string;
}

/** The API token a request carries: `Authorization: Bearer`, `X-API-KEY`, or `?token=`. */
export const tokenOf = ({ headers, url }: Carrier): string | undefined => {
  const { authorization } = headers;
  if (authorization !== undefined && typeof authorization === 'string') {
    return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? 'malformed';
  }
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key;
  const at = url.indexOf('?');
  if (at < 0 || !url.includes('token=', at)) return undefined;
  return new URLSearchParams(url.slice(at + 1)).get('token') ?? undefined;
};
