import { failure } from '#server/kernel/failure.ts';
import type { Person } from '#server/platform/http/route.ts';
import type { AccountParts } from './account.parts.ts';
import type { AccountRow } from './account.store.ts';
import { createThrottle } from './throttle.service.ts';

const RECENT_MS = 15 * 60_000;

export const whoIs = ({ id }: Pick<AccountRow, 'id'>): string => `account ${id}`;

/** Where more is wanted than a session: that its person is the one who knows the password. */
export const createProof = (parts: Pick<AccountParts, 'db' | 'configuration' | 'passwords' | 'tries' | 'now'>) => {
  const { isRight } = createThrottle(parts);

  /** Throws `recent_sign_in_needed` for another password than the account's, and `too_many_tries`. */
  const provePassword = async (account: AccountRow, given: string, ip: string | null): Promise<void> => {
    if (!(await isRight(account, whoIs(account), given, ip)))
      throw failure('recent_sign_in_needed', 'The current password is wrong.');
  };

  /** Who signed in a while ago has to know the current password; one that is sent must be right in any case. */
  const proveAgain = async (
    person: Pick<Person, 'signedInAt'>,
    account: AccountRow,
    given: string | undefined,
    ip: string | null,
  ): Promise<void> => {
    const isRecent = parts.now().getTime() - person.signedInAt.getTime() <= RECENT_MS;
    if (given === undefined && isRecent) return;
    if (given === undefined) throw failure('recent_sign_in_needed');
    await provePassword(account, given, ip);
  };

  return { provePassword, proveAgain };
};
