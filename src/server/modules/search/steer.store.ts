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
export type Turn = (way: Way) => Promise<void>;

/** Runs statements that only read, in one way until they turn to another. */
export const steered = <Result>(
  db: Reads,
  way: Way,
  work: (tx: Transaction, turn: Turn) => Promise<Result>,
): Promise<Result> =>
  db.transaction((tx) => {
    let present = way;
    return work(tx, async (next) => {
      if (next === present) return;
      present = next;
      await tx.query(TEXTS[next]);
    });
  }, TEXTS[way]);
