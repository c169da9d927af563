import { describe, expect, it } from 'vitest';
import { REASONS, type Reason } from '#contracts/errors.ts';
import { Failure, failure, invalid } from './failure.ts';

describe('a failure', () => {
  it.each(Object.keys(REASONS) as Reason[])('%s has its status and its text from the list', (reason) => {
    const failed = failure(reason);
    expect(failed).toBeInstanceOf(Failure);
    expect([failed.reason, failed.status, failed.message]).toEqual([reason, ...REASONS[reason]]);
    expect([failed.details, failed.headers]).toEqual([[], {}]);
  });

  it('can say more', () => {
    const cause = new Error('below');
    const failed = failure('unavailable', 'Not now.', { headers: { 'Retry-After': '2' }, cause });
    expect(failed).toMatchObject({ message: 'Not now.', headers: { 'Retry-After': '2' }, cause });
  });

  it('of a parameter names it', () => {
    const details = [{ field: 'date', message: 'is no day' }];
    expect(invalid('date', 'is no day')).toMatchObject({
      reason: 'invalid_parameter',
      status: 400,
      message: 'date is no day',
      details,
    });
  });
});
