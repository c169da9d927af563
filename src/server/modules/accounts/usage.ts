/** How the quota of an account stands on the current UTC day. */
export interface Usage {
  /** Requests a day; null: no limit. */
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
}

/** Asks the quota; `limit` is what the account may use a day. */
export type UsageOf = (accountId: number, limit: number | null) => Usage | Promise<Usage>;
