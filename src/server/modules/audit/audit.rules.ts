import { safeText } from '#server/kernel/mask.ts';
import type { Answered } from '#server/platform/http/route.ts';
import type { Sender } from './sender.rules.ts';

export const LONGEST_URI = 2_000;
/** Of those whose requests are cut short. */
export const SHORT_URI = 60;
const INT_MAX = 2_147_483_647;

/** A request fit to be kept: masked, cut, one line each. Small, since thousands wait; what repeats is its sender's. */
export interface Entry {
  /** Milliseconds since 1970, when it arrived. */
  readonly at: number;
  readonly elapsedUs: number;
  readonly code: number;
  readonly cost: number;
  readonly uri: string;
  /** What its caller was told to name it by; empty where that is not known. */
  readonly id: string;
  readonly sender: Sender;
}

/** What is kept of a request. Throws for one that has no moment. */
export const entryOf = (
  { request, code, elapsed, cost }: Answered,
  sender: Sender,
  now: number,
  longest = LONGEST_URI,
): Entry => {
  const at = Math.floor(now - elapsed);
  if (!Number.isFinite(at)) throw new RangeError('a request without a moment');
  const elapsedUs = Math.min(Math.max(Math.round(elapsed * 1_000), 0), INT_MAX);
  return { at, elapsedUs, code, cost, uri: safeText(request.url, longest), id: request.id, sender };
};

/** How far rows that arrive nearly in order may be moved, together, per row; what is further is sorted. */
const MOVES = 16;

/** Sorts by arrival; those of one moment stay in their order. Rows come in that order but for a few. */
export const sortByArrival = (entries: Entry[]): Entry[] => {
  let moves = entries.length * MOVES;
  for (let index = 1; index < entries.length; index++) {
    const entry = entries[index] as Entry;
    let place = index;
    for (; place > 0 && (entries[place - 1] as Entry).at > entry.at; place--) {
      entries[place] = entries[place - 1] as Entry;
      moves--;
    }
    entries[place] = entry;
    if (moves < 0) return entries.sort((a, b) => a.at - b.at);
  }
  return entries;
};

const DAY_MS = 86_400_000;

const dayNumber = (at: number): number => Math.floor(at / DAY_MS);

/** Whether two moments are of one UTC day; much quicker than two names. */
export const areOfOneDay = (one: number, other: number): boolean => dayNumber(one) === dayNumber(other);

/** The UTC day of a moment, YYYY-MM-DD. */
export const dayOf = (at: number): string => new Date(dayNumber(at) * DAY_MS).toISOString().slice(0, 10);

/** The day so many days after another. */
export const dayAfter = (day: string, days = 1): string => dayOf(Date.parse(day) + days * DAY_MS);

/** What a token has cost, and was refused, from one address on one UTC day. */
export interface Counted {
  readonly tokenId: number;
  readonly day: string;
  readonly ip: string;
  readonly requests: number;
  /** Answered 429. */
  readonly refused: number;
  readonly lastAt: number;
}

const REFUSED = 429;

type Counting = { -readonly [K in keyof Counted]: Counted[K] };

/** Adds up what was counted, in an order that is the same for every writer. */
export const countsOf = (entries: readonly Entry[]): readonly Counted[] => {
  const counts = new Map<string, Counting>();
  // Of each sender, of whom there are few, what its last request was added to.
  const latest = new Map<Sender, Counting>();
  for (const { sender, cost, at, code } of entries) {
    const isRefused = code === REFUSED;
    if (sender.tokenId === null || (cost <= 0 && !isRefused)) continue;
    let counted = latest.get(sender);
    if (!counted || !areOfOneDay(counted.lastAt, at)) {
      const { tokenId, ip } = sender;
      const day = dayOf(at);
      const key = `${tokenId} ${day} ${ip}`;
      counted = counts.get(key) ?? { tokenId, day, ip, requests: 0, refused: 0, lastAt: at };
      counts.set(key, counted);
      latest.set(sender, counted);
    }
    counted.requests += cost;
    if (isRefused) counted.refused += 1;
    if (at > counted.lastAt) counted.lastAt = at;
  }
  return [...counts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted);
};
