/** How the quota of an account stands on the current UTC day. */
export interface Usage {
  /** Requests a day; null: no limit. */
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
}

/** Asks the quota; `limit` is what the account may use a day. */
export type UsageOf = (accountId: number, limit: number | null) => Usage | Promise<Usage>;

/** UTC days, yyyy-mm-dd, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface DayRequests {
  readonly date: string;
  readonly requests: number;
}

export interface AddressRequests extends DayRequests {
  readonly ip: string;
}

export interface LastRequest {
  readonly at: Date;
  readonly ip: string;
}

/** The counted requests of an account by every token that it has had; days without any are left out. */
export interface Requests {
  /** The newest first. */
  readonly byDay: (accountId: number, days: DayRange) => Promise<readonly DayRequests[]>;
  /** The newest first, most of a day first. */
  readonly byAddress: (accountId: number, days: DayRange) => Promise<readonly AddressRequests[]>;
  /** When and from where the last one came; null when there was none. */
  readonly last: (accountId: number) => Promise<LastRequest | null>;
  /** The same of each key that was ever used, by the keys' ids. */
  readonly lastByKey: (accountId: number) => Promise<ReadonlyMap<number, LastRequest>>;
}
