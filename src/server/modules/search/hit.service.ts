import { LRUCache } from 'lru-cache';
import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Visibility } from '../catalog/visibility.ts';
import { type Found, readHits } from './search.store.ts';

/** How many are kept, about 400 bytes each. */
const KEPT = 16_384;
/** Ms: what is left of them where nobody tells of a change. */
const LASTS = 60_000;

interface HitParts {
  readonly db: Executor;
  /** Whether `clear` has been called for all that has changed until a moment ago. */
  readonly isCurrent: () => boolean;
}

/** What lists say of titles and people, kept until the catalogue changes: the best known stand in most of them. */
export const createHits = ({ db, isCurrent }: HitParts) => {
  const kept = new LRUCache<string, string>({ max: KEPT, ttl: LASTS, ttlResolution: 1_000 });
  let generation = 0;
  /** What one reader is told of another one is not: editors see more, and what may be published changes meanwhile. */
  const keysFor = ({ imageBase, sources, adult }: Visibility) => {
    const seen = `${adult} ${sources} ${imageBase}`;
    return ({ kind, id }: Found): string => `${kind}${id} ${seen}`;
  };
  return {
    /** What was found by whoever sees this, as a JSON array in the same order, without what is gone. */
    render: async (found: readonly Found[], seen: Visibility): Promise<JsonText> => {
      const asOf = generation;
      const keyOf = keysFor(seen);
      const hits = found.map((one) => (isCurrent() ? kept.get(keyOf(one)) : undefined));
      const missing = found.filter((_, at) => hits[at] === undefined);
      const read = missing.length > 0 ? await readHits(db, missing, seen) : [];
      if (isCurrent() && asOf === generation)
        for (const [at, one] of missing.entries()) if (read[at]) kept.set(keyOf(one), read[at]);
      const rest = read.values();
      return jsonText(
        `[${hits
          .map((hit) => hit ?? rest.next().value)
          .filter(Boolean)
          .join(',')}]`,
      );
    },
    clear: (): void => {
      generation += 1;
      kept.clear();
    },
  };
};

export type Hits = ReturnType<typeof createHits>;
