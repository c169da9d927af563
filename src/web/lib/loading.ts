import { useSyncExternalStore } from 'react';

/** Counts the requests that are under way: loading from the first that begins to the last that ends. */
export const createLoading = () => {
  let open = 0;
  const listeners = new Set<() => void>();
  const move = (by: number) => {
    const before = open > 0;
    open = Math.max(0, open + by);
    if (before !== open > 0) for (const listener of listeners) listener();
  };
  return {
    began: (): void => move(1),
    ended: (): void => move(-1),
    current: (): boolean => open > 0,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};

export const loading = createLoading();
export const useLoading = (): boolean => useSyncExternalStore(loading.subscribe, loading.current);
