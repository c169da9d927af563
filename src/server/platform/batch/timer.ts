/** Calls `work` after so many milliseconds; the answer takes it back. */
export type SetTimer = (work: () => void, ms: number) => () => void;

/** Timers that keep no process from ending. */
export const setClockTimer: SetTimer = (work, ms) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};
