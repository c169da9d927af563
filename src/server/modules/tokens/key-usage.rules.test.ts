import { expect, it } from 'vitest';
import { usageOf } from './key-usage.rules.ts';

const count = (day: string, call: string, code: number, requests: number, elapsedUs: number, slowestUs: number) => ({
  ...{ day, call, code, requests, elapsedUs, slowestUs },
});

it('the usage of nothing is empty', () => {
  expect(usageOf([])).toEqual({ days: [], calls: [], statuses: [] });
});

it('usage is added up by day, call and status, each request once', () => {
  const counts = [
    count('2026-11-20', '/a', 200, 10, 20_000, 5_000),
    count('2026-11-21', '/a', 200, 1, 1_000, 1_000),
    count('2026-11-21', '/a', 404, 1, 3_000, 3_000),
    count('2026-11-21', '', 404, 30, 30_000, 1_234),
  ];
  expect(usageOf(counts)).toEqual({
    days: [
      { date: '2026-11-21', requests: 32, failed: 31, ms: 1.1, slowestMs: 3 },
      { date: '2026-11-20', requests: 10, failed: 0, ms: 2, slowestMs: 5 },
    ],
    calls: [
      { call: null, requests: 30, failed: 30, ms: 1, slowestMs: 1.2 },
      { call: '/a', requests: 12, failed: 1, ms: 2, slowestMs: 5 },
    ],
    statuses: [
      { code: 200, requests: 11 },
      { code: 404, requests: 31 },
    ],
  });
});
