import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockOf, fitting, usedOf } from './quota.rules.ts';

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

it('used is what was handed out and is not left, and never less than nothing', () => {
  expect([usedOf(10, 0), usedOf(10, 4), usedOf(10, 10), usedOf(0, 4)]).toEqual([10, 6, 0, 0]);
});

it('calls fit by turns, and a dear one does not keep the cheap ones behind it away', () => {
  const calls = [30, 50, 30, 20].map((cost) => ({ cost }));
  expect(fitting(calls, 100).map(({ cost }) => cost)).toEqual([30, 50, 20]);
  expect(fitting(calls, 0)).toEqual([]);
});
