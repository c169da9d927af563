import { LRUCache } from 'lru-cache';
import { isDatabaseAway } from './away.ts';

/** How long a node may go on believing what it has read, in ms, when it doesn't know whether that has changed. */
const TRUST_MS = 900;
/** How long when it does: the net under changes that nobody told of, such as those by hand. */
const KNOWN_MS = 60_000;
/** How long it goes on while the database cannot be asked: nobody can have changed anything there either. */
const AWAY_MS = 600_000;

export interface TrustedOptions {
  /** How many are remembered. */
  readonly max: number;
  /** Whether `invalidate` has been called for all that has changed until a moment ago. */
  readonly isCurrent?: (() => boolean) | undefined;
  /** Milliseconds of a clock that is never set. */
  readonly ticks?: () => number;
}

/** Something that the database said. */
export interface Found<Known> {
  readonly found: Known;
  /** Ms after which it is otherwise without anybody changing it. */
  readonly lasts?: number | null;
}

/** What the database said of callers, believed until it has changed, and for longer when it cannot be asked. */
export const createTrusted = <Known extends object | string>({
  max,
  isCurrent = () => false,
  ticks = () => performance.now(),
}: TrustedOptions) => {
  const perf = { now: ticks };
  const known = new LRUCache<string, { readonly found: Known; readonly since: number }>({
    max,
    ttlResolution: 0,
    perf,
  });
  const lately = new LRUCache<string, Known>({ max, ttl: AWAY_MS, ttlResolution: 0, perf });
  let invalidated = 0;

  return {
    /** What is known, at once. */
    get: (key: string): Known | undefined => {
      const entry = known.get(key);
      return entry && (ticks() - entry.since < TRUST_MS || isCurrent()) ? entry.found : undefined;
    },
    /** What `look` finds in the database; while that is away, what it said last. */
    read: async (key: string, look: () => Promise<Found<Known>>): Promise<Known> => {
      const since = ticks();
      const before = invalidated;
      try {
        const { found, lasts } = await look();
        // What was read before the last `invalidate` may be what has changed.
        if (before === invalidated) {
          known.set(key, { found, since }, { start: since, ttl: Math.max(1, Math.min(lasts ?? KNOWN_MS, KNOWN_MS)) });
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
    invalidate: (): void => {
      invalidated += 1;
      known.clear();
      lately.clear();
    },
  };
};
