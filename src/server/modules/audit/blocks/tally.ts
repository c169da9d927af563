import type { Executor } from '#server/platform/db/database.ts';
import type { Search, Tally } from '../storage.ts';
import { BLOCK_SPAN, factsOf } from './block.rules.ts';
import { fieldOf, walkBack } from './find.ts';
import { matchesIn } from './match.rules.ts';

/** Rows that are looked through for one tally, about; a block costs what so many rows do. */
const MOST_ROWS = 300_000;
const COST_OF_BLOCK = 5;

/** Counts what matches by the second and the class, walking back until the range ends or enough was looked through. */
export const readTally = async (db: Executor, search: Search, now: Date, most = MOST_ROWS): Promise<Tally> => {
  const { from, to = now, ...filter } = search;
  const end = Math.min(to.getTime() + 1, now.getTime() + 1);
  const counts = new Map<number, number>();
  const field = await fieldOf(db, { ...search, to: new Date(end - 1) });
  const begin = from?.getTime() ?? field?.range.from ?? end;
  const whole = { from: begin, to: Math.max(begin, end), isWhole: true, counts };
  if (field === null) return whole;
  const { range } = field;
  let looked = 0;
  for await (const blocks of walkBack(db, field, now, { needed: Number.POSITIVE_INFINITY, found: 0 })) {
    for (const block of blocks) {
      const { arrivals, codes } = factsOf(block.facts, block.rows);
      const first = block.first_at.getTime();
      for (const place of matchesIn(block, filter, range)) {
        const second = Math.floor((first + (arrivals[place] as number)) / 1_000);
        const key = second * 10 + Math.floor((codes[place] as number) / 100);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      looked += block.rows + COST_OF_BLOCK;
    }
    // An earlier block may hold rows up to a span after its first; from there on nothing is missing.
    const reached = (blocks.at(-1)?.first_at.getTime() ?? 0) + BLOCK_SPAN;
    if (looked >= most && reached > range.from) return { ...whole, from: reached, isWhole: false };
  }
  return whole;
};
