import { PAGES } from '#contracts/pages.ts';

export type PagePath = keyof typeof PAGES;

const LONGEST = 2_000;

export interface Destination {
  readonly to: PagePath;
  readonly search: Readonly<Record<string, string>>;
}

/** Hash addresses carry plain strings: `?id=3`, not the JSON that the router would write by itself. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export const stringifySearch = (search: Readonly<Record<string, unknown>>): string => {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value));
  const text = params.toString();
  return text && `?${text}`;
};

const isPage = (path: string): path is PagePath => Object.hasOwn(PAGES, path);

/** Whether anybody may see the page at this path. */
export const isOpen = (path: string): boolean => isPage(path) && PAGES[path] === 'everyone';

/** Whether only visitors see the page at this path. */
export const isForGuests = (path: string): boolean => isPage(path) && PAGES[path] === 'guest';

/** Where somebody with this role begins. */
export const homeOf = (role: 'USER' | 'ADMIN'): PagePath => (role === 'ADMIN' ? '/admin/dashboard' : '/token');

/**
 * Where somebody with this role may be sent after signing in; null unless the address is exactly one of our own pages,
 * with or without a query. Nothing is decoded or tidied up first: what needs that is not one of ours.
 */
export const destinationOf = (address: unknown, role: 'USER' | 'ADMIN'): Destination | null => {
  if (typeof address !== 'string' || address.length > LONGEST) return null;
  const [, path = '', query = ''] = /^(\/[a-z/-]*)(?:\?([\w.~*%+=&:,/-]*))?$/i.exec(address) ?? [];
  if (!isPage(path)) return null;
  const who = PAGES[path];
  if (who === 'guest' || (who === 'admin' && role !== 'ADMIN')) return null;
  return { to: path, search: parseSearch(query) };
};

/**
 * Payment providers put their parameters before the hash. Answers the address with everything behind it, or null when
 * there is nothing to mend; what stands behind the hash already wins.
 */
export const normalised = ({
  pathname,
  search,
  hash,
}: {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}): string | null => {
  if (search === '') return null;
  const [path, query = ''] = (hash.replace(/^#/, '') || '/').split('?');
  const params = new URLSearchParams(search);
  for (const [key, value] of new URLSearchParams(query)) params.set(key, value);
  return `${pathname}#${path}?${params}`;
};
