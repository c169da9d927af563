/** Milliseconds that a measure may be out by without being believed: less is how long questions take, now and then. */
const TOLERANCE = 50;

export interface DatabaseClock {
  /** The database's time, reckoned from when it was last asked. */
  readonly now: () => Date;
  /** Milliseconds of a clock that is never set. */
  readonly ticks: () => number;
  /** The database said `ms` (since 1970) to a question asked at the tick `asked`. */
  readonly set: (ms: number, asked: number) => void;
}

/**
 * The database's time in this process. Days, limits and ends are one thing for all nodes only by one clock; this node's own
 * may be wrong or be set, and is asked for nothing.
 */
export const createDatabaseClock = (ticks: () => number = () => performance.now()): DatabaseClock => {
  /** What to add to a tick to have milliseconds since 1970. */
  let offset = Number.NaN;
  return {
    now: () => new Date(ticks() + offset),
    ticks,
    set: (ms, asked) => {
      const answered = ticks();
      // It was said some time between the question and the answer.
      const measured = ms - (asked + answered) / 2;
      const doubt = (answered - asked) / 2 + TOLERANCE;
      if (Number.isFinite(measured) && !(Math.abs(measured - offset) <= doubt)) offset = measured;
    },
  };
};
