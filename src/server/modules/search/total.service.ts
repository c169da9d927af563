import { LRUCache } from 'lru-cache';
import type { Executor } from '#server/platform/db/database.ts';
import { countMatches, type Walk } from './search.store.ts';

/** How many totals are kept; one is asked for again with each page of a list. */
const KEPT = 5_000;
/** Ms: what is left of them where nobody tells of a change. */
const LASTS = 60_000;

/** Counts what searches find, and keeps that until the catalogue changes: counting takes longer than finding a page. */
export const createTotals = () => {
  const kept = new LRUCache<string, number>({ max: KEPT, ttl: LASTS, ttlResolution: 1_000 });
  let generation = 0;
  return {
    /** How many documents match, counted no further than `most`. */
    count: async (db: Executor, asked: Walk, most: number): Promise<number> => {
      const key = JSON.stringify([most, asked]);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const asOf = generation;
      const total = await countMatches(db, asked, most);
      if (asOf === generation) kept.set(key, total);
      return total;
    },
    clear: (): void => {
      generation += 1;
      kept.clear();
    },
  };
};

export type Totals = ReturnType<typeof createTotals>;
