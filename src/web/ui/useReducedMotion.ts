import { useSyncExternalStore } from 'react';

const asked = window.matchMedia('(prefers-reduced-motion: reduce)');

const subscribe = (listener: () => void) => {
  asked.addEventListener('change', listener);
  return () => asked.removeEventListener('change', listener);
};

export const useReducedMotion = (): boolean => useSyncExternalStore(subscribe, () => asked.matches);
