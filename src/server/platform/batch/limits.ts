export interface Limits {
  /** Milliseconds that a row waits for others at most. */
  readonly patience: number;
  /** Milliseconds that a batch may take before it is copied to a file; so is what waits behind it, whenever `patience` is over. */
  readonly slow: number;
  /** Rows that are written without waiting for more, and rows of a batch at most: a larger one costs less a row. */
  readonly full: number;
  readonly largest: number;
  /** Rows of a file. */
  readonly ofFile: number;
  /** Rows that wait in memory; what is more goes to files. */
  readonly inMemory: number;
  /** Files that may wait while the disk is low. */
  readonly filesWhenLow: number;
  /** Rows that wait in memory at the very most, when files cannot be written either. */
  readonly most: number;
  /** Milliseconds until the first new attempt, doubled for each further one, and at most. */
  readonly retry: { readonly first: number; readonly most: number };
  /** Milliseconds that the end waits for a database that does not answer. */
  readonly lastTry: number;
}

export const LIMITS: Limits = {
  patience: 200,
  slow: 50,
  full: 5_000,
  largest: 10_000,
  ofFile: 2_000,
  inMemory: 20_000,
  filesWhenLow: 100,
  most: 200_000,
  retry: { first: 250, most: 10_000 },
  lastTry: 1_000,
};
