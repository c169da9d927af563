// Durations of answers as counts by logarithmic buckets.

/** Each bucket reaches this much further than the one below, so no figure is further off than that. */
const RATIO = 1.05;
/** Milliseconds: the first bucket holds all that is shorter, the last one all that is longer. */
export const SHORTEST = 0.01;
const LONGEST = 100_000;
/** How far the logarithms of two bounds are apart. */
export const STEP = Math.log(RATIO);
/** How many buckets there are. */
export const BUCKETS = Math.ceil(Math.log(LONGEST / SHORTEST) / STEP) + 1;
/** Fewer answers than this say nothing about the next one. */
export const FEWEST = 20;

/** Bucket 0 holds 0 to SHORTEST, bucket n from SHORTEST × RATIO^(n-1) to SHORTEST × RATIO^n. */
export const bucketOf = (ms: number): number =>
  ms >= SHORTEST ? Math.min(BUCKETS - 1, 1 + Math.floor(Math.log(ms / SHORTEST) / STEP)) : 0;

/** The time at a share of a bucket, 0 to 1. */
const timeIn = (bucket: number, share: number): number =>
  bucket === 0 ? SHORTEST * share : SHORTEST * RATIO ** (bucket - 1 + share);

/** The milliseconds that so large a share of the answers took at most; each bucket holds so many of `count`. */
export const quantile = (buckets: Float64Array, count: number, share: number): number => {
  const rank = Math.max(1, Math.ceil(count * share));
  let before = 0;
  for (const [bucket, held] of buckets.entries()) {
    if (before + held >= rank) return timeIn(bucket, (rank - before - 0.5) / held);
    before += held;
  }
  return LONGEST;
};
