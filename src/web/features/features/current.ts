import type { Payment } from '#contracts/billing.api.ts';
import type { Feature } from '#contracts/public.api.ts';

type Paid = Pick<Payment, 'idProduct' | 'status' | 'endDate'>;
type Offered = Pick<Feature, 'idProduct' | 'name' | 'requests'>;

/** A product that is paid for. */
export interface Plan {
  readonly until: string;
  /** The plan whose limit holds instead; null where it is this one's. */
  readonly behind: string | null;
}

/** The products that are paid for, by their id; only what still runs at `now` (ms). Of their limits the largest holds. */
export const currentPlans = (
  payments: readonly Paid[],
  offered: readonly Offered[],
  now: number,
): ReadonlyMap<number, Plan> => {
  const ends = new Map<number, string>();
  for (const { idProduct, status, endDate } of payments) {
    if (idProduct === null || status !== 'COMPLETED' || endDate === null || Date.parse(endDate) <= now) continue;
    const known = ends.get(idProduct);
    if (known === undefined || Date.parse(known) < Date.parse(endDate)) ends.set(idProduct, endDate);
  }
  const [largest] = offered.filter(({ idProduct }) => ends.has(idProduct)).toSorted((a, b) => b.requests - a.requests);
  const behind = (id: number): string | null => (largest && largest.idProduct !== id ? largest.name : null);
  return new Map([...ends].map(([id, until]) => [id, { until, behind: behind(id) }]));
};
