/** How far a run was at a moment of the server's, in milliseconds. */
export interface Sample {
  readonly at: number;
  readonly processed: number;
}

export interface Pace {
  readonly perSecond: number;
  /** null: nobody knows how much there is. */
  readonly secondsLeft: number | null;
}

/** How long a run is looked back on: what was slow before does not count for ever. */
const WINDOW_MS = 30_000;
/** Over a shorter time nothing can be said. */
const LEAST_MS = 2_000;

/** Samples with the next one: those of the window and the last before it. What counts from the beginning again starts anew. */
export const sampled = (samples: readonly Sample[], next: Sample): readonly Sample[] => {
  const last = samples.at(-1);
  if (last !== undefined && next.processed < last.processed) return [next];
  const before = samples.findLastIndex(({ at }) => next.at - at >= WINDOW_MS);
  return [...samples.slice(Math.max(0, before)), next];
};

/** How fast a run goes as of `now`; null while that cannot be said, or while it stands still. */
export const paceOf = (samples: readonly Sample[], total: number | null, now: number): Pace | null => {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return null;
  const milliseconds = Math.max(now, last.at) - first.at;
  const done = last.processed - first.processed;
  if (milliseconds < LEAST_MS || done <= 0) return null;
  const perSecond = (done / milliseconds) * 1_000;
  return { perSecond, secondsLeft: total === null ? null : Math.max(0, total - last.processed) / perSecond };
};
