import { safeText } from '#server/kernel/mask.ts';
import type { KeptAction } from './action.store.ts';
import { LONGEST_ABOUT } from './told.rules.ts';

// What is left of somebody's addresses in what administrators did, once the account is deleted.

/** An account that is deleted. */
export interface Gone {
  readonly accountId: number;
  /** The address until now. */
  readonly email: string;
  /** Of all tokens that it has had. */
  readonly tokenIds: readonly number[];
}

/** An address that the account has, or has had. */
interface Address {
  readonly email: string;
  /** It is somebody else's by now. */
  readonly isHeld: boolean;
}

type Told = Pick<KeptAction, 'about' | 'sent' | 'before' | 'after'>;

/** How an address may stand in an action: whole, as JSON writes it, and cut. */
export const formsOf = (email: string): readonly string[] => [
  ...new Set([email, JSON.stringify(email).slice(1, -1), safeText(email, LONGEST_ABOUT)]),
];

/** An address that stands by itself: it may be the end, or the beginning, of another one. */
const standing = (email: string): RegExp => {
  const forms = [email, safeText(email, LONGEST_ABOUT)].map((form) => RegExp.escape(form)).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}_.+%-])(?:${forms})(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'giu');
};

const without = (value: unknown, addresses: readonly RegExp[], name: string): unknown => {
  if (typeof value === 'string') return addresses.reduce((text, address) => text.replace(address, name), value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => without(item, addresses, name));
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, without(held, addresses, name)]));
};

/** Whom the records of an action tell of, by the token that they name. */
const toldIn = ({ before, after }: Told) =>
  [before, after].flatMap((record) => {
    const { idToken, email } = (record ?? {}) as { readonly idToken?: unknown; readonly email?: unknown };
    return typeof idToken === 'number' && typeof email === 'string' ? [{ idToken, email: email.toLowerCase() }] : [];
  });

/**
 * What actions tell without the addresses of an account. Where they tell of the account all of them go. Elsewhere one
 * stays that is somebody else's: by the record that the action tells of, or by now.
 */
export const burying = ({ accountId, tokenIds }: Gone, addresses: readonly Address[]) => {
  const sought = addresses.map((address) => ({ ...address, standing: standing(address.email) }));
  return (action: Told): Told => {
    const told = toldIn(action);
    const isOwn = told.some(({ idToken }) => tokenIds.includes(idToken));
    const gone = sought
      .filter(({ email, isHeld }) => isOwn || !(isHeld || told.some((one) => one.email === email.toLowerCase())))
      .map((one) => one.standing);
    const { about, sent, before, after } = without(action, gone, `deleted-${accountId}`) as Told;
    return { about, sent, before, after };
  };
};
