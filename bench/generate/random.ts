/** Repeatable randomness: the same seed gives the same numbers on every machine. */
export const createRandom = (seed: number) => {
  let state = seed | 0 || 1;
  /** From 0 up to, not including, 1. */
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    next,
    /** A whole number from 0 up to, not including, n. */
    below,
    chance: (share: number): boolean => next() < share,
    /** Like `below`, but the low numbers come up far more often. */
    skewed: (n: number, power = 2.5): number => Math.floor(n * next() ** power),
    pick: <T>(values: readonly [T, ...T[]]): T => values[below(values.length)] ?? values[0],
  };
};

export type Random = ReturnType<typeof createRandom>;

/** Draws by Zipf's law: the first of `n` comes up twice as often as the second, and so on. */
export const createZipf = (random: Random, n: number, exponent = 1): (() => number) => {
  const STEPS = 1 << 16;
  const table = new Uint32Array(STEPS);
  let total = 0;
  for (let i = 1; i <= n; i++) total += 1 / i ** exponent;
  let sum = 0;
  let at = 0;
  for (let i = 1; i <= n; i++) {
    sum += 1 / i ** exponent;
    const until = Math.round((sum / total) * STEPS);
    while (at < until) table[at++] = i - 1;
  }
  return () => {
    const step = random.below(STEPS);
    const low = table[step] ?? 0;
    const high = table[step + 1] ?? low;
    // The tail has more values than the table has steps.
    return high > low + 1 ? low + random.below(high - low) : low;
  };
};
