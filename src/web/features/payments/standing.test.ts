import { describe, expect, it } from 'vitest';
import { daysUntil, endsSoon, isStuck, standingOf } from './standing.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const paid = (startDate: string | null, endDate: string | null, status: 'COMPLETED' | 'CREATED' | 'REFUNDED') => ({
  startDate,
  endDate,
  status,
});

describe('where a payment stands', () => {
  it.each([
    ['runs', paid('2026-11-01T00:00:00Z', '2026-12-01T12:00:00Z', 'COMPLETED'), { phase: 'running', days: 10 }],
    ['ends today', paid('2026-11-01T00:00:00Z', '2026-11-21T18:00:00Z', 'COMPLETED'), { phase: 'running', days: 0 }],
    ['lies ahead', paid('2026-12-01T12:00:00Z', '2026-12-31T12:00:00Z', 'COMPLETED'), { phase: 'ahead', days: 10 }],
    ['is over', paid('2026-10-01T00:00:00Z', '2026-11-21T12:00:00Z', 'COMPLETED'), { phase: 'none', days: 0 }],
    ['was given back', paid('2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z', 'REFUNDED'), { phase: 'none', days: 0 }],
    ['was never paid', paid(null, null, 'CREATED'), { phase: 'none', days: 0 }],
  ])('%s', (_, payment, standing) => expect(standingOf(payment, now)).toEqual(standing));

  it('has whole days left, and none in the past', () =>
    expect([daysUntil('2026-11-22T11:59:59Z', now), daysUntil('2026-11-20T00:00:00Z', now)]).toEqual([0, 0]));

  it('ends soon under seven days', () =>
    expect([endsSoon('2026-11-28T11:59:59Z', now), endsSoon('2026-11-28T12:00:00Z', now)]).toEqual([true, false]));
});

it('is stuck when it has been CREATED for more than 30 minutes', () => {
  const made = (insertDate: string, status: 'CREATED' | 'CANCELLED' = 'CREATED') =>
    isStuck({ status, insertDate }, now);
  expect(made('2026-11-21T11:29:59Z')).toBe(true);
  expect(made('2026-11-21T11:30:00Z')).toBe(false);
  expect(made('2026-11-21T10:00:00Z', 'CANCELLED')).toBe(false);
});
