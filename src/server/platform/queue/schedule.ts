import { createHash, randomUUID } from 'node:crypto';
import type { Queue } from './queue.ts';

/**
 * Work that is done when a node starts, and in every slot of so many seconds: once over all nodes, and never twice at
 * once. A slot that comes while the last run goes on, or while nobody serves, is left out.
 */
export interface Schedule {
  /** Small letters and dashes. Nodes of two versions share work by its name. */
  readonly name: string;
  /** Seconds; slots are counted from 1970 in UTC. */
  readonly every: number;
  /** How often a run that failed is tried again, with pauses of a minute and more, instead of waiting for its next slot. */
  readonly retries: number;
  /** The signal aborts when the node stops. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** Ms after which a slot is asked for again that could not be. */
const AGAIN = 5_000;
/** Ms; the clock is looked at this often, so that one that is set does no harm. */
const LONGEST_WAIT = 60_000;

/** The id of a slot's run, the same on every node. */
const idOf = (name: string, slot: number): string => {
  const hex = createHash('sha256').update(`${name} ${slot}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};

interface SchedulerParts {
  readonly queue: Queue;
  readonly schedules: readonly Schedule[];
  /** The database's time, so that nodes agree on slots. */
  readonly now: () => Date;
}

/** Has the queue do what the schedules say. */
export const createScheduler = ({ queue, schedules, now }: SchedulerParts) => {
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;
  for (const { name, every, retries, run } of schedules)
    queue.add({ name, retries, run, remembered: Math.max(3_600, Math.ceil(2 * every)) });

  const follow = ({ name, every }: Schedule): void => {
    const length = every * 1_000;
    let done: number | undefined;
    const look = async (): Promise<void> => {
      const slot = Math.floor(now().getTime() / length);
      let wait = LONGEST_WAIT;
      try {
        if (done === undefined) await queue.ask(name, randomUUID());
        else if (slot !== done) await queue.ask(name, idOf(name, slot));
        done = slot;
      } catch (error) {
        queue.tell(error);
        wait = AGAIN;
      }
      if (stopped) return;
      const left = length - (now().getTime() % length);
      timers.set(name, setTimeout(look, Math.min(wait, left)).unref());
    };
    void look();
  };

  return {
    start: (): void =>
      void queue.start().then(() => {
        if (!stopped) schedules.forEach(follow);
      }),
    stop: async (): Promise<void> => {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await queue.stop();
    },
  };
};
