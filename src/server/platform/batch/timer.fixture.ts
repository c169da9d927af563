import type { SetTimer } from './timer.ts';

/** Timers that go off when they are told to. */
export const heldTimers = () => {
  const timers = new Map<object, { readonly work: () => void; readonly ms: number }>();
  const setTimer: SetTimer = (work, ms) => {
    const key = {};
    timers.set(key, { work, ms });
    return () => void timers.delete(key);
  };
  return {
    setTimer,
    /** How long each timer waits, in milliseconds. */
    waits: (): readonly number[] => [...timers.values()].map(({ ms }) => ms),
    /** None of them goes off any more. */
    drop: (): void => timers.clear(),
    ring: (): void => {
      // Those that are set meanwhile go off the next time.
      for (const [key, { work }] of [...timers]) if (timers.delete(key)) work();
    },
  };
};
