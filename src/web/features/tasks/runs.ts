import type { Task } from '#contracts/task.ts';
import { duration } from '#web/lib/numbers.ts';
import { tasks } from '#web/words/tasks.ts';

const words = tasks.runs;

type Runs = Task['lastRuns'];

/** The value that such a share of all values stays within, the nearest that there is. */
export const percentile = (values: readonly number[], share: number): number | null => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
};

/** The last runs in words: how they have ended, and how long most of them took. */
export const saidOf = (runs: Runs): string => {
  if (runs.length === 0) return tasks.noRuns;
  const ended = (status: Runs[number]['status']): number => runs.filter((run) => run.status === status).length;
  const [finished, cancelled, errors] = [ended('FINISHED'), ended('CANCELLED'), ended('ERROR')];
  const parts = [
    ...(finished > 0 ? [words.finished(finished)] : []),
    ...(cancelled > 0 ? [words.cancelled(cancelled)] : []),
    ...(errors > 0 ? [words.errors(errors)] : []),
  ];
  const times = runs.flatMap(({ executionTime }) => executionTime ?? []);
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  if (p50 !== null && p95 !== null) parts.push(words.times(duration(p50), duration(p95)));
  return words.some(runs.length, parts.join(', '));
};
