import type { Billing } from '#server/modules/billing/billing.service.ts';
import type { Schedule } from '#server/platform/queue/schedule.ts';
import type { People } from './people.ts';

interface Doers {
  readonly audit: Pick<People['audit'], 'sweep'>;
  readonly billing: Pick<Billing, 'round'>;
}

/** What the product does without being asked, by one node at a time. */
export const schedulesOf = ({ audit, billing }: Doers): readonly Schedule[] => [
  // A payment whose buyer never came back is given what was paid for within about two minutes.
  { name: 'payments', every: 60, retries: 0, run: billing.round },
  { name: 'audit-sweep', every: 3_600, retries: 3, run: audit.sweep },
];
