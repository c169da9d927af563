import type { Executor } from '#server/platform/db/database.ts';
import { findPlanRequests, grantForGood, lockAccount } from './plan.store.ts';

/** What accounts may use. Every call takes the executor, so that it can be part of a larger step. */
export const createPlans = () => ({
  /** Gives an account what every user has. Within a transaction, also when two do so at once, it is given once. */
  grantFree: async (tx: Executor, accountId: number): Promise<void> => {
    await lockAccount(tx, accountId);
    await grantForGood(tx, accountId, 'FREE');
  },
  /** The largest requests a UTC day of the plan roles that an account holds now; null when it holds none. */
  planRequests: findPlanRequests,
});

export type Plans = ReturnType<typeof createPlans>;
