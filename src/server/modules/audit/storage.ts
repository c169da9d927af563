import type { Transaction } from '#server/platform/db/database.ts';
import type { IsLate } from '#server/platform/db/late.ts';
import type { Steps } from '#server/platform/db/steps.ts';
import type { Entry } from './audit.rules.ts';

/** A request as it was kept. */
export interface StoredRow {
  /** Its number: numbers are given as requests are written, nearly in the order of their arrival. */
  readonly seq: number;
  /** When it arrived. */
  readonly at: Date;
  readonly elapsedUs: number;
  readonly code: number;
  readonly method: string;
  readonly ip: string;
  readonly tokenId: number | null;
  readonly uri: string;
  readonly headers: string | null;
  readonly requestId: string | null;
}

/** What is looked for; everything when nothing is said. */
export interface Search {
  /** Moments of arrival, both within. */
  readonly from?: Date;
  readonly to?: Date;
  readonly tokenId?: number;
  /** The lowest and the highest status. */
  readonly codes?: readonly [number, number];
  readonly ip?: string;
  readonly method?: string;
  readonly requestId?: string;
  /** Microseconds, at least. */
  readonly elapsedUs?: number;
  /** Part of the address. */
  readonly uri?: string;
  /** A network address whose requests without a token are left out. */
  readonly without?: string;
}

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export interface Found {
  readonly rows: readonly StoredRow[];
  readonly total: number;
  /** The newest moment of what was not looked at, since it took long; null: all was that counts. */
  readonly since: Date | null;
}

/** How far was counted. */
export interface Reach {
  /** Milliseconds since 1970: what arrived from here on, and before `to`, is counted. */
  readonly from: number;
  readonly to: number;
  /** Whether `from` is where the search begins; else there was more than is looked through at once. */
  readonly isWhole: boolean;
}

/** Counts of what matches. */
export interface Tally extends Reach {
  /** How many, by the moment in seconds since 1970 and the first digit of the status: `10 * second + digit`. */
  readonly counts: ReadonlyMap<number, number>;
}

/** What a client has asked. */
export interface Sums {
  requests: number;
  /** By the first digit of the status. */
  readonly classes: Record<4 | 5, number>;
  /** Answered 429, which are of the 4xx too. */
  refused: number;
  elapsedUs: number;
}

/** What matches, by who sent it. */
export interface Clients extends Reach {
  readonly addresses: ReadonlyMap<string, Sums>;
  readonly tokens: ReadonlyMap<number, Sums>;
}

/** What arrived between two moments. */
export interface Stretch {
  readonly requests: number;
  /** How many of them, the newest, the rest was read from. */
  readonly looked: number;
  /** By the first digit of the status. */
  readonly classes: Record<4 | 5, number>;
  /** How long the answers to calls with a token took, by the buckets of `durations.ts`; refused and failed ones are left out. */
  readonly durations: Float64Array;
}

/** Where audited requests are kept, in whatever form. */
export interface AuditStorage {
  /**
   * Writes entries, which are in the order of their arrival, and `also` in the same step. Doubtful ones may be there
   * already, by a step whose end was not heard of; then nothing is done. Throws a RangeError for an entry that it cannot
   * keep, and what the database says to one that it refuses.
   */
  readonly write: (
    entries: readonly Entry[],
    doubtful: boolean,
    also: (tx: Transaction) => Promise<void>,
  ) => Promise<void>;
  /**
   * Rows, newest first, as far as it gets before it is late. The total is exact when nothing is looked for, else it ends at
   * 10,001.
   */
  readonly find: (search: Search, slice: Slice, isLate: IsLate) => Promise<Found>;
  /** Every row that matches and is there by now, the newest first; those of several nodes nearly so within a second. */
  readonly walk: (search: Search) => Steps<StoredRow>;
  /** Counts what arrived up to now and matches, the newest first, as far as some 300,000 requests reach or it is late. */
  readonly tally: (search: Search, isLate: IsLate) => Promise<Tally>;
  /** The same by sender. */
  readonly clients: (search: Search, isLate: IsLate) => Promise<Clients>;
  /** What arrived from each of these moments to the next. Some 300,000 requests are looked through in all. */
  readonly stretches: (bounds: readonly Date[]) => Promise<readonly Stretch[]>;
  /**
   * Drops the UTC days before one, YYYY-MM-DD, and is ready for today and tomorrow. One node does it at a time; a day that
   * somebody reads all the while is left for the next time.
   */
  readonly sweep: (oldest: string, watch?: SweepWatch) => Promise<Swept>;
}

/** Who sees how far a sweep is, and may end it between two days. */
export interface SweepWatch {
  readonly signal?: AbortSignal;
  readonly progress?: (days: number, of: number) => void;
}

/** Days that were dropped, and that were left. */
export interface Swept {
  readonly dropped: number;
  readonly left: number;
}
