import { limitsOf } from './account.config.ts';
import type { AccountOptions, AccountParts } from './account.parts.ts';
import { guessProblem, passwordProblems } from './account.rules.ts';
import { isCommon } from './common-passwords.ts';
import { createDeletion } from './deletion.service.ts';
import { createEmailChange } from './email-change.service.ts';
import { createFactorCheck } from './factor.check.ts';
import { createFactor } from './factor.service.ts';
import { createIdentities } from './identity.service.ts';
import { createLinks } from './link.service.ts';
import { createOwnData } from './own-data.service.ts';
import { createPasswords } from './password.ts';
import { createRoster } from './roster.service.ts';
import { createSignIn } from './sign-in.service.ts';
import { createTries } from './tries.ts';

export { holdAccount } from './account.store.ts';

/** Accounts of people: what they do themselves, and what is done about them. */
export const createAccounts = (options: AccountOptions) => {
  const { db, secret, configuration, triesClock, passwords = createPasswords({ secret }) } = options;
  const problemsOf: AccountParts['problemsOf'] = async (typed, email) => {
    const found = passwordProblems(typed, limitsOf(configuration).passwordMin);
    if (found.some(({ field }) => field === 'password')) return found;
    const guessed = guessProblem(typed.password, email, await isCommon(typed.password));
    return guessed ? [guessed, ...found] : found;
  };
  const parts: AccountParts = { ...options, passwords, problemsOf, tries: createTries({ db, clock: triesClock }) };
  const links = createLinks(parts);
  const roster = createRoster(parts);
  return {
    ...createSignIn(parts, { ...links, ...createFactorCheck(parts) }),
    ...links,
    ...createEmailChange(parts),
    ...createDeletion(parts, roster),
    ...createOwnData(parts),
    ...roster,
    factor: createFactor(parts),
    identities: createIdentities(parts),
  };
};

export type Accounts = ReturnType<typeof createAccounts>;
