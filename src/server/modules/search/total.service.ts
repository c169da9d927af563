import type { Executor } from '#server/platform/db/database.ts';
import { createCounts } from './count.service.ts';
import { countMatches, type Walk } from './search.store.ts';

/** How many totals are kept. */
const KEPT = 5_000;

/** Counts what searches find. */
export const createTotals = () => {
  const counts = createCounts<number>(KEPT);
  return {
    /** How many documents match, counted no further than `most`. */
    count: (db: Executor, asked: Walk, most: number): Promise<number> =>
      counts.of(JSON.stringify([most, asked]), () => countMatches(db, asked, most)),
    clear: counts.clear,
  };
};

export type Totals = ReturnType<typeof createTotals>;
