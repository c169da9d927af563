import { useSyncExternalStore } from 'react';

/** Under this width tables become cards and filters fold away; the style sheets say the same. */
const NARROW = '(max-width: 719.98px)';

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
