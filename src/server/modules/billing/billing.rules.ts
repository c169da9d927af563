import { MAX_PERIOD, type PaymentStatus } from '#contracts/billing.api.ts';
import { type Failure, failure, refusedAt } from '#server/kernel/failure.ts';
import type { Offer } from '#server/modules/plans/offer.service.ts';
import type { OrderState } from './provider.ts';

export type Step = 'complete' | 'cancel' | 'refund';

/**
 * Every legal step of a purchase. A cancelled one is completed only when the provider has taken the money after all: what
 * was paid for is given.
 */
export const STEPS: Readonly<Record<Step, { readonly from: readonly PaymentStatus[]; readonly to: PaymentStatus }>> = {
  complete: { from: ['CREATED', 'CANCELLED'], to: 'COMPLETED' },
  cancel: { from: ['CREATED'], to: 'CANCELLED' },
  refund: { from: ['COMPLETED'], to: 'REFUNDED' },
};

export interface CartItem {
  readonly idProduct: number;
  /** Months. */
  readonly period: number;
}

/** An item with what it was sold as. */
export interface Line {
  readonly productId: number;
  readonly feature: string;
  readonly quantity: number;
  readonly periodDays: number;
  readonly cents: number;
  readonly roleIds: readonly number[];
}

export interface Cart {
  readonly lines: readonly Line[];
  readonly amountCents: number;
}

/** The most that is charged at once, in cents: what the column holds. */
const MOST_CENTS = 2_147_483_647;

const refused = (field: string, message: string): Failure =>
  failure('invalid_body', `${field} ${message}`, { details: [{ field, message }] });

/**
 * What a cart costs by the products as they are. Throws `product_unknown` for one that is not on sale, `invalid_body` for
 * one that is free or stands there twice, and for months that cannot be bought.
 */
export const priceCart = (items: readonly CartItem[], offers: readonly Offer[]): Cart => {
  const known = new Map(offers.map((offer) => [offer.id, offer]));
  if (new Set(items.map(({ idProduct }) => idProduct)).size < items.length)
    throw refused('idProduct', 'must not be named twice');
  const lines = items.map(({ idProduct, period }, at): Line => {
    const offer = known.get(idProduct);
    if (!Number.isInteger(period) || period < 1 || period > MAX_PERIOD)
      throw refused(`${at}.period`, `must be 1 to ${MAX_PERIOD} months`);
    if (!offer?.active) throw refusedAt('idProduct', 'product_unknown');
    if (offer.priceCents === 0) throw refused(`${at}.idProduct`, 'is free: there is nothing to buy');
    return {
      productId: offer.id,
      feature: offer.name,
      quantity: period,
      periodDays: offer.periodDays,
      cents: offer.priceCents * period,
      roleIds: offer.roleIds,
    };
  });
  const amountCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  if (lines.length === 0 || amountCents > MOST_CENTS) throw refused('', 'cannot be bought at once');
  return { lines, amountCents };
};

/** What a purchase says of itself that an order has to agree with. */
export interface Expected {
  readonly id: number;
  readonly orderId: string;
  readonly amountCents: number;
  readonly currency: string;
  /** Null when the provider did not say. */
  readonly payee: string | null;
}

export type Verdict =
  | { readonly is: 'paid'; readonly captureId: string; readonly refundedInPart: boolean }
  /** `declined` is final, `refused` leaves the buyer another try. */
  | { readonly is: 'unpaid' | 'approved' | 'pending' | 'declined' | 'refused' | 'void' | 'refunded' | 'gone' }
  | { readonly is: 'wrong'; readonly why: string; readonly moneyTaken: boolean };

const differences = (expected: Expected, state: OrderState): string[] => {
  const { amountCents, currency, payee } = expected;
  const wrong: string[] = [];
  if (state.orderId !== expected.orderId) wrong.push('order');
  if (state.units !== 1) wrong.push('purchase units');
  if (state.amountCents !== amountCents) wrong.push('amount');
  if (state.currency !== currency) wrong.push('currency');
  if (state.customId !== String(expected.id)) wrong.push('custom id');
  if (payee !== null && state.payee !== null && state.payee !== payee) wrong.push('payee');
  if (state.captures.filter(({ status }) => status !== 'DECLINED').length > 1) wrong.push('captures');
  for (const capture of state.captures) {
    if (capture.amountCents !== amountCents) wrong.push('captured amount');
    if (capture.currency !== currency) wrong.push('captured currency');
  }
  return wrong;
};

/** What an order, as its provider tells of it, means for the purchase it should belong to. */
export const judge = (expected: Expected, state: OrderState | null): Verdict => {
  if (state === null) return { is: 'gone' };
  const wrong = differences(expected, state);
  const capture = state.captures.find(({ status }) => status !== 'DECLINED') ?? state.captures[0];
  if (wrong.length > 0) {
    const moneyTaken = state.captures.some(({ status }) => status !== 'DECLINED' && status !== 'REFUNDED');
    return { is: 'wrong', why: wrong.join(', '), moneyTaken };
  }
  if (capture) {
    // What was given back in part was paid in whole.
    const refundedInPart = capture.status === 'PARTIALLY_REFUNDED';
    if (capture.status === 'COMPLETED' || refundedInPart)
      return state.status === 'COMPLETED' ? { is: 'paid', captureId: capture.id, refundedInPart } : { is: 'pending' };
    if (capture.status === 'REFUNDED') return { is: 'refunded' };
    return { is: capture.status === 'PENDING' ? 'pending' : 'declined' };
  }
  if (state.declined) return { is: 'refused' };
  if (state.status === 'VOIDED') return { is: 'void' };
  if (state.status === 'APPROVED') return { is: 'approved' };
  return { is: state.status === 'COMPLETED' ? 'pending' : 'unpaid' };
};

/** Purchases of an account that may be open at once. */
export const MOST_OPEN = 20;
/** Older open purchases that hold no money of ours are given up, in ms. */
export const GIVEN_UP = 3 * 86_400_000;

/** `€27.00`. */
export const euroText = (cents: number): string => `€${(cents / 100).toFixed(2)}`;

export const monthsText = (months: number): string => `${months} ${months === 1 ? 'month' : 'months'}`;
