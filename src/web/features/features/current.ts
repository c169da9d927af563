import type { Payment } from '#contracts/billing.api.ts';

type Paid = Pick<Payment, 'idProduct' | 'status' | 'endDate'>;

/** Until when each product is paid for, by its id; only what still runs at `now` (ms). */
export const currentPlans = (payments: readonly Paid[], now: number): ReadonlyMap<number, string> => {
  const ends = new Map<number, string>();
  for (const { idProduct, status, endDate } of payments) {
    if (idProduct === null || status !== 'COMPLETED' || endDate === null || Date.parse(endDate) <= now) continue;
    const known = ends.get(idProduct);
    if (known === undefined || Date.parse(known) < Date.parse(endDate)) ends.set(idProduct, endDate);
  }
  return ends;
};
