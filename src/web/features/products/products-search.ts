import { pageOf } from '#web/lib/paging.ts';

/** Pages from 2; the first is not written. */
export interface ProductsSearch {
  readonly page?: number;
  readonly roles?: number;
}

/** Reads the address of the products and roles. */
export const parseProducts = (search: Readonly<Record<string, unknown>>): ProductsSearch => {
  const [page, roles] = [pageOf(search.page), pageOf(search.roles)];
  return { ...(page !== undefined && { page }), ...(roles !== undefined && { roles }) };
};
