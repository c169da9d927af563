import type { Reason } from './types.generated.ts';

/** What a call may be told beside its input. */
export interface CallOptions {
  /** Ends the call, also while it waits; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which one try is given up; the client's own when not said. */
  readonly timeout?: number | undefined;
  /** Milliseconds that the call waits in all before further tries; the client's own when not said. */
  readonly maxWait?: number | undefined;
}

/** What reading the change feed may be told. */
export interface FeedOptions extends CallOptions {
  /** Goes on asking at the end of the feed, until the signal ends it. */
  readonly follow?: boolean | undefined;
  /** Milliseconds between two questions at the end of the feed; 30,000 when not said. */
  readonly interval?: number | undefined;
  /**
   * Is given the cursor after which the reading can go on, each time everything before it was handled: kept, and sent as
   * `since` later, it misses nothing. The next change comes when it has resolved.
   */
  readonly onCursor?: ((cursor: string) => void | Promise<void>) | undefined;
}

/** What following a stream may be told. */
export interface StreamOptions {
  /** Ends it; the loop rejects with the signal's reason. Leaving the loop ends it, too. */
  readonly signal?: AbortSignal | undefined;
  /** As that of the change feed. */
  readonly onCursor?: ((cursor: string) => void | Promise<void>) | undefined;
}

export interface ClientOptions {
  /** Where the service answers, such as `https://films.example.org`. */
  readonly baseUrl: string | URL;
  /** The API token, or what gives it before each try. Public calls need none. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Bytes of answers that are kept to be asked for with their ETag: while nothing has changed they are free. 8,000,000 when not said, 0 keeps none. */
  readonly cacheBytes?: number | undefined;
  /** Milliseconds that a call waits in all before further tries, after 429 and where nobody answered; 10,000 when not said. */
  readonly maxWait?: number | undefined;
  /** Further tries of a GET that met 502, 503, 504 or nobody; 3 when not said. */
  readonly retries?: number | undefined;
  /** Milliseconds after which one try is given up; 30,000 when not said. */
  readonly timeout?: number | undefined;
  /** What sends requests, in place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** A page of a list. */
export interface Page<T> {
  readonly items: T[];
  /** From 1. */
  readonly page: number;
  /** Items in all; where there are `more` than that, as far as they are counted. */
  readonly total: number;
  /** Items a page. */
  readonly regs: number;
  readonly more: boolean;
}

/** A picture as it came. */
export interface Picture {
  /** Its media type. */
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/** How the day's requests stand, by the last answer that said so. */
export interface Quota {
  /** Requests a UTC day. */
  readonly limit: number;
  readonly remaining: number;
  /** When the next day begins. */
  readonly reset: Date;
}

/** What was wrong with a parameter or a field. */
export interface Detail {
  readonly field: string;
  readonly message: string;
}

/** Why a call failed: as the service says it, or `no_answer` and `unreadable` where it said nothing that can be read. */
export type FailureReason = Reason | 'no_answer' | 'unreadable';

/** The input of a call that takes none. */
export type Nothing = Readonly<Record<string, never>>;

/** What a call is given: its input may be left out when it needs none. */
export type Given<I, O = CallOptions> = Nothing extends I ? [input?: I, options?: O] : [input: I, options?: O];

/** One call of the service. Rejects with a KinodexError, or with the reason of the signal that ended it. */
export type Call<I, R> = (...given: Given<I>) => Promise<R>;

/** A call for what goes on: it connects again by itself, behind what was handled, until it is left or refused. */
export type StreamCall<I, T> = (...given: Given<I, StreamOptions>) => AsyncIterable<T>;

/** A call for a record, of which `fields` leaves only what it names. */
export interface RecordCall<I extends { readonly fields?: unknown }, R> {
  (input: I & { readonly fields?: undefined }, options?: CallOptions): Promise<R>;
  (input: I, options?: CallOptions): Promise<Partial<R>>;
}

/** A call for a list that comes in pieces. */
export type ListCall<I, R, T, O = CallOptions> = Call<I, R> & {
  /** Every item, one after the other; the next piece is asked for when the last one has been read. */
  readonly pages: (...given: Given<I, O>) => AsyncIterable<T>;
};
