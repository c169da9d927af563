import { LRUCache } from 'lru-cache';
import { DISCOVER_SORTS } from '#contracts/search.ts';
import type { Reads } from '#server/platform/db/replica.ts';
import type { Log } from '#server/platform/log.ts';
import { createRepeated } from '#server/platform/repeated.ts';
import type { Order, Position } from './discover.rules.ts';
import { KEYS, type Row } from './discover.sql.ts';
import { type Chunk, chunkOf, matchesIn, placeAfter, type Wanted } from './head.rules.ts';
import { readHead } from './head.store.ts';

/** Titles that are read at once, and the most of an order that are kept. */
const SIZES = { chunk: 2_048, most: 131_072 } as const;
/** All orders that there are, as settings have them shown. */
const MOST_ORDERS = 2 * DISCOVER_SORTS.length;
/**
 * Ms after which titles are read anew where nobody tells of a change; those from before answer as long again meanwhile. Long
 * enough for all orders of a large catalogue to be read one after the other.
 */
const LASTS = 300_000;
/** Ms between a reading that failed and the next; else it is as long as the reading took, however often the catalogue changes. */
const REST_AFTER_FAILURE = 1_000;

interface Head {
  /** When its reading began, of `performance.now()`. */
  readonly since: number;
  readonly chunks: Chunk[];
  /** Whether all titles are kept. */
  isWhole: boolean;
  /** How many were read, and the last one of them. */
  read: number;
  last: Position | null;
  /** Whether titles with a value are read; those without one come after them. */
  valued: boolean;
}

/** What answers, and what is read to take its place. */
interface Kept {
  head: Head;
  next: Head | null;
}

export interface HeadAsk {
  readonly order: Order;
  /** What those fulfil that may stand in lists. */
  readonly shown: string;
  readonly wanted: Wanted;
  readonly after: Position | null;
  readonly limit: number;
}

interface HeadParts {
  readonly db: Reads;
  readonly log: Log;
  /** Whether `clear` has been called for all that has changed until a moment ago. */
  readonly isCurrent: () => boolean;
  readonly sizes?: { readonly chunk: number; readonly most: number };
  readonly lasts?: number;
}

const begun = (): Head => ({
  ...{ since: performance.now(), chunks: [], isWhole: false },
  ...{ read: 0, last: null, valued: true },
});

/**
 * The first titles of the orders that lists are asked for in, kept until the catalogue changes: most pages are among them.
 * Nobody waits for them: what they do not answer is asked of the database, and more of them is read beside that.
 */
export const createHeads = ({ db, log, isCurrent, sizes: { chunk, most } = SIZES, lasts = LASTS }: HeadParts) => {
  const kept = new LRUCache<string, Kept>({ max: MOST_ORDERS });
  const readings = createRepeated(log, {
    failing: 'the first titles of lists cannot be read ahead; the database answers for them',
    again: 'the first titles of lists are read ahead again',
  });
  let isReading = false;
  /** When more may be read, of `performance.now()`. */
  let notBefore = 0;

  const readOn = async (head: Head, { order, shown }: HeadAsk): Promise<void> => {
    const began = performance.now();
    let least = 0;
    try {
      const { last: after, valued } = head;
      const rows = await readHead(db, { order, shown, after, valued, limit: chunk });
      const last = rows.at(-1);
      head.chunks.push(chunkOf(rows));
      head.read += rows.length;
      const isLast = rows.length < chunk;
      head.last = last && !isLast ? { id: last[0], value: last[1] } : null;
      head.valued = valued && !isLast;
      head.isWhole = isLast && (!valued || KEYS[order.sort].steps === null);
      readings.done();
    } catch (err) {
      least = REST_AFTER_FAILURE;
      readings.failed({ err });
    } finally {
      const now = performance.now();
      notBefore = now + Math.max(least, now - began);
      isReading = false;
    }
  };

  const answer = (head: Head, { wanted, after, limit }: HeadAsk): Row[] | null => {
    const from = after ? placeAfter(head.chunks, after) : { chunk: 0, at: 0 };
    if (from === null) return null;
    const found: Row[] = [];
    for (const [at, titles] of head.chunks.entries())
      if (at >= from.chunk && found.length < limit)
        found.push(...matchesIn(titles, wanted, at === from.chunk ? from.at : 0, limit - found.length));
    return found.length === limit || head.isWhole ? found : null;
  };

  const isFull = (head: Head): boolean => head.isWhole || head.read >= most;

  const keptOf = ({ order, shown }: HeadAsk): Kept => {
    const key = JSON.stringify([order, shown]);
    const one = kept.get(key) ?? { head: begun(), next: null };
    kept.set(key, one);
    const { head, next } = one;
    const age = performance.now() - head.since;
    const hasAsMuch = next !== null && (isFull(next) || (!head.isWhole && next.read >= head.read));
    if (hasAsMuch || age >= 2 * lasts) {
      one.head = next ?? begun();
      one.next = null;
    } else if (age >= lasts) one.next ??= begun();
    return one;
  };

  return {
    /** A page of titles after a position; null where it has to be asked of the database. */
    find: (ask: HeadAsk): Row[] | null => {
      if (!isCurrent()) return null;
      const { head, next } = keptOf(ask);
      const found = answer(head, ask);
      const isWanted = next !== null || (found === null && !isFull(head));
      if (isWanted && !isReading && performance.now() >= notBefore) {
        isReading = true;
        // After the question itself has asked for a connection.
        setImmediate(readOn, next ?? head, ask);
      }
      return found;
    },
    clear: (): void => kept.clear(),
  };
};

export type Heads = ReturnType<typeof createHeads>;
