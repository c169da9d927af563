import type { Executor } from '#server/platform/db/database.ts';
import type { Steps } from '#server/platform/db/steps.ts';

/** A live token. */
export interface UserToken {
  readonly id: number;
  /** Empty when it was sealed under a secret that is lost. */
  readonly token: string;
  readonly valid: boolean;
}

export interface RegisteredToken extends UserToken {
  readonly email: string;
  readonly ip: string | null;
  readonly at: Date;
}

/** What users and profiles ask of API tokens, which stand above accounts. */
export interface UserTokens {
  /** The account of a live token, given whole or by its id; null for what is none. */
  readonly ownerOf: (token: string) => Promise<number | null>;
  /** Of those accounts that have one; none is made. */
  readonly liveTokens: (db: Executor, accountIds: readonly number[]) => Promise<ReadonlyMap<number, UserToken>>;
  /** False when it is no live token any more. */
  readonly setValid: (tx: Executor, token: string, valid: boolean) => Promise<boolean>;
  /** Tokens that were made on a day of a time zone, yyyy-mm-dd; null: today. */
  readonly registered: (day: string | null, timeZone: string) => Promise<Steps<RegisteredToken>>;
  /** Requests a UTC day of an account; null: no limit. */
  readonly limitOfAccount: (accountId: number) => Promise<number | null>;
}
