import { failure } from '#server/kernel/failure.ts';
import type { AccountParts } from './account.parts.ts';
import { readKnownAddresses, readOwnAccount, readOwnIdentities } from './own-data.store.ts';
import { whoIs } from './proof.ts';
import { createThrottle, tooManyTries } from './throttle.service.ts';

const HOUR_MS = 3_600_000;
/** Files an hour that an account is given: each looks through its audited requests. */
const FILES = 10;

/** What accounts know of their owners, for their owners. */
export const createOwnData = (parts: AccountParts) => {
  const { db } = parts;
  const { takeAll } = createThrottle(parts);

  /** Counts a file of an account's data. Throws `too_many_tries`. */
  const takeOwnData = async (accountId: number): Promise<void> => {
    const wait = await takeAll([{ name: `own data ${whoIs({ id: accountId })}`, most: FILES }], HOUR_MS);
    if (wait > 0) throw tooManyTries(wait, 'Too many files of your data were asked for within an hour.');
  };

  const ownAccount = async (accountId: number): Promise<object> => {
    const account = await readOwnAccount(db, accountId);
    if (!account) throw failure('session_invalid');
    return account;
  };

  return {
    ...{ takeOwnData, ownAccount },
    knownAddresses: (accountId: number) => readKnownAddresses(db, accountId),
    ownIdentities: (accountId: number) => readOwnIdentities(db, accountId),
  };
};
