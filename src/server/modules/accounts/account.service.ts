import type { AccountOptions, AccountParts } from './account.parts.ts';
import { createPasswords } from './password.ts';
import { createRoster } from './roster.service.ts';
import { createSignIn } from './sign-in.service.ts';
import { createTries } from './tries.ts';

export { PEOPLE_CHANNEL } from './session.store.ts';

/** Accounts of people: what they do themselves, and what is done about them. */
export const createAccounts = (options: AccountOptions) => {
  const { db, secret, now, passwords = createPasswords({ secret }) } = options;
  const parts: AccountParts = { ...options, passwords, tries: createTries({ db, now }) };
  return { ...createSignIn(parts), ...createRoster(parts) };
};

export type Accounts = ReturnType<typeof createAccounts>;
