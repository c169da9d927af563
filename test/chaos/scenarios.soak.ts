import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Scenario } from './scenario.ts';

/** MB a minute that a node may grow by, once it has everything. */
const MOST = 1;
const SAMPLE_MS = 10_000;

/** MB a minute by which a node has grown over the last two thirds, by the line that fits its samples best. */
const growth = (samples: readonly number[]): number => {
  const later = samples.slice(Math.floor(samples.length / 3));
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const times = later.map((_, n) => (n * SAMPLE_MS) / 60_000);
  const [time, size] = [mean(times), mean(later)];
  const along = times.map((at, n) => (at - time) * ((later[n] ?? 0) - size));
  const across = times.map((at) => (at - time) ** 2);
  return mean(along) / mean(across);
};

/** Nothing happens, for long. Only where it is named. */
export const soak: Scenario = {
  name: 'soak',
  what: 'nothing fails for half an hour: what a node grows by',
  seconds: [1_800, 420],
  onlyNamed: true,
  run: async ({ stack, note, short }) => {
    for (let n = 0; n < (short ? 420_000 : 1_800_000) / SAMPLE_MS; n += 1) {
      note('MB of node a', stack.a.memory());
      await pause(SAMPLE_MS);
    }
  },
  judge: (figures) => [
    atMost('R18', 'MB a minute more of a node', Math.ceil(growth(figures.own.get('MB of node a') ?? [])), MOST),
  ],
};
