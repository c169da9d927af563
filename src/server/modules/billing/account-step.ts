import type { Grants } from '#server/modules/plans/role.grants.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';

/** Takes a step of an account's purchases in a transaction of its own. */
export type AccountStep = <Result>(accountId: number, work: (tx: Transaction) => Promise<Result>) => Promise<Result>;

/**
 * Every transaction of billing is begun here and locks the account before anything else, so the steps of one account take
 * their turns. Without that each would hold its purchase and, through foreign keys, a share of the account, and wait for
 * the others crosswise.
 */
export const createAccountStep =
  (db: Pick<Database, 'transaction'>, grants: Pick<Grants, 'hold'>): AccountStep =>
  (accountId, work) =>
    db.transaction(async (tx) => {
      await grants.hold(tx, accountId);
      return work(tx);
    });
