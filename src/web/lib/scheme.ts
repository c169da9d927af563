import { useSyncExternalStore } from 'react';
import { onStored, store, stored } from './stored.ts';

/** System is a choice of this browser alone: it never touches `darkTheme`. */
export type ThemeChoice = 'light' | 'dark' | 'system';

const system = window.matchMedia('(prefers-color-scheme: dark)');

const choice = (): ThemeChoice => {
  const { followsSystem, darkTheme } = stored();
  if (followsSystem) return 'system';
  return darkTheme ? 'dark' : 'light';
};

const scheme = (): 'light' | 'dark' => {
  const chosen = choice();
  if (chosen !== 'system') return chosen;
  return system.matches ? 'dark' : 'light';
};

const subscribe = (listener: () => void): (() => void) => {
  const stop = onStored(listener);
  system.addEventListener('change', listener);
  return () => {
    stop();
    system.removeEventListener('change', listener);
  };
};

export const chooseTheme = (chosen: ThemeChoice): void =>
  store(
    chosen === 'system' ? { themeChoice: 'system' } : { themeChoice: null, darkTheme: chosen === 'dark' ? '1' : '0' },
  );

/** Stores the setting of the profile and shows it at once, also where this browser followed the system. */
export const setDarkTheme = (darkTheme: number): void => chooseTheme(darkTheme === 1 ? 'dark' : 'light');

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, choice);
export const useScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, scheme);
