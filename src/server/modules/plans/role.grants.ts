import { holdAccount } from '#server/modules/accounts/account.service.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { endGrants, insertGrants, moveGrants } from './role.store.ts';

/** What is granted for a time. Every call takes the transaction of the step it is part of. */
export const grants = {
  /** Keeps other grants of an account waiting until the transaction ends. */
  hold: holdAccount,
  /** Grants plan roles between two moments; answers how many of them there still were. */
  give: insertGrants,
  /** Lets what a payment grants hold between two other moments. */
  move: moveGrants,
  /** Ends what payments grant, also what has yet to begin. */
  end: endGrants,
} satisfies Record<string, (tx: Executor, ...rest: never[]) => Promise<unknown>>;

export type Grants = typeof grants;
