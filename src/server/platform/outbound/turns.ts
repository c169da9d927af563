export interface TurnsOptions {
  /** How many may go on at the same time. */
  readonly atOnce: number;
  /** Ms between the beginnings of two. */
  readonly every: number;
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Work in the order in which it came, some at a time and not faster than is allowed. */
export const createTurns = ({ atOnce, every, now, wait }: TurnsOptions) => {
  const queue: (() => void)[] = [];
  let running = 0;
  let next = 0;
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    // Who waits is handed the place of the one that ends, so that the count stays.
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => void queue.push(resolve));
    try {
      signal.throwIfAborted();
      const begin = Math.max(now(), next);
      next = begin + every;
      if (begin > now()) await wait(begin - now(), signal);
      return await work();
    } finally {
      const follower = queue.shift();
      if (follower) follower();
      else running -= 1;
    }
  };
};
