import { invalid } from '#server/kernel/failure.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { isEmail } from './account.rules.ts';
import { ensureAccount, setMaxRequests } from './account.store.ts';

/** Accounts of people. Every call takes the executor, so that it can be part of a larger step. */
export const createAccounts = () => ({
  /** The id of an address's account, made when there is none. Throws `invalid_parameter` for what is no address. */
  ensure: async (db: Executor, email: string): Promise<number> => {
    if (!isEmail(email)) throw invalid('email', 'must be a valid email address');
    return ensureAccount(db, email);
  },
  setMaxRequests,
});

export type Accounts = ReturnType<typeof createAccounts>;
