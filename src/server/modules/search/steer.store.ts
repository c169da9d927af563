import type { Transaction } from '#server/platform/db/database.ts';
import type { Reads } from '#server/platform/db/replica.ts';

/**
 * Ways for the planner, which can't know that the words of a query are rare or common: a plan made for one would be
 * hundreds of times too slow for the other. Every statement here has one way that is quick for both.
 */
const WAYS = {
  /** Through the inverted indexes, whatever is asked. */
  matches: ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan'],
  /** Along an index in the order asked for, up to a limit. */
  order: ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'],
} as const;
export type Way = keyof typeof WAYS;

const steering = (way: Way): string =>
  [
    ...['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan', 'enable_sort'].map(
      (method) => `set local ${method} = ${(WAYS[way] as readonly string[]).includes(method) ? 'off' : 'on'}`,
    ),
    'set local max_parallel_workers_per_gather = 0',
    'set local plan_cache_mode = force_generic_plan',
  ].join(';');
const TEXTS: Readonly<Record<Way, string>> = { matches: steering('matches'), order: steering('order') };

/** Turns the connection of a transaction to a way, until another one or the commit. */
export const steer = async (tx: Transaction, way: Way): Promise<void> => {
  await tx.query(TEXTS[way]);
};

/** Runs statements that only read, all of them in one way. */
export const steered = <Result>(db: Reads, way: Way, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  db.transaction(work, TEXTS[way]);
