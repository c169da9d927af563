/** Calls `work` after so many milliseconds; the answer takes it back. */
export type SetTimer = (work: () => void, ms: number) => () => void;

/** Timers that keep no process from ending. */
export const setClockTimer: SetTimer = (work, ms) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};

/** Looks after what is under way: at first after `slow` ms, then whenever `patience` is over, until it is ended. */
export const createWatch = (
  setTimer: SetTimer,
  { slow, patience }: { readonly slow: number; readonly patience: number },
  look: () => void,
) => {
  let disarm: (() => void) | null = null;
  const go = (): void => {
    disarm = setTimer(go, patience);
    look();
  };
  return {
    begin: (): void => {
      disarm ??= setTimer(go, slow);
    },
    end: (): void => {
      disarm?.();
      disarm = null;
    },
  };
};
