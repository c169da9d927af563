/** Whoever looks at a node's health at least so often, in ms, decides by it where to send requests. */
const WATCH_MS = 60_000;

/**
 * How a node says goodbye: its health refuses first, so that whoever watches it sends requests elsewhere, while it goes on
 * answering. Nobody else notices.
 */
export const createLeaving = ({ now }: { now: () => Date }) => {
  let leaving = false;
  let before = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return {
    isLeaving: (): boolean => leaving,
    begin: (): void => {
      leaving = true;
    },
    /** Somebody has asked for the node's health. */
    looked: (): void => {
      before = last;
      last = now().getTime();
    },
    /** Whether somebody keeps looking: twice within the last minute. Who looks once is a person. */
    isWatched: (): boolean => now().getTime() - before <= WATCH_MS,
  };
};

export type Leaving = ReturnType<typeof createLeaving>;
