import type { Area } from '#contracts/areas.ts';

/** How the token stands in the addresses of an area. */
export interface QueryToken {
  /** The token of an address with its query; undefined where there is none. */
  readonly of: (url: string) => string | undefined;
  /** The address without it. */
  readonly without: (url: string) => string;
}

/** Clients of other services write the name in any case. Undefined for areas whose addresses carry no token. */
export const queryTokenOf = ({ tokenParameter, facade }: Area): QueryToken | undefined => {
  if (tokenParameter === undefined) return undefined;
  const flags = facade ? 'i' : '';
  const anywhere = new RegExp(`${tokenParameter}=`, flags);
  const pair = new RegExp(`&${tokenParameter}=([^&]*)`, flags);
  const pairs = new RegExp(pair, `g${flags}`);
  return {
    of: (url) => {
      const at = url.indexOf('?');
      const value = at < 0 ? undefined : pair.exec(`&${url.slice(at + 1)}`)?.[1];
      if (value === undefined || !/[%+]/.test(value)) return value;
      return new URLSearchParams(`value=${value}`).get('value') ?? undefined;
    },
    // Nothing else is touched: two addresses that are read differently must never become one.
    without: (url) => {
      const at = anywhere.test(url) ? url.search(/[?#]/) : -1;
      if (at < 0) return url;
      const query = `&${url.slice(at + 1)}`.replace(pairs, '');
      return query === '' ? url.slice(0, at) : `${url.slice(0, at + 1)}${query.slice(1)}`;
    },
  };
};
