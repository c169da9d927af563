import { pageOf } from '#web/lib/paging.ts';

/** What the address of the page says. */
export interface ManagerSearch {
  readonly token?: string;
  readonly ip?: string;
  /** The page of the list of tokens, from 1. */
  readonly page?: number;
  /** The page of the relation, from 1. */
  readonly pairs?: number;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Reads the address; what makes no sense there is left out. */
export const parseManagerSearch = (search: Readonly<Record<string, unknown>>): ManagerSearch => {
  const [token, ip] = [text(search.token), text(search.ip)];
  const [tokens, pairs] = [pageOf(search.page), pageOf(search.pairs)];
  return {
    ...(token !== undefined && { token }),
    ...(ip !== undefined && { ip }),
    ...(tokens !== undefined && { page: tokens }),
    ...(pairs !== undefined && { pairs }),
  };
};
