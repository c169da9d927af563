import type { UserKey } from '#contracts/users.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Steps } from '#server/platform/db/steps.ts';

/** A live token. */
export interface UserToken {
  readonly id: number;
  /** Empty when it was sealed under a secret that is lost. */
  readonly token: string;
  readonly valid: boolean;
}

/** A live token, what its key is called, and beside which others that is. */
export interface TokenWithKeys extends UserToken {
  readonly keyName: string;
  readonly keys: readonly UserKey[];
}

export interface RegisteredToken extends UserToken {
  readonly email: string;
  readonly ip: string | null;
  readonly at: Date;
}

/** What users and profiles ask of API tokens, which stand above accounts. */
export interface UserTokens {
  /** The account of a live token, given whole or by its id, and that id; null for what is none. */
  readonly ownerOf: (token: string) => Promise<{ readonly accountId: number; readonly idToken: number } | null>;
  /** A live token of an account, of its first key where none is named, and all its keys; null when there is none. */
  readonly withKeys: (db: Executor, accountId: number, idToken: number | null) => Promise<TokenWithKeys | null>;
  /** Of those accounts that have one; none is made. */
  readonly liveTokens: (db: Executor, accountIds: readonly number[]) => Promise<ReadonlyMap<number, UserToken>>;
  /** False when it is no live token any more. */
  readonly setValid: (tx: Executor, token: string, valid: boolean) => Promise<boolean>;
  /** Tokens that were made on a day of a time zone, yyyy-mm-dd; null: today. */
  readonly registered: (day: string | null, timeZone: string) => Promise<Steps<RegisteredToken>>;
  /** Requests a UTC day of an account; null: no limit. */
  readonly limitOfAccount: (accountId: number) => Promise<number | null>;
}
