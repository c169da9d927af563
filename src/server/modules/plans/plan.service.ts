import { holdAccount } from '#server/modules/accounts/account.service.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { grantForGood, readGrants, removeGrants } from './plan.store.ts';

/** What accounts may use. Every call takes the executor, so that it can be part of a larger step. */
export const createPlans = () => ({
  /** Gives an account what every user has. Within a transaction, also when two do so at once, it is given once. */
  grantFree: async (tx: Executor, accountId: number): Promise<void> => {
    await holdAccount(tx, accountId);
    await grantForGood(tx, accountId, 'FREE');
  },
  /** Takes away what an account holds, when it is deleted. */
  bury: removeGrants,
  /** What an account holds and has held. */
  heldBy: readGrants,
});

export type Plans = ReturnType<typeof createPlans>;
