import { useCallback, useSyncExternalStore } from 'react';

/** Under this width tables become cards and filters fold away; the style sheets say the same. */
const NARROW = 720;

/** Whether the window is narrower than so many pixels. */
export const useNarrow = (below = NARROW): boolean => {
  const query = `(max-width: ${below - 0.02}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};
