import { describe, expect, it } from 'vitest';
import { currentPlans } from './current.ts';

describe('the current plan', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  const paid = (idProduct: number | null, endDate: string | null, status: 'COMPLETED' | 'CREATED' | 'REFUNDED') => ({
    idProduct,
    endDate,
    status,
  });
  const basic = { idProduct: 2, name: 'Basic', requests: 25_000 };
  const pro = { idProduct: 3, name: 'Pro', requests: 250_000 };
  const soon = '2026-12-01T10:00:00Z';
  const late = '2027-02-20T10:00:00Z';
  it('runs until the last end of what is paid', () => {
    const plans = currentPlans(
      [
        paid(2, '2026-12-20T10:00:00Z', 'COMPLETED'),
        paid(2, '2027-02-20T10:00:00Z', 'COMPLETED'),
        paid(2, '2027-01-20T10:00:00Z', 'COMPLETED'),
      ],
      [basic, pro],
      now,
    );
    expect([...plans]).toEqual([[2, { until: '2027-02-20T10:00:00Z', behind: null }]]);
  });
  it('is the one that allows the most, however soon it ends', () => {
    const plans = currentPlans([paid(2, late, 'COMPLETED'), paid(3, soon, 'COMPLETED')], [basic, pro], now);
    expect(plans.get(3)).toEqual({ until: soon, behind: null });
    expect(plans.get(2)).toEqual({ until: late, behind: 'Pro' });
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
      [basic, pro],
      now,
    );
    expect(plans.size).toBe(0);
  });
});
