import { useSyncExternalStore } from 'react';
import { signOut as signOutCall } from '#contracts/auth.api.ts';
import type { SignedIn } from '#contracts/session.ts';
import { headersFor } from './headers.ts';
import { forgetAll, onStored, type Stored, store, stored } from './stored.ts';

export { isExpired } from './expiry.ts';

/** How a session ended: the person said so, here or in another tab, or the server or the clock did. */
export type Ending = 'left' | 'elsewhere' | 'ended';

/** `said` is the sentence with which the server ended it. */
type EndListener = (ending: Ending, said: string | null) => void;

const listeners = new Set<EndListener>();
const tellEnd: EndListener = (ending, said) => {
  for (const listener of listeners) listener(ending, said);
};

/** Calls back when the session has ended, in this tab or in another; returns how to stop that. */
export const onSignedOut = (listener: EndListener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const beginners = new Set<() => void>();
/** Calls back when a session has begun in another tab; returns how to stop that. */
export const onSignedIn = (listener: () => void): (() => void) => {
  beginners.add(listener);
  return () => beginners.delete(listener);
};

export const useSession = (): Stored => useSyncExternalStore(onStored, stored);

/** Keeps what sign-in and registration answer. */
export const signIn = ({ token, email, role, profile }: SignedIn): void => {
  wasSignedIn = true;
  store({
    authToken: token,
    authUser: JSON.stringify({ email, role }),
    darkTheme: String(profile.darkTheme),
    regsPerPage: String(profile.maxRegs),
    configuration: null,
    preferences: null,
  });
};

/** Keeps the own profile after it has changed. */
export const keepProfile = ({ darkTheme, maxRegs }: SignedIn['profile']): void =>
  store({ darkTheme: String(darkTheme), themeChoice: null, regsPerPage: String(maxRegs) });

const drop = (ending: Ending, said: string | null): void => {
  dropSession();
  tellEnd(ending, said);
};

/**
 * Ends the session as its person wishes: everything stored goes, the theme is light again, the login page comes. It ends on
 * the server too, which may fail without anybody hearing of it: the token dies by itself.
 */
export const signOut = (): void => {
  if (stored().token !== null) {
    const { method, path } = signOutCall;
    fetch(path, { method, headers: headersFor(method), keepalive: true }).catch(() => undefined);
  }
  drop('left', null);
};

/** The same after the server or the clock has ended it, once: whoever still asks afterwards ends nothing. */
export const endSession = (said: string | null = null): void => {
  const { token, user } = stored();
  if (token !== null || user !== null) drop('ended', said);
};

/** Clears what is stored and goes nowhere. */
export const dropSession = (): void => {
  wasSignedIn = false;
  forgetAll();
};

/** Another tab's items arrive one by one. */
const isSeated = (): boolean => stored().token !== null && stored().user !== null;
let wasSignedIn = isSeated();
onStored(() => {
  const isSignedIn = isSeated();
  const before = wasSignedIn;
  wasSignedIn = isSignedIn;
  if (before && !isSignedIn) tellEnd('elsewhere', null);
  if (!before && isSignedIn) for (const listener of beginners) listener();
});
