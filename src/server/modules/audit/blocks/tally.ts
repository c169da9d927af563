import type { Executor } from '#server/platform/db/database.ts';
import { neverLate } from '#server/platform/db/late.ts';
import { BUCKETS, bucketOf } from '#server/platform/durations.ts';
import type { Clients, Reach, Search, Stretch, Sums, Tally } from '../storage.ts';
import { BLOCK_SPAN, type Facts, factsOf, senderOf } from './block.rules.ts';
import { type KeptBlock, readFirstNumbers } from './find.store.ts';
import { type Bound, begunFor, boundOf, fieldOf, walkBack } from './find.ts';
import { matchesIn } from './match.rules.ts';

/** Rows that are looked through at once, about; a block costs what so many rows do. */
const MOST_ROWS = 300_000;
const COST_OF_BLOCK = 5;

type Visit = (block: KeptBlock, places: readonly number[], facts: Facts) => void;

/** When it is, how many rows are looked through at most, and when it takes too long. */
interface Bounds {
  readonly now: Date;
  readonly most?: number;
  readonly bound?: Bound;
}

/**
 * Visits what matches, walking back until the range ends, enough was looked through, or it is late. Answers how far that
 * was.
 */
const lookBack = async (
  db: Executor,
  search: Search,
  { now, most = MOST_ROWS, bound = boundOf(neverLate) }: Bounds,
  visit: Visit,
): Promise<Reach> => {
  const { from, to = now, ...filter } = search;
  const end = Math.min(to.getTime() + 1, now.getTime() + 1);
  const field = await fieldOf(db, { ...search, to: new Date(end - 1) }, bound);
  const begin = from?.getTime() ?? field?.range.from ?? end;
  const whole = { from: begin, to: Math.max(begin, end), isWhole: true };
  if (field === null) return whole;
  const { range } = field;
  let looked = 0;
  const progress = begunFor();
  for await (const blocks of walkBack(db, field, now, progress)) {
    for (const block of blocks) {
      visit(block, matchesIn(block, filter, range), factsOf(block.facts, block.rows));
      looked += block.rows + COST_OF_BLOCK;
    }
    // An earlier block may hold rows up to a span after its first; from there on nothing is missing.
    const reached = progress.reached + BLOCK_SPAN;
    if (reached > range.from && (looked >= most || (field.isLong && bound.isLate())))
      return { ...whole, from: reached, isWhole: false };
  }
  return whole;
};

/** Counts what matches by the second and the class. */
export const readTally = async (db: Executor, search: Search, bounds: Bounds): Promise<Tally> => {
  const counts = new Map<number, number>();
  const reach = await lookBack(db, search, bounds, ({ first_at }, places, { arrivals, codes }) => {
    const first = first_at.getTime();
    for (const place of places) {
      const second = Math.floor((first + (arrivals[place] as number)) / 1_000);
      const key = second * 10 + Math.floor((codes[place] as number) / 100);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  });
  return { ...reach, counts };
};

const sumsIn = <Key>(sums: Map<Key, Sums>, key: Key): Sums => {
  const known = sums.get(key);
  if (known) return known;
  const none: Sums = { requests: 0, classes: { 4: 0, 5: 0 }, refused: 0, elapsedUs: 0 };
  sums.set(key, none);
  return none;
};

/** Adds up what matches by network address and by token. */
export const readClients = async (db: Executor, search: Search, bounds: Bounds): Promise<Clients> => {
  const addresses = new Map<string, Sums>();
  const tokens = new Map<number, Sums>();
  const reach = await lookBack(db, search, bounds, (block, places, { durations, codes, senders }) => {
    const known = block.senders.split('\n').map((line) => {
      const { ip, tokenId } = senderOf(line);
      return [sumsIn(addresses, ip), ...(tokenId === null ? [] : [sumsIn(tokens, tokenId)])];
    });
    for (const place of places) {
      const code = codes[place] as number;
      const first = Math.floor(code / 100);
      for (const sums of known[senders[place] as number] ?? []) {
        sums.requests += 1;
        sums.elapsedUs += durations[place] as number;
        if (first === 4 || first === 5) sums.classes[first] += 1;
        if (code === 429) sums.refused += 1;
      }
    }
  });
  return { ...reach, addresses, tokens };
};

/** Counts what arrived from each moment to the next, an equal part of what is looked through for each. */
export const readStretches = async (
  db: Executor,
  bounds: readonly Date[],
  now: Date,
  most = MOST_ROWS,
): Promise<readonly Stretch[]> => {
  const numbers = await readFirstNumbers(db, bounds);
  const stretches: Stretch[] = [];
  for (const [at, next] of bounds.entries()) {
    const from = bounds[at - 1];
    if (from === undefined) continue;
    const classes = { 4: 0, 5: 0 };
    const durations = new Float64Array(BUCKETS);
    let looked = 0;
    const search = { from, to: new Date(next.getTime() - 1) };
    const { isWhole } = await lookBack(
      db,
      search,
      { now, most: most / (bounds.length - 1) },
      (block, places, facts) => {
        const hasToken = block.senders.split('\n').map((line) => senderOf(line).tokenId !== null);
        looked += places.length;
        for (const place of places) {
          const code = facts.codes[place] as number;
          const first = Math.floor(code / 100);
          if (first === 4 || first === 5) classes[first] += 1;
          if (first === 5 || code === 429 || !hasToken[facts.senders[place] as number]) continue;
          const bucket = bucketOf((facts.durations[place] as number) / 1_000);
          durations[bucket] = (durations[bucket] as number) + 1;
        }
      },
    );
    const numbered = (numbers[at] as number) - (numbers[at - 1] as number);
    stretches.push({ requests: isWhole ? looked : Math.max(looked, numbered), looked, classes, durations });
  }
  return stretches;
};
