import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '#server/kernel/failure.ts';
import type { Offer } from '#server/modules/plans/offer.service.ts';
import { CAPTURE, order } from './billing.fixture.ts';
import { type CartItem, judge, priceCart, STEPS } from './billing.rules.ts';
import type { OrderState } from './provider.ts';

const offer = (id: number, priceCents: number, active = true): Offer => ({
  id,
  name: `Product ${id}`,
  priceCents,
  periodDays: 31,
  active,
  roleIds: [id],
});

const offers = fc
  .array(fc.tuple(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000_000 })), fc.boolean()), { maxLength: 6 })
  .map((all) => all.map(([cents, active], at) => offer(at + 1, cents, active)));
const period = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 13, 1.5, Number.NaN, 1e9) },
);
const cart = fc.array(fc.record({ idProduct: fc.integer({ min: 1, max: 7 }), period }), { maxLength: 6 });

const priced = (items: readonly CartItem[], sold: readonly Offer[]) => {
  try {
    return priceCart(items, sold);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
};

describe('the price of a cart', () => {
  it('is months times the price of each, or the cart is refused: 10,000 carts', () => {
    fc.assert(
      fc.property(cart, offers, (items, sold) => {
        const found = priced(items, sold);
        const named = new Set(items.map(({ idProduct }) => idProduct));
        const isRight =
          items.length > 0 &&
          named.size === items.length &&
          items.every(({ idProduct, period: months }) => {
            const product = sold[idProduct - 1];
            return (
              product?.active && product.priceCents > 0 && [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].includes(months)
            );
          });
        if (found instanceof Failure) {
          expect([400, 404]).toContain(found.status);
          expect(isRight).toBe(false);
          return;
        }
        expect(isRight).toBe(true);
        const sum = items.reduce((all, one) => all + (sold[one.idProduct - 1]?.priceCents ?? 0) * one.period, 0);
        expect(found.amountCents).toBe(sum);
        expect(Number.isSafeInteger(found.amountCents)).toBe(true);
        expect(found.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual(
          items.map(({ idProduct, period: months }) => [idProduct, months]),
        );
      }),
      { numRuns: 10_000 },
    );
  });
});

const expected = { id: 7, orderId: 'ORDER', amountCents: 900, currency: 'EUR', payee: 'SHOP' };
const capture = (status: OrderState['captures'][number]['status'], id = 'C1') => ({ ...CAPTURE, status, id });

describe('the verdict on an order', () => {
  it.each([
    ['nothing known', null, { is: 'gone' }],
    ['not agreed', order(), { is: 'unpaid' }],
    ['agreed', order({ status: 'APPROVED' }), { is: 'approved' }],
    ['refused just now', order({ status: 'APPROVED', declined: true }), { is: 'refused' }],
    ['given up', order({ status: 'VOIDED' }), { is: 'void' }],
    ['done without a capture', order({ status: 'COMPLETED' }), { is: 'pending' }],
    ['captured', order({ status: 'COMPLETED', captures: [capture('COMPLETED')] }), { is: 'paid', captureId: 'C1' }],
    ['captured, not done', order({ status: 'APPROVED', captures: [capture('COMPLETED')] }), { is: 'pending' }],
    ['waiting', order({ status: 'COMPLETED', captures: [capture('PENDING')] }), { is: 'pending' }],
    ['declined', order({ status: 'COMPLETED', captures: [capture('DECLINED')] }), { is: 'declined' }],
    ['given back', order({ status: 'COMPLETED', captures: [capture('REFUNDED')] }), { is: 'refunded' }],
    [
      'given back in part',
      order({ status: 'COMPLETED', captures: [capture('PARTIALLY_REFUNDED')] }),
      { is: 'paid', refundedInPart: true },
    ],
    [
      'captured at the second try',
      order({ status: 'COMPLETED', captures: [capture('DECLINED', 'C0'), capture('COMPLETED')] }),
      { is: 'paid', captureId: 'C1' },
    ],
    [
      'captured twice',
      order({ status: 'COMPLETED', captures: [capture('COMPLETED', 'C0'), capture('COMPLETED')] }),
      { is: 'wrong', moneyTaken: true },
    ],
    ['payee not told', order({ payee: null }), { is: 'unpaid' }],
    ['another payee', order({ payee: 'THIEF' }), { is: 'wrong', why: 'payee', moneyTaken: false }],
    ['no amount', order({ amountCents: null }), { is: 'wrong', why: 'amount' }],
    ['no custom id', order({ customId: null }), { is: 'wrong', why: 'custom id' }],
    ['no unit', order({ units: 0 }), { is: 'wrong', why: 'purchase units' }],
  ] as const)('%s', (_, state, verdict) => expect(judge(expected, state)).toMatchObject(verdict));
});

it('the table of steps leads where the decision says and nowhere else', () => {
  const legal = Object.entries(STEPS).flatMap(([step, { from, to }]) =>
    from.map((status) => `${status} ${step} ${to}`),
  );
  expect(legal).toEqual([
    'CREATED complete COMPLETED',
    'CANCELLED complete COMPLETED',
    'CREATED cancel CANCELLED',
    'COMPLETED refund REFUNDED',
  ]);
});
