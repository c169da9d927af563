import { LRUCache } from 'lru-cache';
import { isDatabaseAway } from './away.ts';

/** How long a node may go on believing what it has read, in ms: the net under the bus. */
const TRUST_MS = 900;
/** How long it goes on while the database cannot be asked: nobody can have changed anything there either. */
const AWAY_MS = 600_000;

export interface TrustedOptions {
  /** How many are remembered. */
  readonly max: number;
  /** Milliseconds of a clock that is never set. */
  readonly ticks?: () => number;
}

/** What the database said of callers, believed for a moment, and for longer when it cannot be asked. */
export const createTrusted = <Known extends object | string>({
  max,
  ticks = () => performance.now(),
}: TrustedOptions) => {
  const perf = { now: ticks };
  const known = new LRUCache<string, Known>({ max, ttl: TRUST_MS, ttlResolution: 0, perf });
  const lately = new LRUCache<string, Known>({ max, ttl: AWAY_MS, ttlResolution: 0, perf });
  let forgotten = 0;

  return {
    /** What is known of a moment ago, at once. */
    get: (key: string): Known | undefined => known.get(key),
    /** What `look` finds in the database; while that is away, what it said last. */
    read: async (key: string, look: () => Promise<Known>): Promise<Known> => {
      const since = forgotten;
      try {
        const found = await look();
        // What was read before the last `forget` may be what was to be forgotten.
        if (since === forgotten) {
          known.set(key, found);
          lately.set(key, found);
        }
        return found;
      } catch (error) {
        const last = isDatabaseAway(error) ? lately.get(key) : undefined;
        if (last !== undefined) return last;
        lately.delete(key);
        throw error;
      }
    },
    /** Something has changed: everything is read again. */
    forget: (): void => {
      forgotten += 1;
      known.clear();
      lately.clear();
    },
  };
};
