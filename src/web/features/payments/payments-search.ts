import { pageOf } from '#web/lib/paging.ts';

export interface PaymentsSearch {
  /** From 2; the first page is not written. */
  readonly page?: number;
}

/** Reads the address of the payments page. */
export const parsePayments = (search: Readonly<Record<string, unknown>>): PaymentsSearch => {
  const page = pageOf(search.page);
  return { ...(page !== undefined && { page }) };
};
