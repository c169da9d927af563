/** Whose lease of which day. */
export interface LeaseKey {
  /** An account's id; below 0 the id of a key that has a limit of its own. */
  readonly accountId: number;
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
}

/** What a lease holds, and what the table had handed out of the day when it was last told; null: it must be told again. */
export interface Taken {
  /** Whether the cost was taken. */
  readonly ok: boolean;
  readonly left: number;
  readonly reserved: number | null;
  /** Goes up whenever `reserved` was forgotten: what was read of the table before that is not believed afterwards. */
  readonly turn: number;
}

/** A block from the table: what is in it, and what the table says since. An amount of 0 only tells what the table says. */
export interface Block {
  readonly amount: number;
  readonly reserved: number;
  /** Of the answer that came before the table was asked. */
  readonly turn: number;
}

export interface Known {
  readonly left: number;
  readonly reserved: number;
}

export interface Leftover extends LeaseKey {
  readonly left: number;
}

/**
 * Where blocks of a day's quota are spent. What it loses is lost to the caller and never given twice. A cost is taken when
 * that much is left and all that was taken stays within `limit`, which may have been lowered since. Null: the lease cannot
 * be reached, and may or may not have done what it was asked for.
 */
export interface Leases {
  readonly take: (key: LeaseKey, cost: number, limit: number) => Taken | Promise<Taken | null>;
  /** Puts a block in and takes the cost, in one step. */
  readonly put: (key: LeaseKey, block: Block, cost: number, limit: number) => Taken | Promise<Taken | null>;
  /** The table was lowered: what is known of it holds no longer, in any process. */
  readonly forget: (key: LeaseKey) => void | Promise<void>;
  /** What can be said without asking anybody. */
  readonly known: (key: LeaseKey) => Known | null;
  /** Takes leases out, oldest first, until `keep` remain: what was left in them belongs back into the table. */
  readonly drain: (keep: number) => readonly Leftover[];
  readonly close: () => void;
}
