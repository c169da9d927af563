import { failure } from '#server/kernel/failure.ts';
import type { Person } from '#server/platform/http/route.ts';
import type { AccountRow } from './account.store.ts';
import { type CheckParts, createFactorCheck } from './factor.check.ts';
import { createThrottle } from './throttle.service.ts';

const RECENT_MS = 15 * 60_000;

export const whoIs = ({ id }: Pick<AccountRow, 'id'>): string => `account ${id}`;

/** What somebody gives beside the session. */
export interface Proof {
  readonly currentPassword?: string;
  /** Of the second factor. */
  readonly code?: string;
}

/** Where more is wanted than a session: that its person is the one who knows the password. */
export const createProof = (parts: CheckParts) => {
  const { isRight } = createThrottle(parts);
  const { check } = createFactorCheck(parts);

  const isRecent = ({ signedInAt }: Pick<Person, 'signedInAt'>): boolean =>
    parts.now().getTime() - signedInAt.getTime() <= RECENT_MS;

  /** Throws `recent_sign_in_needed` for another password than the account's, and `too_many_tries`. */
  const provePassword = async (account: AccountRow, given: string, ip: string | null): Promise<void> => {
    if (!(await isRight(account, whoIs(account), given, ip)))
      throw failure('recent_sign_in_needed', 'The current password is wrong.');
  };

  /**
   * Who signed in a while ago has to know the current password; one that is sent must be right in any case. Without a
   * password there is nothing but to sign in again: `sign_in_again`.
   */
  const proveAgain = async (
    person: Pick<Person, 'signedInAt'>,
    account: AccountRow,
    given: string | undefined,
    ip: string | null,
  ): Promise<void> => {
    if (given === undefined && isRecent(person)) return;
    if (account.password === null) throw failure('sign_in_again');
    if (given === undefined) throw failure('recent_sign_in_needed');
    await provePassword(account, given, ip);
  };

  /**
   * The same, and where the account has a second factor its code too: whoever has signed in just now has shown both. Throws
   * `code_needed`, `second_factor_wrong` and what `proveAgain` does.
   */
  const proveBoth = async (
    person: Pick<Person, 'signedInAt'>,
    account: AccountRow,
    { currentPassword, code }: Proof,
    ip: string | null,
  ): Promise<void> => {
    await proveAgain(person, account, currentPassword, ip);
    await check(account, { code, ip }, () => (isRecent(person) ? null : failure('code_needed')));
  };

  /**
   * Before what cannot be taken back: the password and the code, however recent the sign-in is; without a password that is
   * all there is. Throws what `proveBoth` does.
   */
  const proveAnew = async (
    person: Pick<Person, 'signedInAt'>,
    account: AccountRow,
    { currentPassword, code }: Proof,
    ip: string | null,
  ): Promise<void> => {
    if (account.password !== null && currentPassword === undefined)
      throw failure('recent_sign_in_needed', 'The current password is needed.');
    await proveAgain(person, account, currentPassword, ip);
    await check(account, { code, ip }, () => failure('code_needed'));
  };

  return { proveAgain, proveBoth, proveAnew };
};
