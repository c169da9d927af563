import { describe, expect, it } from 'vitest';
import { currentPlans } from './current.ts';
import { price, totalOf } from './price.ts';

describe('a price', () => {
  it('is written in euros with two decimals', () =>
    expect([price(9), price(0.5), price(1234.5)]).toEqual(['€9.00', '€0.50', '€1,234.50']));
  it('times the months is exact to the cent', () =>
    expect([totalOf(9, 3), totalOf(0.1, 3), totalOf(19.99, 12)]).toEqual([27, 0.3, 239.88]));
});

describe('the current plan', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  const paid = (idProduct: number | null, endDate: string | null, status: 'COMPLETED' | 'CREATED' | 'REFUNDED') => ({
    idProduct,
    endDate,
    status,
  });
  it('runs until the last end of what is paid', () => {
    const plans = currentPlans(
      [
        paid(2, '2026-12-20T10:00:00Z', 'COMPLETED'),
        paid(2, '2027-02-20T10:00:00Z', 'COMPLETED'),
        paid(2, '2027-01-20T10:00:00Z', 'COMPLETED'),
      ],
      now,
    );
    expect([...plans]).toEqual([[2, '2027-02-20T10:00:00Z']]);
  });
  it('is nothing that is over, not paid, refunded or of a product that is no more', () => {
    const plans = currentPlans(
      [
        paid(2, '2026-11-20T23:59:59Z', 'COMPLETED'),
        paid(3, '2027-02-20T10:00:00Z', 'CREATED'),
        paid(4, '2027-02-20T10:00:00Z', 'REFUNDED'),
        paid(5, null, 'COMPLETED'),
        paid(null, '2027-02-20T10:00:00Z', 'COMPLETED'),
      ],
      now,
    );
    expect(plans.size).toBe(0);
  });
});
