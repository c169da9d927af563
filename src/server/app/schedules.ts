import type { Billing } from '#server/modules/billing/billing.service.ts';
import type { Changes } from '#server/modules/catalog/change.service.ts';
import { MANUAL_WORK, type Manual } from '#server/modules/catalog/manual/manual.service.ts';
import type { Schedule } from '#server/platform/queue/schedule.ts';
import type { People } from './people.ts';

interface Doers {
  readonly audit: Pick<People['audit'], 'sweep'>;
  readonly billing: Pick<Billing, 'round'>;
  readonly changes: Pick<Changes, 'sweep'>;
  readonly manual: Pick<Manual, 'work'>;
}

/** What the product does without being asked, by one node at a time. */
export const schedulesOf = ({ audit, billing, changes, manual }: Doers): readonly Schedule[] => [
  // A payment whose buyer never came back is given what was paid for within about two minutes.
  { name: 'payments', every: 60, retries: 0, run: billing.round },
  // Begun when somebody asks for it; a slot is for what a node that was stopped has left.
  { name: MANUAL_WORK, every: 60, retries: 0, run: manual.work },
  { name: 'audit-sweep', every: 3_600, retries: 3, run: audit.sweep },
  { name: 'feed-sweep', every: 3_600, retries: 3, run: changes.sweep },
];
