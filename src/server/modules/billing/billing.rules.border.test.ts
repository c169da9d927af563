import { describe, expect, it } from 'vitest';
import { MAX_PERIOD } from '#contracts/billing.api.ts';
import type { Offer } from '#server/modules/plans/offer.service.ts';
import { CAPTURE, captured } from './billing.fixture.ts';
import { euroText, judge, monthsText, priceCart } from './billing.rules.ts';
import type { OrderState } from './provider.ts';

const EXPECTED = { id: 7, orderId: 'ORDER', amountCents: 900, currency: 'EUR', payee: 'SHOP' };
const paid = (changed: Partial<OrderState> = {}) => ({ ...captured(), ...changed });

describe('an order that differs in one thing', () => {
  it('is paid when it differs in none', () => {
    expect(judge(EXPECTED, paid())).toEqual({ is: 'paid', captureId: 'C1', refundedInPart: false });
  });

  it.each([
    ['order', paid({ orderId: 'OTHER' })],
    ['purchase units', paid({ units: 2 })],
    ['amount', paid({ amountCents: 901 })],
    ['currency', paid({ currency: 'USD' })],
    ['custom id', paid({ customId: '8' })],
    ['payee', paid({ payee: 'THIEF' })],
    ['captured amount', captured({ amountCents: 899 })],
    ['captured currency', captured({ currency: 'USD' })],
    ['captures', paid({ captures: [CAPTURE, { ...CAPTURE, id: 'C2' }] })],
  ])('%s', (why, state) => expect(judge(EXPECTED, state)).toEqual({ is: 'wrong', why, moneyTaken: true }));

  it.each(['DECLINED', 'REFUNDED'] as const)('has no money of ours when that is %s', (status) => {
    expect(judge(EXPECTED, captured({ status, currency: 'USD' }))).toMatchObject({ is: 'wrong', moneyTaken: false });
  });

  it('is not held against a purchase whose payee nobody told', () => {
    expect(judge({ ...EXPECTED, payee: null }, paid({ payee: 'SHOP' }))).toMatchObject({ is: 'paid' });
  });
});

describe('a cart', () => {
  const offer: Offer = { id: 1, name: 'Pro', priceCents: 900, periodDays: 31, active: true, roleIds: [3] };
  const price = (cents: number, period = 1) => priceCart([{ idProduct: 1, period }], [{ ...offer, priceCents: cents }]);

  it('says of each item what it was sold as', () => {
    const lines = [{ productId: 1, feature: 'Pro', quantity: 2, periodDays: 31, cents: 1_800, roleIds: [3] }];
    expect(price(900, 2)).toEqual({ lines, amountCents: 1_800 });
  });

  it('costs at most what a column holds, and at least a cent', () => {
    expect(price(2_147_483_647).amountCents).toBe(2_147_483_647);
    expect(() => price(2_147_483_648)).toThrow('cannot be bought at once');
    expect(price(1).amountCents).toBe(1);
    expect(() => price(0)).toThrow(
      expect.objectContaining({ message: '0.idProduct is free: there is nothing to buy' }),
    );
    expect(() => priceCart([], [offer])).toThrow('cannot be bought at once');
  });

  it('lasts one month to a year', () => {
    expect(price(1, MAX_PERIOD).amountCents).toBe(MAX_PERIOD);
    for (const period of [0, MAX_PERIOD + 1]) {
      const details = [{ field: '0.period', message: `must be 1 to ${MAX_PERIOD} months` }];
      expect(() => price(1, period)).toThrow(expect.objectContaining({ reason: 'invalid_body', status: 400, details }));
    }
  });

  it('names nothing twice, and only what is on sale', () => {
    const twice = [1, 2].map((period) => ({ idProduct: 1, period }));
    expect(() => priceCart(twice, [offer])).toThrow('idProduct must not be named twice');
    for (const offers of [[], [{ ...offer, active: false }]])
      expect(() => priceCart([{ idProduct: 1, period: 1 }], offers)).toThrow(
        expect.objectContaining({
          reason: 'product_unknown',
          details: [expect.objectContaining({ field: 'idProduct' })],
        }),
      );
  });
});

it('sums and months are told as people write them', () => {
  expect([euroText(2_700), euroText(5)]).toEqual(['€27.00', '€0.05']);
  expect([monthsText(1), monthsText(2)]).toEqual(['1 month', '2 months']);
});
