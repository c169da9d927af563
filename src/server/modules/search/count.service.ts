import { LRUCache } from 'lru-cache';

/** Ms: what is left of them where nobody tells of a change. */
const LASTS = 60_000;

/** Keeps what was counted until the catalogue changes: counting takes longer than finding a page, and is asked for again with each. */
export const createCounts = <Counted extends NonNullable<unknown>>(most: number) => {
  const kept = new LRUCache<string, Counted>({ max: most, ttl: LASTS, ttlResolution: 1_000 });
  let generation = 0;
  return {
    known: (key: string): Counted | undefined => kept.get(key),
    /** What is known, else what `count` finds. */
    of: async (key: string, count: () => Promise<Counted>): Promise<Counted> => {
      const known = kept.get(key);
      if (known !== undefined) return known;
      const asOf = generation;
      const counted = await count();
      if (asOf === generation) kept.set(key, counted);
      return counted;
    },
    clear: (): void => {
      generation += 1;
      kept.clear();
    },
  };
};

export type Counts<Counted extends NonNullable<unknown>> = ReturnType<typeof createCounts<Counted>>;
