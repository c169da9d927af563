import type { UserToken } from '#contracts/account.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { isNetwork } from '#server/platform/http/address.ts';

/** What a user sets for a key. */
export interface KeySettings {
  readonly name: string;
  /** Requests a UTC day within the account's limit; null: that alone holds. */
  readonly dailyLimit: number | null;
  readonly addresses: readonly string[];
  readonly expiresAt: Date | null;
}

/** A body as it comes: what is left out is not set. */
export interface AskedSettings {
  readonly name: string;
  readonly dailyLimit?: number | null;
  readonly addresses?: readonly string[];
  readonly expiresAt?: string | null;
}

/** The account is to be deleted, or its address has still to be confirmed. */
export type Waits = 'LEAVING' | 'UNCONFIRMED';

interface Standing {
  readonly valid: boolean;
  readonly expiresAt: Date | null;
  /** Why no token of the account is taken for now. */
  readonly waits: Waits | null;
}

/** How a token stands at a moment. */
export const statusOf = ({ valid, expiresAt, waits }: Standing, at: Date): UserToken['status'] => {
  if (!valid) return 'DISABLED';
  if (waits === 'LEAVING') return waits;
  if (expiresAt !== null && expiresAt <= at) return 'EXPIRED';
  return waits ?? 'VALID';
};

const wrong = (field: string, message: string) =>
  failure('invalid_body', `${field} ${message}`, { details: [{ field, message }] });

const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * What was asked for, once it can be set at a moment. An end that has passed is only taken where it is the one that the key
 * has already. Throws `invalid_body`, which names the field.
 */
export const settingsOf = (
  { name, dailyLimit = null, addresses = [], expiresAt = null }: AskedSettings,
  at: Date,
  present: Date | null = null,
): KeySettings => {
  const place = addresses.findIndex((one) => !isNetwork(one));
  if (place !== -1) throw wrong(`addresses.${place}`, 'is neither an address nor a network such as 192.0.2.0/24');
  const end = expiresAt === null ? null : new Date(expiresAt);
  // A leap second has the form of a moment and is none; beyond the year 9999 one has another form.
  if (end !== null && !(end.getTime() <= LAST_MS)) throw wrong('expiresAt', 'is no moment of the years to 9999');
  if (end !== null && end <= at && end.getTime() !== present?.getTime()) throw wrong('expiresAt', 'has passed already');
  return { name, dailyLimit, addresses: [...new Set(addresses)], expiresAt: end };
};
