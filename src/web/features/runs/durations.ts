import type { TaskRun } from '#contracts/task.ts';
import { stamp } from '#web/lib/dates.ts';

export interface Durations {
  /** The oldest first, in milliseconds. */
  readonly bars: readonly { readonly label: string; readonly value: number }[];
  /** Half of them took at most as long. */
  readonly half: number;
  /** 95 of 100 of them did. */
  readonly most: number;
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;

/** How long runs took, those that have an end; null where there are fewer than two. */
export const durations = (runs: readonly TaskRun[]): Durations | null => {
  const bars = runs
    .flatMap(({ idRun, asked, executionTime }) =>
      executionTime === null ? [] : [{ label: `Run ${idRun}, ${stamp(asked).slice(0, 16)}`, value: executionTime }],
    )
    .reverse();
  if (bars.length < 2) return null;
  const sorted = bars.map(({ value }) => value).sort((a, b) => a - b);
  return { bars, half: at(sorted, 0.5), most: at(sorted, 0.95) };
};
