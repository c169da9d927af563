/** Lines that wait until somebody follows them. */
const MOST = 1_000;

/** The lines of the log, as JSON, on their way to whoever keeps them. Those from before somebody does wait. */
export const createLogLines = () => {
  let waiting: string[] = [];
  let taker: ((line: string) => void) | null = null;
  return {
    add: (line: string): void => {
      if (taker) taker(line);
      else if (waiting.length < MOST) waiting.push(line);
    },
    /** Takes them from now on, those that wait first; the answer ends that. */
    follow: (take: (line: string) => void): (() => void) => {
      taker = take;
      const before = waiting;
      waiting = [];
      before.forEach(take);
      return () => {
        taker = null;
      };
    },
  };
};

export type LogLines = ReturnType<typeof createLogLines>;
