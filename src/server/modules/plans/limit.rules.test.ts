import { describe, expect, it } from 'vitest';
import { limitOf } from './limit.rules.ts';

describe('the limit of an account', () => {
  it.each([
    ['is the largest of its plan roles', 'USER', 0, 25_000, 25_000],
    ['is nothing without a plan role', 'USER', 0, null, 0],
    ['is nothing when the plan role allows nothing', 'USER', 0, 0, 0],
    ['is what was set for it, above the plan', 'USER', 50_000, 25_000, 50_000],
    ['is what was set for it, below the plan', 'USER', 5, 25_000, 5],
    ['is one where one was set for it', 'USER', 1, 25_000, 1],
    ['is what was set for it, without a plan', 'USER', 5, null, 5],
    ['is none for an administrator', 'ADMIN', 0, 1000, null],
    ['is none for an administrator without a plan', 'ADMIN', 0, null, null],
    ['is what was set for an administrator', 'ADMIN', 7, 1000, 7],
  ] as const)('%s', (_, role, maxRequests, planRequests, limit) => {
    expect(limitOf({ role, maxRequests, planRequests })).toBe(limit);
  });
});
