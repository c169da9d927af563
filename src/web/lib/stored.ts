import type { Preference } from '#contracts/preference.api.ts';
import { MOST_REGS, wholeOf } from './paging.ts';

/**
 * What this browser keeps of a session: the token, the user, the theme, the page size and the front-end configuration.
 * Where storage is switched off all of it lives as long as the page.
 */
export interface StoredUser {
  readonly email: string;
  readonly role: 'USER' | 'ADMIN';
}

export interface Stored {
  readonly token: string | null;
  readonly user: StoredUser | null;
  readonly darkTheme: boolean;
  /** Follow the system instead of `darkTheme`; this browser's own choice, which the server never hears of. */
  readonly followsSystem: boolean;
  /** Items a page of a list holds. */
  readonly regsPerPage: number;
  /** The FRONT_ settings by key; only administrators have any. */
  readonly configuration: Readonly<Record<string, string>>;
  /** Tasks that have ended go by themselves from the list of those in progress. */
  readonly removesTasks: boolean;
  /** The runs that somebody has cleared from it, by their ids. */
  readonly clearedRuns: readonly number[];
  /** What the server was last known to keep of how the back-office is arranged. */
  readonly preferences: readonly Preference[];
}

export type StoredKey =
  | 'authToken'
  | 'authUser'
  | 'darkTheme'
  | 'themeChoice'
  | 'regsPerPage'
  | 'configuration'
  | 'removesTasks'
  | 'clearedRuns'
  | 'preferences';

const FIRST_REGS = 20;

const memory = new Map<string, string>();
const place: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'> = (() => {
  try {
    window.localStorage.getItem('authToken');
    return window.localStorage;
  } catch {
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
      clear: () => memory.clear(),
    };
  }
})();

const item = (key: StoredKey): string | null => place.getItem(key);

const parsed = (key: StoredKey): unknown => {
  try {
    return JSON.parse(item(key) ?? 'null');
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const storedUser = (): StoredUser | null => {
  const user = parsed('authUser');
  if (!isRecord(user) || typeof user.email !== 'string') return null;
  return user.role === 'USER' || user.role === 'ADMIN' ? { email: user.email, role: user.role } : null;
};

const storedConfiguration = (): Readonly<Record<string, string>> => {
  const map = parsed('configuration');
  if (!isRecord(map)) return {};
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, String(value)]));
};

const storedRuns = (): readonly number[] => {
  const runs = parsed('clearedRuns');
  return Array.isArray(runs) ? runs.filter((id) => Number.isInteger(id)) : [];
};

const storedPreferences = (): readonly Preference[] => {
  const kept = parsed('preferences');
  return Array.isArray(kept) ? kept.filter((one) => isRecord(one) && typeof one.key === 'string') : [];
};

const read = (): Stored => ({
  token: item('authToken'),
  user: storedUser(),
  darkTheme: item('darkTheme') === '1',
  followsSystem: item('themeChoice') === 'system',
  regsPerPage: wholeOf(item('regsPerPage'), 1, MOST_REGS) ?? FIRST_REGS,
  configuration: storedConfiguration(),
  removesTasks: item('removesTasks') === '1',
  clearedRuns: storedRuns(),
  preferences: storedPreferences(),
});

let current = read();
const listeners = new Set<() => void>();

const changed = (): void => {
  current = read();
  for (const listener of listeners) listener();
};

/** What is stored now; the same object until something changes. */
export const stored = (): Stored => current;

/** Stores items, and removes those that are null. */
export const store = (items: Readonly<Partial<Record<StoredKey, string | null>>>): void => {
  for (const [key, value] of Object.entries(items)) {
    if (value === null) place.removeItem(key);
    else place.setItem(key, value);
  }
  changed();
};

/** Forgets everything this browser has kept. */
export const forgetAll = (): void => {
  place.clear();
  changed();
};

/** Calls back after every change, in this tab or in another; returns how to stop that. */
export const onStored = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Resolves with the next change, in this tab or in another, or after so many milliseconds without one. */
export const nextStored = (patience: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      window.clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = onStored(done);
    const timer = window.setTimeout(done, patience);
  });

window.addEventListener('storage', ({ storageArea }) => storageArea === place && changed());
