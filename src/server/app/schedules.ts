import type { Billing } from '#server/modules/billing/billing.service.ts';
import type { Changes } from '#server/modules/catalog/change.service.ts';
import type { Schedule } from '#server/platform/queue/schedule.ts';
import type { People } from './people.ts';

interface Doers {
  readonly audit: Pick<People['audit'], 'sweep'>;
  readonly billing: Pick<Billing, 'round'>;
  readonly changes: Pick<Changes, 'sweep'>;
}

/** What the product does without being asked, by one node at a time. */
export const schedulesOf = ({ audit, billing, changes }: Doers): readonly Schedule[] => [
  // A payment whose buyer never came back is given what was paid for within about two minutes.
  { name: 'payments', every: 60, retries: 0, run: billing.round },
  { name: 'audit-sweep', every: 3_600, retries: 3, run: audit.sweep },
  { name: 'feed-sweep', every: 3_600, retries: 3, run: changes.sweep },
];
