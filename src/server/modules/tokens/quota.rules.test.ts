import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantedOf, refusedOf } from './quota.headers.ts';
import { blockOf, createDayClock, fitting } from './quota.rules.ts';

describe('a block', () => {
  it.each([
    ['a hundredth of the limit', 1, 10_000, 0, 100],
    ['no more than that', 1, 20_000, 0, 200],
    ['one of a small limit', 1, 7, 0, 1],
    ['a thousand of a large limit', 1, 10_000_000, 0, 1000],
    ['what is needed, when that is more', 250, 10_000, 0, 250],
    ['a twentieth of what is left, towards the end', 1, 10_000, 9_000, 50],
    ['one at the very end', 1, 10_000, 9_999, 1],
  ])('is %s', (_, needed, limit, reserved, block) => {
    expect(blockOf(needed, limit, reserved)).toBe(block);
  });

  it('is never less than needed, and never more than is left when what is needed is not', () => {
    const numbers = fc.tuple(fc.nat(2_000_000), fc.nat(2_000_000), fc.integer({ min: 1, max: 500 }));
    fc.assert(
      fc.property(numbers, ([limit, reserved, needed]) => {
        const block = blockOf(needed, limit, reserved);
        expect(block).toBeGreaterThanOrEqual(needed);
        if (reserved + needed <= limit) expect(reserved + block).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('the clock of days', () => {
  const told = (...moments: string[]): string[] => {
    const left = [...moments];
    const clock = createDayClock(() => new Date(`${left.shift()}Z`));
    return moments.map(() => new Date(clock()).toISOString().slice(0, 16));
  };

  it('goes with the time of a day, back too', () => {
    expect(told('2026-11-21T12:00', '2026-11-21T11:00')).toEqual(['2026-11-21T12:00', '2026-11-21T11:00']);
  });
  it('stays at the beginning of a day when it is put back over midnight', () => {
    expect(told('2026-11-22T01:00', '2026-11-21T23:00', '2026-11-22T00:30')).toEqual([
      '2026-11-22T01:00',
      '2026-11-22T00:00',
      '2026-11-22T00:30',
    ]);
  });
  it('is put right when it had been ahead by more than a day', () => {
    expect(told('2031-01-01T00:00', '2026-11-21T12:00')).toEqual(['2031-01-01T00:00', '2026-11-21T12:00']);
  });
});

it('calls fit by turns, and a dear one does not keep the cheap ones behind it away', () => {
  const calls = [30, 50, 30, 20].map((cost) => ({ cost }));
  expect(fitting(calls, 100).map(({ cost }) => cost)).toEqual([30, 50, 20]);
  expect(fitting(calls, 0)).toEqual([]);
});

describe('the headers', () => {
  const at = Date.parse('2026-11-21T22:00:00.250Z');
  const both = {
    'RateLimit-Policy': '"day";q=1000;w=86400',
    RateLimit: '"day";r=12;t=7200',
    'X-RateLimit-Limit': '1000',
    'X-RateLimit-Remaining': '12',
    'X-RateLimit-Reset': `${Date.parse('2026-11-22T00:00:00Z') / 1000}`,
  };

  it('of a call that is granted say what is left and how long', () => {
    expect(grantedOf(1000, 12, at)).toEqual({ granted: true, headers: both });
  });
  it('of a refusal say when to come back too', () => {
    expect(refusedOf(1000, 12, at)).toEqual({ granted: false, headers: { ...both, 'Retry-After': '7200' } });
  });
  it('never say that there is no time left', () => {
    const last = refusedOf(5, 0, Date.parse('2026-11-21T23:59:59.999Z'));
    expect(last.headers).toMatchObject({ 'Retry-After': '1', RateLimit: '"day";r=0;t=1' });
  });
});
